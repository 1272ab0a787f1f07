"""What somebody types who has read the first page only: short ids, bare paths, names from elsewhere."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from tests.flows.faces import Ran, run_here
from wherefrom.cli import elsewhere
from wherefrom.cli.app import app

CLAIM = "Parcels weigh at most 31 kilos."
WHO = ["-c", "user.name=ada", "-c", "user.email=ada@example.com"]

STOPPED_WHILE_LOADING = """
import sys

class Interrupt:
    def find_spec(self, name, *_):
        if name == "wherefrom.cli.app":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupt())
from wherefrom.cli import main
main()
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a store, a line of code and a home of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home" / "data"))
    (tmp_path / "dispatch.py").write_text("MAX_KILOS = 31\nCUTOFF_HOUR = 16\n")
    assert run_here(["init"]).code == 0
    return tmp_path


def learned(text: str = CLAIM, evidence: str = "file:dispatch.py#L1") -> str:
    return json.loads(said("learn", text, "--evidence", evidence, "--json").stdout)["id"]


def said(*words: str) -> Ran:
    return run_here(list(words))


def test_the_trail_of_a_claim_is_found_by_the_id_that_is_printed(here: Path) -> None:
    claim = learned()
    said("verify", claim, "--reason", "read the line")
    trail = said("audit", "--target", claim[:8]).stdout
    assert "knowledge.verify" in trail
    assert "knowledge.learn" in trail


def committed(folder: Path) -> None:
    (folder / "docs").mkdir()
    (folder / "docs" / "shipping.md").write_text("# Shipping\n\nParcels leave the same day.\n")
    for words in (["init", "-q"], ["add", "docs", "dispatch.py"], [*WHO, "commit", "-qm", "one"]):
        subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)


def test_a_place_may_be_typed_without_its_commit_or_folder_and_by_one_of_its_lines(here: Path) -> None:
    committed(here)
    assert said("ingest", ".").code == 0
    for typed in ("docs/shipping.md#Shipping", "shipping.md#Shipping", "dispatch.py:L2", "dispatch.py:L1-L2"):
        assert "fresh" in said("show", typed).stdout, typed
    assert said("show", "dispatch.py:L2-L9").code == 3
    assert said("show", "dispatch.py:L2-L1").code == 3


def test_a_place_that_is_not_there_names_those_of_its_document(here: Path) -> None:
    committed(here)
    said("ingest", ".")
    for typed in ("shipping.md#Prices", "docs/shipping.md:L90", "shipping.md@7975764:L4", "shipping.md:3"):
        assert "a place in it: docs/shipping.md@" in said("show", typed).stderr, typed


def test_show_of_a_claim_says_which_command_shows_it(here: Path) -> None:
    claim = learned()
    assert f"wherefrom history {claim[:8]}" in said("show", claim[:8]).stderr


def test_history_says_where_the_passage_stands_that_a_claim_stands_on(here: Path) -> None:
    said("ingest", "dispatch.py")
    chunk = json.loads(said("search", "kilos", "--json").stdout)["hits"][0]["id"]
    told = said("history", learned(evidence=f"chunk:{chunk}")).stdout
    assert f"dispatch.py:L1-L2 · chunk {chunk[:8]}" in told
    assert chunk not in told


def test_one_line_is_told_as_one_line(here: Path) -> None:
    assert "dispatch.py:L1\n" in said("history", learned()).stdout


def test_claims_are_listed_with_whoever_learned_them_whatever_became_of_them(here: Path) -> None:
    first, second = learned(), learned("Parcels leave until 16:00.", "file:dispatch.py#L2")
    said("dispute", first, "--reason", "a new contract")
    told = said("claims", "list").stdout
    assert told.index(second[:8]) < told.index(first[:8])
    assert "learned by local" in told
    listed = json.loads(said("claims", "list", "--status", "disputed", "--json").stdout)["items"]
    assert [each["id"] for each in listed] == [first]
    assert "No claim like that." in said("claims", "list", "--actor", "nobody").stderr


def test_an_id_that_is_no_claim_says_how_to_list_them(here: Path) -> None:
    assert "wherefrom claims list" in said("verify", "abc").stderr


