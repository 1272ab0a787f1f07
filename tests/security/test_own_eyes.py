"""Files that the product makes are for whoever made them, whatever their shell says of new files."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from wherefrom.bootstrap import open_settings
from wherefrom.config import Settings


@pytest.fixture(autouse=True)
def everybody_may_read() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def is_for_others(path: Path) -> bool:
    return bool(path.stat().st_mode & 0o077)


def test_a_store_that_is_made_is_read_by_its_owner_alone(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "refunds.md").write_text("Refunds need two approvals.")
    with open_settings(Settings(store=str(tmp_path / "store.db"), embedder="hash", engine="local")) as knowledge:
        knowledge.ingest(str(tmp_path / "notes"))
        knowledge.sources.upload("refunds.txt", b"Refunds need two approvals.")
        assert knowledge.search("refunds").hits
        made = {path.name: path for path in tmp_path.iterdir()}
        assert {"store.db", "store.db-wal", "store.db.index", "store.db.originals"} <= made.keys()
        holding_nothing = {"notes", "store.db.locks"}
        assert {name for name, path in made.items() if is_for_others(path)} <= holding_nothing


def test_a_folder_that_is_made_for_a_store_is_entered_by_its_owner_alone(tmp_path: Path) -> None:
    with open_settings(Settings(store=str(tmp_path / ".wherefrom" / "store.db"), embedder="hash")):
        assert not is_for_others(tmp_path / ".wherefrom")


def test_a_store_that_somebody_lets_others_read_stays_so(tmp_path: Path) -> None:
    settings = Settings(store=str(tmp_path / "store.db"), embedder="hash")
    with open_settings(settings):
        pass
    (tmp_path / "store.db").chmod(0o640)
    with open_settings(settings):
        assert (tmp_path / "store.db").stat().st_mode & 0o777 == 0o640


def test_an_export_is_read_by_its_owner_alone(tmp_path: Path) -> None:
    store, out = str(tmp_path / "store.db"), str(tmp_path / "out.jsonl")
    subprocess.run([sys.executable, "-m", "wherefrom", "--store", store, "export", out], check=True)
    assert not is_for_others(tmp_path / "out.jsonl")
