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