@pytest.mark.parametrize(
    ("typed", "called"),
    [
        ("forget", "wherefrom erase"),
        ("remember", "wherefrom learn"),
        ("list", "wherefrom claims list"),
        ("help", "wherefrom --help"),
        ("backup", "wherefrom export"),
        ("serve", "none yet"),
    ],
)
def test_a_command_that_has_another_name_elsewhere_says_the_one_here(here: Path, typed: str, called: str) -> None:
    ran = said(typed, "x")
    assert ran.code == 2
    assert called in ran.stderr
    assert "Did you mean" not in ran.stderr


def test_no_name_from_elsewhere_hides_a_command_and_every_hint_names_commands_that_exist() -> None:
    root: Any = typer.main.get_command(app)
    here_too = set[str](root.commands)
    assert not here_too & set(elsewhere.CALLED_HERE)
    for hint in elsewhere.CALLED_HERE.values():
        assert set(re.findall(r"wherefrom ([a-z]+)", hint)) <= here_too, hint


@pytest.mark.parametrize("words", [["keys"], ["keys", "add"]])
def test_a_family_without_its_verb_names_its_verbs(here: Path, words: list[str]) -> None:
    assert "wherefrom keys create|list|revoke" in said(*words).stderr


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("dispatch.py#L1", "file:dispatch.py#L1"),
        ("https://example.com/a", "url:https://example.com/a"),
        ("29d980c8", "chunk:29d980c8"),
    ],
)
def test_evidence_without_its_kind_is_answered_with_it(here: Path, typed: str, meant: str) -> None:
    ran = said("learn", CLAIM, "--evidence", typed)
    assert ran.code == 2
    assert f"→ --evidence {meant}\n" in ran.stderr


def test_a_question_that_why_cannot_judge_is_the_search_that_comes_next(here: Path) -> None:
    said("ingest", "dispatch.py")
    assert "Next: wherefrom search 'kilos of a parcel?'" in said("kilos of a parcel?").stderr


def test_an_export_says_where_to_import_it_and_whether_it_has_everything(here: Path) -> None:
    told = said("export", "all.jsonl").stderr
    assert "wherefrom --store OTHER import all.jsonl" in told
    assert "with --elevated, everything" in told
    assert "--elevated" not in said("export", "all.jsonl", "--elevated").stderr


def test_an_item_of_the_inbox_says_how_to_look_closer_and_how_to_settle_it(here: Path) -> None:
    claim = learned()
    (here / "dispatch.py").write_text("MAX_KILOS = 30\n")
    assert said("check").code == 5
    (item,) = json.loads(said("inbox", "--json").stdout)["items"]
    told = said("inbox", item["id"][:8])
    assert f"Next: wherefrom history {claim[:8]}" in told.stderr
    assert f"wherefrom inbox {item['id'][:8]} --resolve" in told.stderr
    assert told.stdout.count("MAX_KILOS = 31") == 1
    assert "Next: wherefrom inbox\n" in said("inbox", item["id"], "--resolve").stderr


def test_the_time_of_an_attempt_is_told_as_a_time(here: Path) -> None:
    said("learn", CLAIM)
    (item,) = json.loads(said("inbox", "--json").stdout)["items"]
    assert str(item["detail"]["tried_at"]) not in said("inbox", item["id"]).stdout


def test_a_store_that_nobody_placed_says_how_to_have_one_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert "wherefrom init makes one for this folder" in said("search", "parcels").stderr
    assert "wherefrom init" not in said("--store", "own.db", "search", "parcels").stderr


def test_an_interrupt_before_the_commands_are_loaded_is_no_traceback() -> None:
    ran = subprocess.run([sys.executable, "-c", STOPPED_WHILE_LOADING], capture_output=True, text=True, timeout=100)
    assert (ran.returncode, ran.stderr) == (130, "")


def test_rules_of_a_folder_that_is_not_there_are_refused_and_where_there_are_none_nothing_comes_next(
    here: Path,
) -> None:
    assert said("rules", "nowhere").code == 2
    told = said("rules")
    assert "No rules files here" in told.stdout
    assert "Next" not in told.stderr


def test_history_tells_other_claims_by_the_beginning_of_their_ids(here: Path) -> None:
    old, new = learned(), learned("Parcels weigh at most 30 kilos.", "file:dispatch.py#L1")
    said("supersede", old, new)
    told = said("history", old).stdout
    assert f"superseded by {new[:8]}" in told
    assert new not in told
