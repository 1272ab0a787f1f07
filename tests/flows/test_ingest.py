"""From files to passages whose citations open the exact place, and stay true when the files change."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.flows.faces import Face, Refused, run_here
from tests.pdf_writer import write_pdf

HANDBOOK = """# Handbook

## Refunds

Refunds over 100 need two approvals. The second approver is never the one who sold.

## Travel

Trains are booked by the office. Flights need a reason.
"""
CODE = '''"""Payments."""


def approve(refund, approvers):
    """Whether a refund may be paid."""
    return refund.amount <= 100 or len(set(approvers)) >= 2


def pay(refund):
    """Send the money back."""
    return bank.transfer(refund.account, refund.amount)
'''
KEYS = {"sources", "entries", "chunks", "embedded", "unchanged", "removed", "failed"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    (folder / "src").mkdir(parents=True)
    (folder / "handbook.md").write_text(HANDBOOK)
    (folder / "src" / "pay.py").write_text(CODE)
    return folder


def cited(face: Face, question: str) -> dict[str, Any]:
    return face.do("search", question)["hits"][0]


def test_a_folder_is_read_and_found_with_the_exact_place(face: Face, folder: Path) -> None:
    report = face.do("ingest", str(folder))
    assert set(report) == KEYS
    assert (report["sources"], report["entries"], report["unchanged"], report["removed"]) == (1, 2, 0, 0)
    assert report["embedded"] == report["chunks"] > 2
    assert report["failed"] == []
    hit = cited(face, "who approves a refund payment function approve")
    assert hit["place"].startswith("src/pay.py:L4")
    place = hit["citation"]["locator"]
    assert "\n".join(CODE.splitlines()[place["line_start"] - 1 : place["line_end"]]).strip() == hit["text"].strip()


def test_a_second_run_does_nothing(face: Face, folder: Path) -> None:
    first = face.do("ingest", str(folder))
    again = face.do("ingest", str(folder))
    assert again == first | {"embedded": 0, "unchanged": 2}


def test_changing_one_word_embeds_one_passage_and_the_citation_shows_both_texts(face: Face, folder: Path) -> None:
    face.do("ingest", str(folder))
    hit = cited(face, "approvals for refunds over 100")
    (folder / "handbook.md").write_text(HANDBOOK.replace("two approvals", "three approvals"))
    report = face.do("ingest", str(folder))
    assert (report["embedded"], report["unchanged"], report["entries"]) == (1, 1, 2)
    region = face.do("show", hit["id"])
    assert region["state"]["ground"] == "changed"
    assert "two approvals" in region["state"]["was"]
    assert "three approvals" in region["state"]["now"]


def test_a_passage_that_moved_keeps_its_id_and_says_so(face: Face, folder: Path) -> None:
    face.do("ingest", str(folder))
    hit = cited(face, "Trains are booked by the office")
    moved = HANDBOOK.replace("## Refunds", "## Welcome\n\nHello to everyone who is new here.\n\n## Refunds")
    (folder / "handbook.md").write_text(moved)
    assert face.do("show", hit["id"])["state"]["ground"] == "moved", "the file was changed and not yet read again"
    report = face.do("ingest", str(folder))
    assert report["embedded"] <= 2
    again = cited(face, "Trains are booked by the office")
    assert again["id"] == hit["id"]
    place = again["citation"]["locator"]
    assert moved[place["char_start"] : place["char_end"]] == again["text"]


def test_a_renamed_file_is_the_same_entry(face: Face, folder: Path) -> None:
    face.do("ingest", str(folder))
    before = cited(face, "Trains are booked by the office")["citation"]
    (folder / "handbook.md").rename(folder / "manual.md")
    report = face.do("ingest", str(folder))
    assert (report["embedded"], report["removed"], report["entries"]) == (0, 0, 2)
    after = cited(face, "Trains are booked by the office")["citation"]
    assert (after["entry"], after["chunk"], after["title"]) == (before["entry"], before["chunk"], "manual.md")


def test_a_deleted_file_is_found_no_more_and_its_citation_says_gone_with_the_last_words(
    face: Face, folder: Path
) -> None:
    face.do("ingest", str(folder))
    hit = cited(face, "approvals for refunds over 100")
    (folder / "handbook.md").unlink()
    assert face.do("show", hit["id"])["state"]["ground"] == "gone", "before it is read again"
    report = face.do("ingest", str(folder))
    assert (report["removed"], report["entries"]) == (1, 1)
    assert all("handbook" not in each["title"] for each in face.do("search", "refunds approvals")["hits"])
    region = face.do("show", hit["id"])
    assert region["state"]["ground"] == "gone"
    assert "two approvals" in region["text"]


def test_one_bad_file_fails_alone_with_its_reason(face: Face, folder: Path) -> None:
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 this is none")
    report = face.do("ingest", str(folder))
    assert report["entries"] == 2
    (failure,) = report["failed"]
    assert failure["uri"].endswith("broken.pdf")
    assert failure["reason"]
    assert face.do("entries.list", status="failed")["items"][0]["error"] == failure["reason"]


def test_a_dry_run_writes_nothing(face: Face, folder: Path) -> None:
    report = face.do("ingest", str(folder), dry_run=True)
    assert set(report) == KEYS
    assert report["embedded"] > 2
    assert face.do("entries.list")["items"] == []


def test_a_dry_run_counts_as_the_real_one_does(face: Face, folder: Path) -> None:
    for edit in (
        lambda: None,
        lambda: None,
        lambda: (folder / "handbook.md").write_text(HANDBOOK + "\n## Food\n\nLunch is at noon, for all.\n"),
        lambda: (folder / "src" / "pay.py").unlink(),
    ):
        edit()
        expected = face.do("ingest", str(folder), dry_run=True)
        assert face.do("ingest", str(folder)) == expected


def test_a_dry_run_says_what_it_would_cost_beside_the_seven_keys(folder: Path, tmp_path: Path) -> None:
    words = ["ingest", "--dry-run", "--store", str(tmp_path / "store.db"), str(folder)]
    done = run_here([*words, "--json"])
    assert set(json.loads(done.stdout)) == KEYS
    price = json.loads(done.stderr)["price"]
    assert (price["tokens"] > 0, price["dollars"]) == (True, 0)
    assert f"{price['tokens']:,} tokens" in run_here(words).stdout


def test_with_json_what_was_passed_over_and_what_needs_ocr_is_told_beside_the_seven_keys(
    folder: Path, tmp_path: Path
) -> None:
    (folder / "one.png").write_bytes(b"\x89PNG")
    (folder / "two.png").write_bytes(b"\x89PNG")
    (folder / "scan.pdf").write_bytes(write_pdf([["Words on the first page."], None]))
    words = ["ingest", "--store", str(tmp_path / "store.db"), str(folder)]
    done = run_here([*words, "--json"])
    assert set(json.loads(done.stdout)) == KEYS
    told = json.loads(done.stderr)
    assert told["skipped"] == {"binary": 2}
    assert [(each["path"], "OCR" in each["notice"]) for each in told["notices"]] == [("scan.pdf", True)]
    again = json.loads(run_here([*words, "--json", "--dry-run", "--force"]).stderr)
    assert again == told | {"price": again["price"]}
    text = run_here([*words, "--force"])
    assert "passed over 2: binary (one.png, two.png)" in text.stderr
    assert f"scan.pdf: {told['notices'][0]['notice']}" in text.stderr


@pytest.mark.parametrize("with_json", [False, True])
def test_a_run_that_is_stopped_says_that_the_next_one_goes_on(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, with_json: bool
) -> None:
    words = ["--store", str(tmp_path / "store.db"), "ingest", str(folder), *(["--json"] if with_json else [])]
    with monkeypatch.context() as patch:
        patch.setattr("wherefrom.ingest.run.Run.carry_out", interrupt)
        done = run_here(words)
    assert (done.code, done.stdout) == (130, "")
    told = done.stderr.splitlines()[-1]
    expected = "stopped; the next run goes on"
    assert (json.loads(told)["error"] if with_json else told) == (
        {"code": "interrupted", "message": expected} if with_json else expected
    )
    assert run_here(words).code == 0


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("said", ["", "  "])
def test_an_empty_target_is_not_the_folder_that_one_is_in(face: Face, folder: Path, said: str) -> None:
    with pytest.raises(Refused) as refused:
        face.do("ingest", str(folder), said)
    assert (refused.value.code, bool(refused.value.told["hint"])) == ("invalid_value", True)
    assert face.do("entries.list")["items"] == []


def test_what_is_named_twice_is_read_and_counted_once(face: Face, folder: Path) -> None:
    file = folder / "handbook.md"
    ways = (str(file), str(file), f"{folder}/./handbook.md", f"{folder}/src/../handbook.md", file.as_uri())
    for is_dry in (True, False):
        report = face.do("ingest", *ways, dry_run=is_dry)
        assert (report["sources"], report["entries"]) == (1, 1)
        assert report["embedded"] == report["chunks"] > 0


def test_nothing_at_the_place_is_a_usage_error(face: Face, tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        face.do("ingest", str(tmp_path / "nowhere"))
    assert refused.value.code == "invalid_value"


def test_a_place_as_it_is_printed_can_be_shown(face: Face, folder: Path) -> None:
    face.do("ingest", str(folder))
    hit = cited(face, "send the money back pay transfer")
    region = face.do("show", hit["place"])
    assert (region["state"]["ground"], region["text"]) == ("fresh", hit["text"])


def test_secrets_are_masked_before_anything_is_stored(face: Face, folder: Path) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2
    (folder / "deploy.md").write_text(f"# Deploy\n\nUse the token {secret[:40]} to deploy.\n")
    face.do("ingest", str(folder))
    hit = cited(face, "token to deploy")
    assert secret[:40] not in hit["text"]
    assert "to deploy" in hit["text"]
    assert face.do("show", hit["id"])["state"]["ground"] == "fresh"


NOWHERE = "http://nosuch.invalid/"


def test_a_target_that_cannot_be_reached_or_is_not_there_fails_alone(face: Face, folder: Path, tmp_path: Path) -> None:
    missing = str(tmp_path / "nowhere")
    report = face.do("ingest", NOWHERE, missing, str(folder))
    assert set(report) == KEYS
    assert (report["sources"], report["entries"]) == (1, 2)
    assert [failure["uri"] for failure in report["failed"]] == [NOWHERE, missing]
    assert all(failure["reason"] for failure in report["failed"])
    assert cited(face, "approvals for refunds over 100")["title"] == "handbook.md"


def test_where_no_target_can_be_reached_the_summary_says_so_and_the_exit_code_too(tmp_path: Path) -> None:
    done = run_here(["ingest", "--json", "--store", str(tmp_path / "store.db"), NOWHERE])
    assert done.code == 1
    report = json.loads(done.stdout)
    assert set(report) == KEYS
    assert [failure["uri"] for failure in report["failed"]] == [NOWHERE]


def test_a_cap_ends_all_targets(face: Face, folder: Path) -> None:
    with pytest.raises(Refused) as refused:
        face.do("ingest", str(folder / "handbook.md"), str(folder / "src"), max_tokens=1)
    assert refused.value.code == "cap_reached"


@pytest.mark.parametrize("said", ["*.md", "handbook.md"])
def test_a_target_of_which_nothing_is_left_is_brought_up_to_date(face: Face, folder: Path, said: str) -> None:
    assert face.do("ingest", str(folder / said))["entries"] == 1
    (folder / "handbook.md").unlink()
    report = face.do("ingest", str(folder / said))
    assert (report["entries"], report["removed"], report["failed"]) == (0, 1, [])
    assert face.do("search", "refunds approvals")["hits"] == []
    with pytest.raises(Refused):
        face.do("ingest", str(folder / "never-read-*.md"))
