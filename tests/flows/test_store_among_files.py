"""A store that lies among the files that are read into it is not one of them."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import wherefrom
from wherefrom.bootstrap import open_settings
from wherefrom.config import load_settings
from wherefrom.jobs.opening import open_jobs


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "notes.md").write_text("# Notes\n\nWhat is to be done.\n")
    (tmp_path / "plain.db.md").write_text("# Not the store\n\nIt only has a similar name.\n")
    (tmp_path / "page.html").write_text("<html><body><p>A page, so that an original is kept.</p></body></html>")
    return tmp_path


@pytest.fixture
def knowledge(folder: Path) -> Iterator[wherefrom.Knowledge]:
    settings = load_settings(store=str(folder / "plain.db"), environment={"WHEREFROM_EMBEDDER": "hash"}, folder=folder)
    with open_settings(settings) as knowledge:
        open_jobs(settings, knowledge).close()
        yield knowledge


def git(folder: Path, *command: str) -> None:
    said = ("-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(folder), *said, *command], check=True, capture_output=True)


def names(knowledge: wherefrom.Knowledge) -> list[str]:
    return sorted(entry.title for entry in knowledge.entries.find().items)


def test_in_a_folder_it_is_passed_over(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    for _ in range(2):
        report = knowledge.ingest(str(folder))
        assert (report.entries, report.failed) == (3, ())
    assert names(knowledge) == ["notes.md", "page.html", "plain.db.md"]
    made = {path.name for path in folder.iterdir()} - {"notes.md", "page.html", "plain.db.md"}
    assert {"plain.db", "plain.db.index", "plain.db.jobs", "plain.db.locks", "plain.db.originals"} <= made
    assert {path for path, reason in report.skipped if reason == "the store itself"} == made


def test_and_in_a_repository_where_somebody_committed_it(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    knowledge.ingest(str(folder / "page.html"))
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "all")
    report = knowledge.ingest(str(folder))
    assert (report.entries, report.failed) == (3, ())
    told = dict(report.skipped)
    assert told["plain.db.index/"] == told["plain.db"] == "the store itself"
    assert not any("uncommitted" in reason for reason in told.values())
