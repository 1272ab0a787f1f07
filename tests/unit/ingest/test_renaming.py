"""A document under another name is the same one, also if it was edited on the way."""

import io
import subprocess
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import wherefrom
from wherefrom.bootstrap import open_settings
from wherefrom.config import load_settings
from wherefrom.core.documents import Citation, Known, SourceStatus
from wherefrom.ingest.renaming import Likeness, Orphans

WORDS = ("alder", "birch", "cedar", "damson", "elder", "fir", "ginkgo", "hazel", "ivy", "juniper", "larch", "maple")


@pytest.fixture
def knowledge(tmp_path: Path) -> Iterator[wherefrom.Knowledge]:
    with opened(tmp_path) as knowledge:
        yield knowledge


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    return folder


def opened(tmp_path: Path, **said: str) -> wherefrom.Knowledge:
    environment = {"WHEREFROM_EMBEDDER": "hash", **said}
    return open_settings(load_settings(store=str(tmp_path / "store.db"), environment=environment, folder=Path("/")))


def sections(*words: str, edited: str = "") -> str:
    """Each is a passage of its own."""
    told = {word: f"What the {word} is for, and where it stands. " * 12 for word in words}
    if edited:
        told[edited] = told[edited].replace("stands", "grows", 1)
    return "\n".join(f"# {word.title()}\n\n{text}\n" for word, text in told.items())


def cited(knowledge: wherefrom.Knowledge, word: str) -> Citation:
    hit = knowledge.search(f"what the {word} is for", recipe="fast").hits[0]
    assert word in hit.text
    assert hit.citation is not None
    return hit.citation


def ids(knowledge: wherefrom.Knowledge) -> dict[str, str]:
    return {entry.title: entry.id for entry in knowledge.entries.find().items}


def test_an_orphan_is_adopted_once_by_equal_bytes() -> None:
    one = Known("a", "a.md", "1", "h1", "passages", 1, SourceStatus.INDEXED)
    other = one._replace(id="b", uri="b.md", content_hash="h2")
    orphans = Orphans([one, other])
    assert orphans.adopted("h1") is one
    assert orphans.adopted("h1") is None
    assert orphans.left == [other]


