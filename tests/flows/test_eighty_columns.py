"""What a person sees on a terminal of eighty columns: nothing cut that says what to do, nothing back at column 0."""

import json
import re
from pathlib import Path

import pytest

from tests.flows.faces import run_here
from tests.flows.terminal import Terminal

_STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\]8;[^\x1b]*\x1b\\")
SAID = "Refunds of more than a hundred euros need two approvals, one of them by somebody who did not sell it."
RED, GREEN = "\x1b[31m", "\x1b[32m"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a store that knows one document and one claim about it."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(tmp_path))
    (folder / "refunds.md").write_text(f"# Refunds\n\n{SAID}\n\n## Limits\n\nThe team lead sets the limits.\n")
    assert run_here(["init"]).code == 0
    assert run_here(["ingest", "refunds.md"]).code == 0
    assert run_here(["learn", SAID, "--evidence", "file:refunds.md#L3"]).code == 0
    return folder


def seen(here: Path, *words: str, **environment: str) -> str:
    with Terminal(words, here, {"COLUMNS": "80", "WHEREFROM_EMBEDDER": "hash", **environment}) as terminal:
        terminal.ended()
    return terminal.seen.replace("\r\n", "\n")


def unstyled(text: str) -> list[str]:
    return _STYLE.sub("", text).splitlines()


def changed(here: Path) -> None:
    file = here / "refunds.md"
    file.write_text(file.read_text().replace("two approvals", "three approvals"))


def test_an_item_of_the_inbox_has_two_lines_and_says_what_to_do(here: Path) -> None:
    changed(here)
    assert run_here(["check"]).code == 5
    lines = unstyled(seen(here, "inbox"))
    sign, id, about = lines[0].split(maxsplit=2)
    assert (sign, about[:40], lines[0][-1]) == ("!", SAID[:40], "…")
    assert len(lines[0]) <= 80
    assert lines[1].strip().startswith("Compare what it said with what it says now · 20")
    assert lines[1].startswith(" " * lines[0].index(about))
    assert lines[-1] == f"Next: wherefrom inbox {id}"
    assert len(lines) == 4
    assert "with" not in lines[1].split("·")[-1]
    run_here(["inbox", id, "--assign", "local"])
    piped = run_here(["inbox"])
    assert SAID in piped.stdout, "a pipe gets all of it"
    assert piped.stdout.splitlines()[1].endswith(" · with local")


def test_nothing_to_do_leads_nowhere(here: Path) -> None:
    done = run_here(["inbox"])
    assert (done.stdout, done.stderr) == ("", "Nothing to look at.\n")


def test_what_changed_is_told_in_the_colours_of_a_comparison(here: Path) -> None:
    changed(here)
    looked = seen(here, "check")
    assert f"{RED}  -{SAID}" in looked
    assert f"{GREEN}  +{SAID.replace('two', 'three')}" in looked
    assert "\x1b[" not in seen(here, "check", NO_COLOR="1")
    id = json.loads(run_here(["inbox", "--json"]).stdout)["items"][0]["id"]
    assert f"{RED}  -{SAID}" in seen(here, "inbox", id)


def test_a_check_that_had_nothing_to_look_at_says_that_nothing_changed(here: Path) -> None:
    run_here(["check"])
    done = run_here(["check"])
    assert (done.code, done.stdout) == (0, "1 fresh\n")
    assert done.stderr.startswith("Nothing changed since the last look (")
    assert "looked at" not in done.stderr


def test_a_bare_call_leads_to_what_is_open_and_else_to_a_sentence(here: Path) -> None:
    def told() -> tuple[str, int]:
        state = json.loads(run_here(["--json"]).stdout)
        return state["next"], state["counts"]["attention"]

    assert told() == ('wherefrom "a sentence"', 0)
    changed(here)
    run_here(["check"])
    assert told() == ("wherefrom inbox", 1)
    assert "1 claim, 1 to look at\n" in run_here([]).stdout
    id = json.loads(run_here(["inbox", "--json"]).stdout)["items"][0]["id"]
    run_here(["inbox", id, "--resolve"])
    assert told() == ('wherefrom "a sentence"', 0), "what is resolved is nothing to look at"


