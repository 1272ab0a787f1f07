"""A source that tells when it changes is read then, without a schedule."""

import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import wherefrom
from wherefrom.bootstrap import open_settings
from wherefrom.config import load_settings
from wherefrom.jobs.watching import Watching

PATIENCE = 30.0


@pytest.fixture
def knowledge(tmp_path: Path) -> Iterator[wherefrom.Knowledge]:
    (tmp_path / "wherefrom.toml").write_text(
        f'[mcp.notes]\ncommand = "{sys.executable}"\nargs = ["-m", "tests.mcp_server", "ticking"]\n'
    )
    settings = load_settings(store=str(tmp_path / "store.db"), environment={}, folder=tmp_path)
    with open_settings(settings, is_attended=False) as knowledge:
        yield knowledge


def changes(watching: Watching) -> list[str]:
    """What is heard of within our patience."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if heard := [source.id for source in watching.changed()]:
            return heard
        time.sleep(0.05)
    return []


def test_a_change_that_the_server_tells_is_heard(knowledge: wherefrom.Knowledge) -> None:
    source = knowledge.sources.add("mcp", "notes", config={"pattern": "notes://team/*", "watch": True})
    knowledge.sources.run(source.id)
    with closing(Watching(knowledge)) as watching, closing(Watching(knowledge)) as second:
        watching.renew()
        second.renew()
        assert changes(watching) == [source.id]
        assert list(second.changed()) == [], "one of them watches"
        knowledge.sources.edit(source.id, config={"pattern": "notes://team/*"})
        watching.renew()
        list(watching.changed())
        time.sleep(0.3)
        assert list(watching.changed()) == [], "it no longer asks for it"


def test_what_tells_no_changes_cannot_be_watched(knowledge: wherefrom.Knowledge, tmp_path: Path) -> None:
    source = knowledge.sources.add("folder", str(tmp_path))
    with pytest.raises(wherefrom.AdapterError, match="tells no changes"):
        knowledge.sources.watch(source.id, lambda: None)