def test_a_renamed_file_with_one_edited_word_embeds_one_passage_and_keeps_its_citations(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    (folder / "one.md").write_text(sections(*WORDS))
    assert knowledge.ingest(str(folder)).embedded == 12
    citation, (before,) = cited(knowledge, "larch"), ids(knowledge).values()
    (folder / "one.md").unlink()
    (folder / "uno.md").write_text(sections(*WORDS, edited="cedar"))
    report = knowledge.ingest(str(folder))
    assert (report.embedded, report.removed, report.entries) == (1, 0, 1)
    assert ids(knowledge) == {"uno.md": before}
    shown = knowledge.show(citation)
    assert shown.state.ground in ("fresh", "moved")
    assert cited(knowledge, "larch").chunk == citation.chunk
    assert cited(knowledge, "larch").uri == f"file://{folder}/uno.md"
    again = knowledge.ingest(str(folder))
    assert (again.embedded, again.unchanged) == (0, 1)


def test_a_dry_run_foresees_it(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    (folder / "one.md").write_text(sections(*WORDS))
    knowledge.ingest(str(folder))
    (folder / "one.md").unlink()
    (folder / "uno.md").write_text(sections(*WORDS, edited="cedar"))
    report = knowledge.ingest(str(folder), dry_run=True)
    assert (report.embedded, report.removed, report.chunks) == (1, 0, 12)


def git(folder: Path, *command: str) -> None:
    said = ("-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(folder), *said, *command], check=True, capture_output=True)


def test_so_is_a_file_of_a_repository_that_a_commit_moves_and_edits(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    git(folder, "init", "-q")
    (folder / "one.md").write_text(sections(*WORDS[:6]))
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "one")
    assert knowledge.ingest(str(folder)).embedded == 6
    citation = cited(knowledge, "fir")
    git(folder, "mv", "one.md", "two.md")
    (folder / "two.md").write_text(sections(*WORDS[:6], edited="alder").replace("birch is for", "birch is not for", 1))
    git(folder, "commit", "-qam", "two")
    report = knowledge.ingest(str(folder))
    assert (report.embedded, report.removed) == (2, 0)
    assert cited(knowledge, "fir").chunk == citation.chunk
    assert knowledge.show(citation).state.ground in ("fresh", "moved")


def zipped(files: Mapping[str, str]) -> bytes:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return into.getvalue()


def test_and_a_member_of_an_archive_and_one_whose_archive_was_renamed(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    files = {"one.md": sections(*WORDS[:6]), "other.md": sections(*WORDS[6:])}
    (folder / "old.zip").write_bytes(zipped(files))
    assert knowledge.ingest(str(folder)).embedded == 12
    citation = cited(knowledge, "fir")
    files = {"uno.md": sections(*WORDS[:6], edited="birch"), "other.md": sections(*WORDS[6:])}
    (folder / "old.zip").write_bytes(zipped(files))
    report = knowledge.ingest(str(folder))
    assert (report.embedded, report.removed) == (1, 0)
    assert cited(knowledge, "fir").chunk == citation.chunk
    (folder / "old.zip").unlink()
    files["uno.md"] = sections(*WORDS[:6], edited="cedar")
    (folder / "new.zip").write_bytes(zipped(files))
    report = knowledge.ingest(str(folder))
    assert (report.embedded, report.removed) == (1, 0)  # the birch is again as it was once, the cedar is new
    assert cited(knowledge, "fir").chunk == citation.chunk
    assert (knowledge.ingest(str(folder)).unchanged, sorted(ids(knowledge))) == (2, ["other.md", "uno.md"])


def test_of_several_that_are_alike_the_most_alike_is_meant_whatever_comes_first(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    (folder / "one.md").write_text(sections(*WORDS[:6]))
    (folder / "two.md").write_text(sections(*WORDS[6:]))
    knowledge.ingest(str(folder))
    before = ids(knowledge)
    (folder / "one.md").unlink()
    (folder / "two.md").unlink()
    (folder / "a-small-part.md").write_text(sections("birch"))
    (folder / "b-uno.md").write_text(sections(*WORDS[:6], edited="elder"))
    (folder / "c-due.md").write_text(sections(*WORDS[6:], edited="hazel"))
    report = knowledge.ingest(str(folder))
    after = ids(knowledge)
    assert (after["b-uno.md"], after["c-due.md"]) == (before["one.md"], before["two.md"])
    assert (report.removed, report.entries) == (0, 3)


def test_a_document_that_shares_little_is_another_one(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    (folder / "one.md").write_text(sections(*WORDS[:6]))
    knowledge.ingest(str(folder))
    (before,) = ids(knowledge).values()
    (folder / "one.md").unlink()
    (folder / "two.md").write_text(sections("birch", *WORDS[7:]))
    report = knowledge.ingest(str(folder))
    assert report.removed == 1
    assert before not in ids(knowledge).values()


def test_what_is_shown_to_more_people_than_its_source_is_not_what_a_new_document_becomes(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    (folder / "menu.md").write_text(sections(*WORDS[:4]))
    knowledge.groups.create("hr")
    knowledge.members.set("local", role="owner", kind="user", groups=["hr"])
    source = knowledge.sources.add("folder", str(folder), audience=["hr"])
    knowledge.sources.run(source.id)
    (entry,) = knowledge.entries.find().items
    knowledge.entries.edit(entry.id, audience=["all"])
    (folder / "menu.md").unlink()
    (folder / "salaries.md").write_text(sections("alder", "birch", *WORDS[8:]))
    report = knowledge.sources.run(source.id)
    (after,) = knowledge.entries.find().items
    assert (report.removed, after.audience) == (1, frozenset({"hr"}))


def test_what_somebody_made_their_own_stays_so_under_another_name(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    (folder / "salaries.md").write_text(sections(*WORDS[:4]))
    knowledge.ingest(str(folder))
    (entry,) = knowledge.entries.find().items
    knowledge.entries.edit(entry.id, is_personal=True)
    (folder / "salaries.md").unlink()
    (folder / "pay.md").write_text(sections(*WORDS[:4], edited="alder"))
    knowledge.ingest(str(folder))
    after = knowledge.entries.get(entry.id)
    assert (after.title, after.is_personal) == ("pay.md", True)


def test_a_passage_that_everything_has_tells_nothing() -> None:
    letterhead = {f"e{number}": frozenset({"letterhead", f"own {number}"}) for number in range(100)}
    likeness = Likeness(letterhead)
    assert list(likeness.of(frozenset({"letterhead", "new"}))) == []
    assert list(likeness.of(frozenset({"letterhead", "own 7"}))) == [(0.5, "e7")]
