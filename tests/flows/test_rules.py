"""`wherefrom init` in a repository, and `wherefrom rules`: what a newcomer sees first."""

import json
from pathlib import Path

import pytest

from tests.flows.faces import run_here
from tests.flows.terminal import Terminal
from wherefrom.demo.corpus import write_corpus

SUMMARY = "AGENTS.md: 6 rules; 2 name files or commands that no longer exist"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With a home of its own: without a store here, one in the user's data directory is used."""
    folder = write_corpus(tmp_path / "lantern")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return folder


def test_init_reads_the_folder_and_its_rules_when_told_to(repository: Path) -> None:
    done = run_here(["init", "--yes"])
    assert done.code == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Made a store at ")
    assert lines[1].startswith("Read 6 documents, 20 passages in ")
    assert lines[2:] == [
        SUMMARY,
        "  ✗ AGENTS.md:L4  there is no file src/legacy/charge.py",
        "  ✗ AGENTS.md:L6  there is no make target ship",
    ]
    assert 'Next: wherefrom "a sentence that may be so"' in done.stderr
    assert run_here(["refunds need two approvals"]).code == 0


def test_without_somebody_to_ask_init_only_makes_the_store(repository: Path) -> None:
    done = run_here(["init"])
    assert len(done.stdout.splitlines()) == 1
    assert json.loads(run_here(["rules", "--json"]).stdout)["learned"] == 6


def test_init_as_json_tells_what_was_read(repository: Path) -> None:
    told = json.loads(run_here(["init", "--yes", "--json"]).stdout)
    assert (told["created"], told["documents"]["entries"], told["rules"]["rules"]) == (True, 6, 6)
    assert [stale["missing"] for stale in told["rules"]["stale"]] == [
        ["there is no file src/legacy/charge.py"],
        ["there is no make target ship"],
    ]


@pytest.mark.parametrize(("answer", "read"), [("\n", True), ("n\n", False)])
def test_on_a_terminal_in_a_repository_init_asks_first(repository: Path, answer: str, read: bool) -> None:
    (repository / ".git").mkdir()
    with Terminal(["init"], repository, {"WHEREFROM_EMBEDDER": "hash"}) as terminal:
        terminal.wait_for("Read the documents of this folder")
        terminal.type(answer)
        assert terminal.ended() == 0
        assert (SUMMARY in terminal.seen) is read


def test_rules_are_read_again_and_only_what_changed_is_told(repository: Path) -> None:
    run_here(["rules"])
    file = repository / "AGENTS.md"
    file.write_text(file.read_text().replace("make ship", "make release"))
    done = run_here(["rules"])
    assert done.stdout.splitlines()[0] == "AGENTS.md: 6 rules; 1 names files or commands that no longer exist"
    assert "1 changed; 5 unchanged" in done.stderr
    assert run_here(["Deploy with make release"]).code == 0