def test_who_says_so_stays_below_its_words_where_the_line_is_too_long(here: Path) -> None:
    printed = seen(here, SAID, COLUMNS="60")
    lines = unstyled(printed)
    at = next(number for number, line in enumerate(lines) if re.search(r"says so · fresh · observed", line))
    assert all(len(line) <= 60 for line in lines if line.startswith("     "))
    assert re.match(r" {5}(\S.*)?claim [0-9a-f]{8}$", lines[at + 1])
    assert lines[-1].startswith("Next: wherefrom show ")
    assert "\x1b]8;" in printed, "its place is a link"


def test_what_is_nearest_is_told_by_its_place_or_its_words(here: Path) -> None:
    run_here(["learn", "Bikes are kept behind the house.", "--evidence", "human:ann"])
    done = run_here(["Somebody keeps a cat in the cellar"])
    assert not re.search(r"[0-9a-f]{32}", done.stderr)
    assert re.search(r"claim [0-9a-f]{8}, “Bikes are kept behind the house.”", done.stderr)
    assert "Next: wherefrom search 'Somebody keeps a cat in the cellar'" in done.stderr


def test_a_hit_is_a_link_and_a_claim_says_where_it_stands_and_how(here: Path) -> None:
    id = run_here(["learn", "Bikes are kept behind the house.", "--evidence", "human:ann"]).stdout.split()[1]
    done = run_here(["search", "bikes"])
    assert done.stdout.splitlines()[:2] == ["  1  human_assertion ann", "     Bikes are kept behind the house."]
    assert f"     claim {id} · observed · confidence 0.95 · from human_assertion\n" in done.stderr
    assert done.stderr.endswith(f"Next: wherefrom history {id}\n")
    assert re.search(r"\d hits of 4 passages and claims in ", done.stderr)
    assert " of 2 claims in " in run_here(["search", "bikes", "--kind", "claim"]).stderr
    assert " of 2 passages in " in run_here(["search", "limits", "--kind", "chunk"]).stderr
    printed = seen(here, "search", "team lead limits", "--kind", "chunk")
    assert f";file://{here}/refunds.md\x1b\\" in printed
    assert re.search(r"Next: wherefrom show [0-9a-f]{8}", printed)
    assert "\x1b" not in seen(here, "search", "team lead limits", "--kind", "chunk", NO_COLOR="1")


def test_a_document_without_a_place_in_it_is_answered_with_its_places(here: Path) -> None:
    done = run_here(["show", "refunds.md"])
    assert done.code == 3
    (hint,) = [line.strip() for line in done.stderr.splitlines() if "→" in line]
    assert hint == '→ a place in it: refunds.md#Refunds, refunds.md#Refunds › Limits, or wherefrom search "…"'
    assert run_here(["show", "refunds.md#Refunds › Limits"]).code == 0
    other = run_here(["show", "parking.md"]).stderr
    assert 'a place as printed, such as handbook.pdf#p7, or wherefrom search "…"' in other


def test_two_documents_of_one_name_are_not_guessed_between(here: Path) -> None:
    (here / "old").mkdir()
    (here / "old" / "refunds.md").write_text("# Refunds\n\nOnce they needed none.\n")
    run_here(["ingest", "old"])
    assert "a place as printed, such as refunds.md#…, or" in run_here(["show", "refunds.md"]).stderr


def test_what_a_rule_names_and_is_not_there_is_marked_in_red(here: Path) -> None:
    (here / "AGENTS.md").write_text("# Rules\n\n- Run `make lint` before you push.\n")
    printed = seen(here, "init", "--yes")
    assert f"{RED}  ✗" in printed
    assert any(line.startswith("  ✗ AGENTS.md:L3  there is no ") for line in unstyled(printed))
    assert RED not in seen(here, "rules", NO_COLOR="1")


def test_an_explanation_tells_filters_in_words_and_where_the_expected_is(here: Path) -> None:
    other = json.loads(run_here(["entries", "add", "Holidays", "Holidays are asked for in May.", "--json"]).stdout)[
        "id"
    ]
    lines = unstyled(seen(here, "search", "refunds approvals", "--limit", "1", "--explain", "--expect", other))
    assert "Filter: scope in more than one run" in lines
    told = next(place for place, line in enumerate(lines) if "is not among them: " in line)
    assert all(len(line) <= 80 for line in lines[told : told + 2])
    found = json.loads(run_here(["search", "refunds approvals", "--json"]).stdout)["hits"][0]["id"]
    there = run_here(["search", "refunds approvals", "--expect", found[:8]])
    assert f"{found[:8]} is among them, at place 1" in there.stdout.splitlines()
