"""A policy on secrets that was changed holds for what was read before, too, from the next run on."""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import wherefrom
from wherefrom.bootstrap import open_settings
from wherefrom.config import load_settings
from wherefrom.core.evidence import GroundState
from wherefrom.core.paging import EntryFilter
from wherefrom.errors import CapReached
from wherefrom.ingest import purging

TOKEN = ("ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2)[:40]
OTHER = ("ghp_" + "Z9y8X7w6V5u4T3s2R1q0" * 2)[:40]


@pytest.fixture
def knowledge(store_url: str, tmp_path: Path) -> Iterator[wherefrom.Knowledge]:
    said = {"WHEREFROM_EMBEDDER": "hash", "WHEREFROM_ORIGINALS": str(tmp_path / "originals")}
    with open_settings(load_settings(store=store_url, environment=said, folder=Path("/"))) as opened:
        yield opened


def page(token: str) -> str:
    return f"<html><body><p>The page on deploying needs the token {token} to be set.</p></body></html>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "notes.md").write_text(f"# Deploying\n\nThe token is {TOKEN} for now.\n\n# Lunch\n\nAt noon.\n")
    (folder / "page.html").write_text(page(TOKEN))
    (folder / "plain.md").write_text("# Plain\n\nNothing to hide here.\n")
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w") as archive:
        archive.writestr("inner.md", f"Inside the archive the token is {TOKEN} as well.\n")
    (folder / "pack.zip").write_bytes(into.getvalue())
    return folder


def found(knowledge: wherefrom.Knowledge, token: str = TOKEN) -> list[str]:
    hits = [hit for recipe in ("fast", "hybrid") for hit in knowledge.search(token, recipe=recipe).hits]
    return [hit.text for hit in hits if token in hit.text]


def bytes_beside(tmp_path: Path) -> bytes:
    """All that is in files of the store, its indexes and its originals."""
    files = (file for file in tmp_path.rglob("*") if file.is_file() and "docs" not in file.parts)
    return b"\0".join(file.read_bytes() for file in files)


@pytest.mark.parametrize("policy", ["redact", "reject"])
def test_after_a_stricter_policy_no_raw_secret_is_left(
    knowledge: wherefrom.Knowledge, folder: Path, tmp_path: Path, policy: str
) -> None:
    source = knowledge.sources.add("folder", str(folder), config={"secrets": "allow"})
    assert knowledge.sources.run(source.id).entries == 4
    assert len(found(knowledge)) == 6
    cited = knowledge.search(TOKEN, recipe="fast").hits[0].citation
    assert cited is not None
    edited = knowledge.sources.edit(source.id, config={"secrets": policy})
    assert edited.status == "stale"
    report = knowledge.sources.run(source.id)
    assert (report.entries, report.unchanged, report.failed) == (4, 0, ())
    assert found(knowledge) == []
    assert all(TOKEN not in entry.content for entry in knowledge.entries.find().items)
    region = knowledge.show(cited)
    assert TOKEN not in repr(region)
    assert region.state.ground is GroundState.GONE
    assert TOKEN.encode() not in bytes_beside(tmp_path)
    assert knowledge.search("nothing to hide", recipe="fast").hits
    assert knowledge.sources.get(source.id).status == "indexed"
    again = knowledge.sources.run(source.id)
    assert (again.unchanged, again.embedded) == (4, 0)


def test_nor_of_what_was_deleted_edited_or_could_not_be_read_again(
    knowledge: wherefrom.Knowledge, folder: Path, tmp_path: Path
) -> None:
    source = knowledge.sources.add("folder", str(folder), config={"secrets": "allow"})
    knowledge.sources.run(source.id)
    (folder / "notes.md").write_text(f"# Deploying\n\nThe token is {OTHER} from now on.\n")
    (folder / "pack.zip").unlink()
    knowledge.sources.run(source.id)
    (folder / "notes.md").unlink()
    (folder / "page.html").write_bytes(b"\x00\x01\x02" * 100)
    knowledge.sources.edit(source.id, config={"secrets": "redact"})
    report = knowledge.sources.run(source.id)
    assert (report.removed, len(report.failed)) == (1, 1)
    assert found(knowledge) == found(knowledge, OTHER) == []
    kept = bytes_beside(tmp_path)
    assert TOKEN.encode() not in kept
    assert OTHER.encode() not in kept
    failed = next(entry for entry in knowledge.entries.find(EntryFilter(personal=True)).items if entry.error)
    assert "the token ••••" in failed.content


def test_a_run_that_fails_leaves_it_to_the_next(knowledge: wherefrom.Knowledge, folder: Path, tmp_path: Path) -> None:
    source = knowledge.sources.add("folder", str(folder), config={"secrets": "allow"})
    knowledge.sources.run(source.id)
    knowledge.sources.edit(source.id, config={"secrets": "redact", "max_tokens": 1})
    with pytest.raises(CapReached):
        knowledge.sources.run(source.id)
    assert knowledge.sources.get(source.id).status == "stale"
    knowledge.sources.edit(source.id, config={"secrets": "redact"})
    knowledge.sources.run(source.id)
    assert found(knowledge) == []
    assert TOKEN.encode() not in bytes_beside(tmp_path)


def test_a_more_generous_policy_brings_the_words_back(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    source = knowledge.sources.add("folder", str(folder))
    knowledge.sources.run(source.id)
    assert found(knowledge) == []
    knowledge.sources.edit(source.id, config={"secrets": "allow"})
    knowledge.sources.run(source.id)
    assert len(found(knowledge)) == 6
    knowledge.sources.edit(source.id, config={"secrets": "allow", "tags": ["ops"]})
    assert knowledge.sources.get(source.id).status == "indexed"


def test_what_was_stored_masked_is_shown_when_a_stricter_policy_has_taken_it_away(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    source = knowledge.sources.add("folder", str(folder))
    knowledge.sources.run(source.id)
    hit = next(hit for hit in knowledge.search("the token for now", recipe="fast").hits if "for now" in hit.text)
    assert hit.citation is not None
    knowledge.sources.edit(source.id, config={"secrets": "reject"})
    report = knowledge.sources.run(source.id)
    assert not any("stored with secrets" in notice for _, notice in report.notices)
    for cited in (hit.citation, hit.id, hit.citation.place):
        region = knowledge.show(cited)
        assert (region.state.ground, region.text) == (GroundState.GONE, hit.text)
        assert "•" * len(TOKEN) in region.text
    knowledge.sources.edit(source.id, config={"secrets": "redact"})
    knowledge.sources.run(source.id)
    assert knowledge.show(hit.id).state.ground is GroundState.FRESH


def test_what_was_stored_with_its_secret_is_gone_without_words_and_the_run_says_so(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    source = knowledge.sources.add("folder", str(folder), config={"secrets": "allow"})
    knowledge.sources.run(source.id)
    cited = knowledge.search(TOKEN, recipe="fast").hits[0].citation
    assert cited is not None
    knowledge.sources.edit(source.id, config={"secrets": "reject"})
    report = knowledge.sources.run(source.id)
    told = "former passages that were stored with secrets: 3; what cited them is gone without words"
    assert (source.uri, told) in report.notices
    region = knowledge.show(cited)
    assert (region.state.ground, region.state.was, region.text) == (GroundState.GONE, None, "")


def test_a_mask_that_came_with_the_policy_counts_and_one_that_was_there_does_not() -> None:
    hidden = "•" * 12
    assert not purging._is_masked_since(f"key {hidden} end", f"key {hidden} end")
    assert purging._is_masked_since("key abcdefghijkl end", f"key {hidden} end")
    assert purging._is_masked_since(f"key {hidden[:6]}abcdef end", f"key {hidden} end")
    assert purging._is_masked_since("another length", f"key {hidden} end")
    assert not purging._is_masked_since("• a list", "• a list")
