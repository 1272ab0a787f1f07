"""Where a source is: said once, in one form, whether it is added or edited."""

import os
from pathlib import Path
from typing import Any

import pytest

import wherefrom
from wherefrom.bootstrap import open_settings
from wherefrom.config import load_settings
from wherefrom.core.documents import SourceKind
from wherefrom.errors import Conflict, InvalidValue

PAGE = "https://203.0.113.7/"
"""An address that is in nobody's network: it is checked without asking for a name."""


class Path7(os.PathLike[str]):
    """A path of somebody else's."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __fspath__(self) -> str:
        return str(self.path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "refunds.md").write_text("# Refunds\n\nRefunds need two approvals.\n")
    return folder


@pytest.fixture
def knowledge(tmp_path: Path) -> Any:
    said = {"WHEREFROM_EMBEDDER": "hash", "WHEREFROM_ALLOW": "203.0.113.0/24"}
    with open_settings(load_settings(store=str(tmp_path / "store.db"), environment=said, folder=Path("/"))) as opened:
        yield opened


def test_an_edited_address_of_a_crawl_is_where_it_begins(knowledge: wherefrom.Knowledge) -> None:
    source = knowledge.sources.add("url_crawl", PAGE, config={"depth": 0})
    assert source.config["url"] == source.uri
    for edits in ({"uri": f"{PAGE}b"}, {"config": {"url": f"{PAGE}c", "depth": 0}}):
        edited = knowledge.sources.edit(source.id, **edits)
        assert edited.config["url"] == edited.uri != source.uri
    assert edited.uri == f"{PAGE}c"
    assert knowledge.sources.edit(source.id, config={"depth": 1}).config == {"url": f"{PAGE}c", "depth": 1}


@pytest.mark.parametrize("kind", ["url", "url_crawl"])
@pytest.mark.parametrize(
    "address", ["http://169.254.169.254/", "http://127.0.0.1/", "ftp://203.0.113.7/", "http://[half", "#"]
)
def test_an_edited_address_is_refused_as_a_new_one_is(knowledge: wherefrom.Knowledge, kind: str, address: str) -> None:
    source = knowledge.sources.add(kind, PAGE)
    with pytest.raises(InvalidValue):
        knowledge.sources.edit(source.id, uri=address)
    assert knowledge.sources.get(source.id) == source


def test_a_crawl_is_not_said_to_begin_at_two_addresses(knowledge: wherefrom.Knowledge) -> None:
    with pytest.raises(InvalidValue, match="one address"):
        knowledge.sources.add("url_crawl", PAGE, config={"url": f"{PAGE}b"})
    source = knowledge.sources.add("url_crawl", PAGE)
    with pytest.raises(InvalidValue, match="one address"):
        knowledge.sources.edit(source.id, uri=f"{PAGE}b", config={"url": f"{PAGE}c"})


def test_an_edited_path_is_kept_whole_as_an_added_one_is(
    knowledge: wherefrom.Knowledge, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = folder.with_name("other")
    other.mkdir()
    monkeypatch.chdir(folder)
    source = knowledge.sources.add("folder", ".")
    assert source.uri == source.title == str(folder)
    edited = knowledge.sources.edit(source.id, uri="../other")
    assert edited.uri == edited.title == str(other)
    monkeypatch.chdir("/")
    assert knowledge.sources.run(source.id).entries == 0
    assert knowledge.sources.edit(source.id, uri=f"file://{folder}").uri == str(folder)


def test_what_was_handed_over_is_not_moved_by_giving_it_another_address(knowledge: wherefrom.Knowledge) -> None:
    source = knowledge.sources.upload("a.md", b"Refunds need two approvals.")
    with pytest.raises(InvalidValue):
        knowledge.sources.edit(source.id, uri="b.md")
    assert knowledge.sources.edit(source.id, title="b.md").uri == source.uri


def test_an_edited_mcp_address_counts_more_than_the_server_that_was_named_before(
    knowledge: wherefrom.Knowledge, tmp_path: Path
) -> None:
    said = {"WHEREFROM_EMBEDDER": "hash"}
    home = tmp_path / "home"
    home.mkdir()
    (home / "wherefrom.toml").write_text('[mcp.one]\ncommand = "one"\n[mcp.two]\ncommand = "two"\n')
    settings = load_settings(store=str(tmp_path / "mcp.db"), environment=said, folder=home)
    with open_settings(settings) as opened:
        source = opened.sources.add("mcp", "notes", config={"server": "one"})
        assert opened.sources.edit(source.id, uri="two").config == {}
        with pytest.raises(InvalidValue):
            opened.sources.edit(source.id, uri="three")


def test_a_place_may_be_a_path_wherever_it_is_taken(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    assert knowledge.ingest(folder, Path7(folder / "refunds.md")).entries == 2
    source = knowledge.sources.add("folder", folder)
    assert source.uri == str(folder)
    assert knowledge.sources.edit(source.id, uri=Path7(folder)).uri == str(folder)


@pytest.mark.parametrize("place", [["docs"], b"docs", 7, None, "", " \t"])
def test_what_is_no_place_is_refused_before_anything_is_read(
    knowledge: wherefrom.Knowledge, folder: Path, place: Any
) -> None:
    source = knowledge.sources.add("folder", folder)
    for asked in (
        lambda: knowledge.ingest(folder, place),
        lambda: knowledge.sources.add("folder", place),
        lambda: knowledge.sources.edit(source.id, uri=place),
    ):
        with pytest.raises(InvalidValue) as told:
            asked()
        assert (told.value.code, bool(told.value.value), bool(told.value.hint)) == ("invalid_value", True, True)
    assert not knowledge.entries.find().items


def test_the_same_place_said_in_many_ways_is_read_once_in_one_command(
    knowledge: wherefrom.Knowledge, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)
    ways = ("docs", "docs/", "./docs", "../" + folder.parent.name + "/docs", f"file://{folder}", "folder:docs", "docs")
    for is_dry in (True, False):
        report = knowledge.ingest(*ways, dry_run=is_dry)
        assert (report.sources, report.entries, report.chunks, report.embedded) == (1, 1, 1, 1)
    (source,) = knowledge.sources.find().items
    assert (source.uri, source.kind) == (str(folder), SourceKind.FOLDER)


def test_who_meets_another_run_is_told_what_they_named(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    knowledge.ingest(folder)
    (source,) = knowledge.sources.find().items
    with knowledge.record.sole(f"ingest:default:{source.id}"):
        with pytest.raises(Conflict) as told:
            knowledge.ingest(f"{folder}/")
        assert told.value.value == f"{folder}/"
        with pytest.raises(Conflict) as told:
            knowledge.sources.run(source.id)
        assert told.value.value == source.id


def test_a_type_and_tags_that_are_asked_for_later_are_those_of_what_did_not_change_too(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    knowledge.ingest(folder, tags=["old"])
    (folder / "new.md").write_text("# New\n\nSomething about couriers.\n")
    assert knowledge.ingest(folder, type="guide", tags=["shop"], dry_run=True).unchanged == 1
    assert {entry.type for entry in knowledge.entries.find().items} == {"document"}
    assert knowledge.ingest(folder, type="guide", tags=["shop"]).unchanged == 1
    assert {(entry.type, entry.tags) for entry in knowledge.entries.find().items} == {("guide", ("shop",))}
    hits = knowledge.search("refunds approvals", tags=["shop"], types=["guide"], recipe="fast").hits
    assert hits[0].title == "refunds.md"
    knowledge.ingest(folder)
    assert {(entry.type, entry.tags) for entry in knowledge.entries.find().items} == {("guide", ("shop",))}
