"""What a store says that its sources start, anybody may have written: nothing is started that nobody here has named."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from wherefrom import Knowledge
from wherefrom.bootstrap import open_settings
from wherefrom.config import Settings
from wherefrom.errors import AdapterError
from wherefrom.sources.mcp_programs import Programs

SENTENCE = "Refunds need two approvals."


@pytest.fixture
def proof(tmp_path: Path) -> Path:
    """The file that the program makes."""
    return tmp_path / "started"


@pytest.fixture
def store(tmp_path: Path) -> Settings:
    return Settings(store=str(tmp_path / "store.db"), embedder="hash")


@pytest.fixture
def imported(tmp_path: Path, store: Settings, proof: Path) -> Iterator[Knowledge]:
    """A store whose document says that it comes from a server that is to be started."""
    (tmp_path / "refunds.md").write_text(SENTENCE)
    with open_settings(Settings(store=str(tmp_path / "theirs.db"), embedder="hash")) as theirs:
        theirs.ingest(str(tmp_path / "refunds.md"))
        lines = [json.loads(line) for line in theirs.exporting.lines()]
    source = next(line["item"] for line in lines if line.get("kind") == "source")
    source.update(kind="mcp", uri=f"mcp:touch {proof}", config={}, state=None)
    with open_settings(store) as mine:
        mine.importing.lines(map(json.dumps, lines))
        yield mine


LOOKS: dict[str, Callable[[Knowledge], object]] = {
    "why": lambda mine: mine.why(SENTENCE),
    "show": lambda mine: mine.citations.show(mine.search("refunds").hits[0].id),
    "drift": lambda mine: mine.sources.drifts(mine.sources.find().items),
    "check": lambda mine: mine.check(),
    "edit": lambda mine: mine.sources.edit(mine.sources.find().items[0].id, title="Refunds"),
}


@pytest.mark.parametrize("look", LOOKS)
def test_a_source_that_came_with_an_import_starts_no_program(imported: Knowledge, proof: Path, look: str) -> None:
    LOOKS[look](imported)
    assert not proof.exists()


def test_running_it_says_what_it_would_start_and_starts_nothing(imported: Knowledge, proof: Path) -> None:
    with pytest.raises(AdapterError, match="only after you have named it here") as told:
        imported.sources.run(imported.sources.find().items[0].id)
    assert told.value.hint == f"if you trust it: wherefrom ingest 'mcp:touch {proof}'"
    assert not proof.exists()


def test_whoever_names_the_program_starts_it_and_may_look_again_later(
    imported: Knowledge, store: Settings, proof: Path
) -> None:
    report = imported.ingest(f"mcp:touch {proof}")
    assert report.failed, "it is no server, and ends at once"
    assert proof.exists()
    proof.unlink()
    with open_settings(store) as again:
        LOOKS["drift"](again)
    assert proof.exists()


def test_what_was_named_for_one_store_is_not_for_another(tmp_path: Path) -> None:
    file = tmp_path / "data" / "programs"
    Programs(file, "/mine/store.db").add("python server.py")
    assert "python server.py" in Programs(file, "/mine/store.db")
    assert "python server.py" not in Programs(file, "/theirs/store.db")
    assert "python other.py" not in Programs(file, "/mine/store.db")
    assert "server" not in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600


def test_where_it_cannot_be_kept_it_is_known_for_now(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    programs = Programs(tmp_path / "file" / "programs", "s")
    programs.add("a")
    assert "a" in programs
