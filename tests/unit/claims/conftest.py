"""Claims are tested through the facade, on a store of the test's own and a clock that the test turns."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from wherefrom import Knowledge
from wherefrom.bootstrap import open_settings
from wherefrom.claims.outside import Outside
from wherefrom.config import Settings
from wherefrom.core.evidence import EvidenceRef, GroundState, Standing
from wherefrom.ports.ground import Ground, Pin, Sight
from wherefrom.sources.ground import FileGround


class Watch:
    """A clock that stands still until it is turned."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now

    def turn(self, seconds: float = 1.0) -> float:
        self.now += seconds
        return self.now


class Unreachable:
    """Pages, where there is no network."""

    def resolved(self, ref: EvidenceRef) -> EvidenceRef:
        return ref

    def pin(self, ref: EvidenceRef) -> Pin:
        return Pin(ref, None, why="pages are out of reach here")

    def why_not(self, ref: EvidenceRef) -> str:
        return self.pin(ref).why or ""

    def revision(self, ref: EvidenceRef) -> str | None:
        return None

    def look(self, standing: Standing) -> Sight:
        return Sight(GroundState.UNREACHABLE)


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def knowledge(tmp_path: Path, watch: Watch) -> Iterator[Knowledge]:
    """The holder of an empty store."""
    settings = Settings(store=str(tmp_path / "store.db"), embedder="hash")
    with open_settings(settings, clock=watch) as opened:
        yield with_ground(opened, Outside(lambda: FileGround(Path.cwd()), Unreachable))


def with_ground(knowledge: Knowledge, ground: Ground) -> Knowledge:
    """The same store, where evidence outside of it is looked at so; these tests have no network."""
    return Knowledge(replace(knowledge._desk, ground=ground))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that one stands in."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder
