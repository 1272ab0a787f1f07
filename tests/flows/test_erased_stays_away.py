"""What was erased does not come back while its source still has it, under its own name or another."""

import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import wherefrom
from tests.web_server import web_server
from wherefrom.bootstrap import open_settings
from wherefrom.config import load_settings
from wherefrom.core.documents import Entry
from wherefrom.core.ingestion import IngestReport
from wherefrom.core.paging import EntryFilter

WORDS = "The salary of Ann is a secret."


def opened(store: str, *allow: str) -> wherefrom.Knowledge:
    told = {"WHEREFROM_ALLOW": ",".join(allow)} if allow else {}
    return open_settings(load_settings(store=store, environment=told, folder=Path("/")))


@pytest.fixture
def knowledge(store_url: str) -> Iterator[wherefrom.Knowledge]:
    with opened(store_url) as knowledge:
        yield knowledge


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "menu.md").write_text("What is for lunch.")
    (folder / "salary.md").write_text(WORDS)
    return folder


def entries(knowledge: wherefrom.Knowledge) -> list[Entry]:
    return list(knowledge.entries.find(EntryFilter(personal=True), limit=100).items)


def erase(knowledge: wherefrom.Knowledge) -> None:
    for entry in entries(knowledge):
        if "Ann" in entry.content:
            knowledge.erase.entry(entry.id)


def told(report: IngestReport) -> str:
    return " ".join(text for _, text in report.notices)


def names(knowledge: wherefrom.Knowledge) -> list[str]:
    return sorted((entry.uri or "").rpartition("/")[2] for entry in entries(knowledge))


def test_an_erased_file_stays_away_changed_or_renamed_or_forced(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    knowledge.ingest(str(folder))
    erase(knowledge)
    for force in (False, True):
        report = knowledge.ingest(str(folder), force=force)
        assert names(knowledge) == ["menu.md"]
        assert "erased, so not read again: 1" in told(report)
        assert "ingest it by its own address" in told(report)
    (folder / "salary.md").write_text(f"{WORDS} It has changed.")
    knowledge.ingest(str(folder))
    assert names(knowledge) == ["menu.md"]
    (folder / "salary.md").unlink()
    (folder / "other.md").write_text(WORDS)
    assert "not read again: 1" in told(knowledge.ingest(str(folder)))
    assert names(knowledge) == ["menu.md"]
    (source,) = knowledge.sources.find().items
    assert not knowledge.sources.drifts([source])[0].has_drifted
    (folder / "other.md").unlink()
    assert "erased" not in told(knowledge.ingest(str(folder)))


def test_it_comes_back_by_its_own_address(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    knowledge.ingest(str(folder))
    erase(knowledge)
    knowledge.ingest(str(folder))
    assert knowledge.ingest(str(folder / "salary.md")).entries == 1
    assert names(knowledge) == ["menu.md", "salary.md"]


def test_or_when_its_source_is_removed_and_added_anew(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    file = str(folder / "salary.md")
    knowledge.ingest(file)
    erase(knowledge)
    report = knowledge.ingest(file)
    (source,) = knowledge.sources.find().items
    assert f"sources remove {source.id[:8]} --with-entries" in told(report)
    assert names(knowledge) == []
    knowledge.sources.remove(source.id, with_entries=True)
    knowledge.ingest(file)
    assert names(knowledge) == ["salary.md"]


def test_a_living_twin_of_what_was_erased_may_be_renamed(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    (folder / "copy.md").write_text(WORDS)
    knowledge.ingest(str(folder))
    kept = next(entry for entry in entries(knowledge) if "copy" in (entry.uri or ""))
    knowledge.erase.entry(next(entry for entry in entries(knowledge) if "salary" in (entry.uri or "")).id)
    (folder / "copy.md").rename(folder / "renamed.md")
    knowledge.ingest(str(folder))
    assert names(knowledge) == ["menu.md", "renamed.md"]
    assert kept.id in {entry.id for entry in entries(knowledge)}


def test_empty_files_are_not_taken_for_each_other(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    (folder / "empty.md").write_text("")
    knowledge.ingest(str(folder))
    knowledge.erase.entry(next(entry for entry in entries(knowledge) if entry.title == "empty.md").id)
    (folder / "another.md").write_text("")
    knowledge.ingest(str(folder))
    assert names(knowledge) == ["another.md", "menu.md", "salary.md"]


def test_an_erased_member_of_an_archive_stays_away_when_the_archive_changes(
    knowledge: wherefrom.Knowledge, tmp_path: Path
) -> None:
    place = tmp_path / "mixed.zip"
    for more in ("", "more"):
        with zipfile.ZipFile(place, "w") as archive:
            archive.writestr("salary.md" if not more else "renamed.md", WORDS)
            archive.writestr("menu.md", f"What is for lunch. {more}")
        report = knowledge.ingest(str(place))
        erase(knowledge)
    assert names(knowledge) == ["menu.md"]
    assert "erased" in told(report)


def test_erasing_it_again_with_its_person_or_deleting_it_first_changes_nothing(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    knowledge.ingest(str(folder))
    entry = next(entry for entry in entries(knowledge) if "Ann" in entry.content)
    knowledge.entries.delete(entry.id)
    knowledge.erase.entry(entry.id)
    with knowledge.record.write(knowledge.actor) as unit:
        unit.erasure.entry(entry.id)
        unit.commit()
    knowledge.ingest(str(folder))
    assert names(knowledge) == ["menu.md"]


def test_an_erased_upload_is_not_kept_either(knowledge: wherefrom.Knowledge) -> None:
    source = knowledge.sources.upload("salary.md", WORDS.encode())
    knowledge.sources.run(source.id)
    blob = str(source.config["blob"])
    erase(knowledge)
    with pytest.raises(wherefrom.errors.NotFound):
        knowledge.sources._desk.intake.blobs.get(knowledge.actor.org, blob)
    assert "erased" in told(knowledge.sources.run(source.id))
    assert names(knowledge) == []


def test_so_it_is_for_repositories_pages_tickets_and_servers(store_url: str, tmp_path: Path) -> None:
    repo = tmp_path / "repo"
    repo.mkdir()
    (repo / "salary.md").write_text(WORDS)
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org"]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "first"]):
        subprocess.run([*git, *command], cwd=repo, check=True)
    issue = {"number": 7, "title": "Pay", "body": WORDS, "state": "open", "comments": [], "updated_at": "2026-01-01"}
    (tmp_path / "issues.json").write_text(json.dumps([issue]))
    server = tmp_path / "served"
    server.mkdir()
    (server / "salary.txt").write_text(WORDS)
    with web_server() as site:
        site.page("/", f'<html><body><main><p>{WORDS}</p><a href="/menu">menu</a></main></body></html>')
        site.page("/menu", "<html><body><main><p>What is for lunch today.</p></main></body></html>")
        script = Path(__file__).parents[1] / "folder_mcp_server.py"
        with opened(store_url, site.authority) as knowledge:
            targets = [
                str(repo),
                f"{site.url}/",
                f"url_crawl:{site.url}/",
                f"ticket:{tmp_path / 'issues.json'}",
                f"mcp:{sys.executable} {script} {server}",
            ]
            for target in targets:
                before = len(entries(knowledge))
                assert knowledge.ingest(target).failed == (), target
                assert any("Ann" in entry.content for entry in entries(knowledge)[before:] or entries(knowledge)), (
                    target
                )
                erase(knowledge)
                assert "erased" in told(knowledge.ingest(target, force=True)), target
                assert not any("Ann" in entry.content for entry in entries(knowledge)), target
