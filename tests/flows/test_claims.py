"""Learning, recalling, and what becomes of a claim, over every face."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.flows.faces import CliFace, Face, PythonFace, Refused, run_here

HUMAN = ["human:ann"]
TEXT = "Refunds over 100 need two approvals."


def statuses(steps: dict[str, Any]) -> list[tuple[str, str | None, str | None]]:
    return [(step["event"], step["before"], step["after"]) for step in steps["items"]]


def test_what_was_learned_is_recalled_by_the_next_question(face: Face) -> None:
    made = face.do("learn", TEXT, evidence=HUMAN, domain="money", tags=["refund"])
    assert made["claim_status"] == "observed"
    (found,) = face.do("recall", "how many approvals does a refund need")["items"]
    assert (found["id"], found["text"], found["domain"], found["tags"]) == (made["id"], TEXT, "money", ["refund"])
    assert found["evidence"][0]["kind"] == "human_assertion"
    assert face.do("search", "refund approvals")["hits"][0]["id"] == made["id"]


def test_a_claim_goes_through_its_life(face: Face) -> None:
    made = face.do("learn", TEXT, evidence=HUMAN)["id"]
    assert face.do("verify", made[:10], evidence=["statement:s1/m1"])["claim_status"] == "verified"
    assert face.do("dispute", made, reason="the handbook says three")["claim_status"] == "disputed"
    assert face.do("recall", "refunds")["items"] == []
    assert [each["id"] for each in face.do("recall", "refunds", status=["disputed"])["items"]] == [made]
    assert face.do("undo", made)["claim_status"] == "verified"
    newer = face.do("learn", "Every refund is signed by the lead.", evidence=HUMAN)["id"]
    assert face.do("supersede", made, newer)["supersedes"] == made
    assert statuses(face.do("history", made)) == [
        ("learned", None, "observed"),
        ("verified", "observed", "verified"),
        ("disputed", "verified", "disputed"),
        ("reverted", "disputed", "verified"),
        ("superseded", "verified", "superseded"),
    ]
    third = face.do("learn", "The lead is on holiday.", evidence=HUMAN)["id"]
    assert face.do("relate", third, "supports", newer)["relation"] == "supports"


@pytest.mark.parametrize(
    ("verb", "arguments", "options", "code"),
    [
        ("learn", [TEXT], {}, "missing_evidence"),
        ("learn", [TEXT], {"evidence": ["rumour:x"]}, "invalid_value"),
        ("learn", [TEXT], {"evidence": ["message:only-a-session"]}, "invalid_value"),
        ("learn", [TEXT], {"evidence": ["model:s/m"]}, "invalid_value"),
        ("learn", [TEXT], {"evidence": ["file:x#L9-L3"]}, "invalid_value"),
        ("learn", [TEXT], {"evidence": ["file:x.py@no-such-branch"]}, "invalid_value"),
        ("learn", [TEXT], {"evidence": ["url:ftp://x.example/y"]}, "invalid_value"),
        ("learn", [TEXT], {"evidence": ["quote:alone"]}, "usage"),
        ("learn", [TEXT], {"evidence": ["chunk:0000000000000000"]}, "not_found"),
        ("learn", [TEXT], {"evidence": HUMAN, "status": "verified"}, "invalid_value"),
        ("learn", [TEXT], {"evidence": HUMAN, "status": "certain"}, "invalid_value"),
        ("learn", [TEXT], {"evidence": HUMAN, "confidence": "nan"}, "invalid_value"),
        ("learn", [TEXT], {"evidence": HUMAN, "confidence": 1.5}, "invalid_value"),
        ("learn", [TEXT], {"evidence": HUMAN, "scope": "repo"}, "usage"),
        ("learn", [TEXT], {"evidence": HUMAN, "scope": "planet:earth"}, "invalid_value"),
        ("learn", [TEXT], {"evidence": HUMAN, "valid_from": "2026-05-20T08:00:00"}, "invalid_value"),
        ("learn", ["x" * 10_001], {"evidence": HUMAN}, "invalid_value"),
        ("learn", ["   "], {"evidence": HUMAN}, "invalid_value"),
        ("recall", ["  "], {}, "invalid_value"),
        ("recall", ["x"], {"as_of": "2026-05-20T08:00:00"}, "invalid_value"),
        ("verify", ["0000"], {}, "not_found"),
        ("history", ["0000"], {}, "not_found"),
        ("inbox", ["0000"], {}, "not_found"),
        ("learn", [TEXT], {"evidence": HUMAN, "scope": "repo:"}, "invalid_value"),
        ("learn", [TEXT], {"evidence": HUMAN, "project": "nowhere"}, "invalid_value"),
        ("learn", [TEXT], {"evidence": HUMAN, "audience": ["nobody"]}, "invalid_value"),
        ("learn", [TEXT], {"evidence": [*HUMAN, "quote:"]}, "invalid_value"),
        ("recall", ["x"], {"limit": 0}, "invalid_value"),
        ("recall", ["x"], {"status": ["certain"]}, "invalid_value"),
        ("verify", [""], {}, "not_found"),
        ("dispute", ["a/b"], {"reason": "no"}, "not_found"),
        ("undo", ["0000"], {}, "not_found"),
        ("supersede", ["0000", "1111"], {}, "not_found"),
        ("share", ["0000"], {"to": "org"}, "not_found"),
        ("relate", ["0000", "supports", "1111"], {}, "not_found"),
        ("check", [], {"scope": "repo"}, "usage"),
    ],
)
def test_bad_input_is_refused_and_nothing_is_half_written(
    face: Face, verb: str, arguments: list[str], options: dict[str, Any], code: str
) -> None:
    if isinstance(face, PythonFace) and options.get("confidence") == "nan":
        options = options | {"confidence": float("nan")}
    with pytest.raises(Refused) as refused:
        face.do(verb, *arguments, **options)
    assert refused.value.code == code
    assert refused.value.told["hint"], "what to do next"
    if verb == "learn":
        assert face.do("recall", TEXT, status=["hypothesis", "inferred", "observed", "verified"])["items"] == []


def test_a_beginning_that_several_ids_have_names_none_of_them(face: Face) -> None:
    made = [face.do("learn", f"Room {number} is locked.", evidence=HUMAN)["id"] for number in range(17)]
    begins = next(letter for letter in "0123456789abcdef" if sum(id.startswith(letter) for id in made) > 1)
    for verb, options in (("verify", {}), ("dispute", {"reason": "no"}), ("history", {}), ("undo", {})):
        with pytest.raises(Refused) as refused:
            face.do(verb, begins, **options)
        assert (refused.value.code, refused.value.told["value"]) == ("ambiguous_id", begins)
        assert refused.value.told["hint"].startswith("say more of it: ")


def test_a_move_that_cannot_be_says_what_to_do(face: Face) -> None:
    made = face.do("learn", TEXT, evidence=HUMAN)["id"]
    for verb, arguments, options in (
        ("undo", [made], {}),
        ("share", [made], {"to": ""}),
        ("share", [made], {"to": "nowhere"}),
        ("dispute", [made], {"reason": " "}),
        ("relate", [made, "likes", made], {}),
        ("relate", [made, "supports", made], {}),
    ):
        with pytest.raises(Refused) as refused:
            face.do(verb, *arguments, **options)
        assert refused.value.told["hint"]
    assert len(face.do("history", made)["items"]) == 1


def test_moves_that_the_lifecycle_does_not_have_are_refused(face: Face) -> None:
    made = face.do("learn", TEXT, evidence=HUMAN, status="hypothesis")["id"]
    for verb, arguments in (("verify", [made]), ("undo", [made])):
        with pytest.raises(Refused) as refused:
            face.do(verb, *arguments)
        assert refused.value.code in ("illegal_transition", "conflict")
    with pytest.raises(Refused) as refused:
        face.do("supersede", made, made)
    assert refused.value.code == "invalid_value"


def test_a_write_without_evidence_is_told_in_the_inbox(face: Face) -> None:
    with pytest.raises(Refused):
        face.do("learn", TEXT)
    (item,) = face.do("inbox")["items"]
    assert (item["event"], item["severity"]) == ("claim.write_rejected", "info")
    assert face.do("inbox", item["id"], assign="local")["assignee"] == "local"
    assert face.do("inbox", item["id"][:8], resolve=True)["status"] == "resolved"
    assert face.do("inbox")["items"] == []
    assert face.do("inbox", item["id"], reopen=True)["status"] == "open"


def test_a_line_that_changed_stands_in_the_inbox_with_both_texts(
    face: Face, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code = tmp_path / "pay.py"
    code.write_text("limit = 100\napprovals = 2\n")
    made = face.do("learn", TEXT, evidence=[f"file:{code}#L2", "quote:approvals = 2"])
    assert made["claim_status"] == "observed"
    assert face.do("check")["counts"]["fresh"] == 1
    code.write_text("limit = 100\napprovals = 33\n")
    assert face.do("check")["counts"]["changed"] == 1
    (item,) = face.do("inbox")["items"]
    assert (item["detail"]["was"], item["detail"]["now"]) == ("approvals = 2", "approvals = 33")
    wrong = face.do("learn", "Four.", evidence=[f"file:{code}", "quote:approvals = 4"])
    assert wrong["claim_status"] == "hypothesis"


def test_the_words_of_a_stranger_are_not_recalled(face: Face) -> None:
    key = face.do("keys.create", actor="eve", kind="user")["key"]
    face.do("projects.create", "secret", restricted=True)
    made = face.do("learn", TEXT, evidence=HUMAN, project="secret")["id"]
    mine = face.do("learn", "I dislike refunds.", evidence=HUMAN, is_personal=True)["id"]
    eve = face.with_key(key)
    assert eve.do("recall", "refunds")["items"] == []
    for id in (made, mine):
        for verb, options in (("history", {}), ("verify", {}), ("dispute", {"reason": "x"}), ("share", {"to": "org"})):
            with pytest.raises(Refused) as refused:
                eve.do(verb, id, **options)
            assert refused.value.code == "not_found"
    face.do("share", made, to="org")
    assert [each["id"] for each in eve.do("recall", "refunds")["items"]] == [made]


def test_scopes_narrow_what_is_recalled(face: Face) -> None:
    run = face.do("learn", "The ferry is late.", evidence=HUMAN, scope="run:r1")["id"]
    repo = face.do("learn", "The ferry is written in Go.", evidence=HUMAN, scope="repo:acme/ferry")["id"]
    assert [each["id"] for each in face.do("recall", "ferry")["items"]] == [repo]
    assert [each["id"] for each in face.do("recall", "ferry", scope="run:r1")["items"]] == [run]
    assert [each["id"] for each in face.do("recall", "ferry", scope="repo:acme/ferry")["items"]] == [repo]


def test_exit_codes_and_words_of_the_command_line(tmp_path: Path) -> None:
    store, code = str(tmp_path / "store.db"), tmp_path / "pay.py"
    code.write_text("approvals = 2\n")
    none = run_here(["--store", store, "learn", TEXT])
    assert none.code == 2
    made = run_here(["--store", store, "learn", TEXT, "--evidence", f"file:{code}", "--quote=approvals = 2"])
    assert made.code == 0
    assert "observed · confidence 1 · from file" in made.stdout
    id = made.stdout.split()[1]
    assert run_here(["--store", store, "check"]).code == 0
    code.write_text("approvals = three\n")
    looked = run_here(["--store", store, "check"])
    assert looked.code == 5
    assert "+approvals = three" in looked.stdout
    assert run_here(["--store", store, "verify", id]).code == 0
    illegal = run_here(["--store", store, "verify", id])
    assert (illegal.code, "it can become" in illegal.stderr) == (5, True)
    told = run_here(["--store", store, "history", id])
    assert "changed" in told.stdout
    assert "verified" in told.stdout
    assert "Compare what it said with what it says now" in run_here(["--store", store, "inbox"]).stdout
    prov = CliFace(store).run(["history", id, "--prov"])
    assert "wasDerivedFrom" in prov.stdout


def test_what_says_nearly_the_same_is_shown(tmp_path: Path) -> None:
    face = CliFace(str(tmp_path / "store.db"))
    first = face.do("learn", "The ferry runs on Sundays.", evidence=HUMAN)
    second = face.do("learn", "Ferries run on a Sunday.", evidence=HUMAN)
    assert "duplicates" not in first
    assert second["duplicates"] == [first["id"]]


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("file:src/nope.py", "there is no file"),
        ("file:docs", "is a folder"),
        ("message:s1/m1", "this store has no such message"),
        ("tool:call_1", "this store has no result of that call"),
        ("url:http://127.0.0.1:9/page", "an address that is not public: loopback → the operator can add it"),
    ],
)
def test_evidence_that_could_not_be_looked_at_is_kept_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spec: str, why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    face = CliFace(str(tmp_path / "store.db"))
    made = face.do("learn", TEXT, evidence=[spec, *HUMAN])
    assert (set(made), made["claim_status"]) == ({"id", "claim_status", "notes"}, "observed")
    (note,) = made["notes"]
    assert "could not be looked at: " in note
    assert why in note
    told = run_here(["--store", face.store, "learn", "Another one.", "--evidence", spec])
    assert f"Note: {note}." in told.stderr
    moved = face.do("dispute", made["id"], reason="no", evidence=[spec])
    assert moved["notes"] == [note]


def test_check_says_why_what_is_out_of_reach_is_so_and_keeps_the_secrets_of_addresses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = ["--store", str(tmp_path / "store.db")]
    page = "http://127.0.0.1:9/page?token=abcdef123456XYZ"
    assert "abcdef" not in run_here([*store, "learn", TEXT, "--evidence", f"url:{page}"]).stderr
    run_here([*store, "learn", "Another one.", "--evidence", f"url:{page}", "--evidence", "file:nope.py"])
    told = run_here([*store, "check"]).stdout
    assert told.count("unreachable http://127.0.0.1:9/page?token=•") == 1
    assert "an address that is not public: loopback → the operator can add it" in told
    assert "unreachable nope.py: there is no file" in told
    assert "abcdef" not in told
    findings = json.loads(run_here([*store, "check", "--json"]).stdout)["findings"]
    assert all("not public" in each["why"] or "no file" in each["why"] for each in findings)
    assert len(findings) == 3


def test_undo_says_what_holds_now_on_both_sides_of_a_superseding(tmp_path: Path) -> None:
    face = CliFace(str(tmp_path / "store.db"))
    old, new = (face.do("learn", text, evidence=HUMAN)["id"] for text in (TEXT, "Refunds need a signature."))
    face.do("verify", old)
    told = run_here(["--store", face.store, "undo", old])
    assert told.stdout.splitlines()[1] == "It is observed · confidence 0.95 · from human_assertion"
    assert (face.do("undo", old)["claim_status"], "other" in face.do("undo", old)) == ("verified", False)
    face.do("supersede", old, new)
    undone = face.do("undo", new)
    assert (undone["claim_status"], undone["other"]) == ("observed", {"id": old, "claim_status": "observed"})
    face.do("undo", new)
    told = run_here(["--store", face.store, "undo", new])
    assert told.stdout.splitlines()[2] == f"{old[:8]} is observed · confidence 0.95 · from human_assertion"


def test_what_was_known_already_is_said_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pay.py").write_text("approvals = 2\n")
    (tmp_path / "doc.md").write_text("two approvals\n")
    learn = ["--store", str(tmp_path / "store.db"), "learn", TEXT, "--evidence"]
    assert run_here([*learn, "file:pay.py"]).stdout.startswith("Learned ")
    assert run_here([*learn, "file:doc.md"]).stdout.startswith("Known already; this is new evidence for ")
    assert run_here([*learn, "file:doc.md"]).stdout.startswith("Known already, with this evidence: ")
    assert json.loads(run_here([*learn, "file:doc.md", "--json"]).stdout)["merged"] is True


def test_the_command_line_speaks_of_its_own_options_and_counts_in_english(tmp_path: Path) -> None:
    store = ["--store", str(tmp_path / "store.db")]
    assert "--evidence model:SESSION/ID" in run_here([*store, "learn", TEXT]).stderr
    made = run_here([*store, "learn", TEXT, "--evidence", "human:ann"]).stdout.split()[1]
    assert "1 step in" in run_here([*store, "history", made]).stderr
    run_here([*store, "verify", made])
    illegal = run_here([*store, "--json", "verify", made])
    assert json.loads(illegal.stderr)["error"]["value"] == "verified"


def test_where_there_is_nothing_it_is_said_of_what_was_asked(tmp_path: Path) -> None:
    store = ["--store", str(tmp_path / "store.db")]
    run_here([*store, "learn", TEXT, "--evidence", "human:ann"])
    assert "Nothing that holds answers" in run_here([*store, "recall", "zebras"]).stderr
    assert "No claim of this status" in run_here([*store, "recall", "refunds", "--status", "disputed"]).stderr
    assert "No claim about repo:x stands" in run_here([*store, "check", "--scope", "repo:x"]).stdout
