"""Runs that end early, meet what others did meanwhile, or find what is not theirs to see."""

import io
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import wherefrom
from wherefrom.bootstrap import open_settings
from wherefrom.config import load_settings
from wherefrom.core.documents import Known, Source
from wherefrom.core.evidence import GroundState
from wherefrom.core.paging import EntryFilter
from wherefrom.errors import AccessDenied, CapReached
from wherefrom.ingest.limited.pool import LimitedReaders
from wherefrom.ports.documents import Blob, Found
from wherefrom.record.documents import SqlEntries
from wherefrom.retrieval.library import Library
from wherefrom.sources.folder import FolderConnector


@pytest.fixture
def knowledge(tmp_path: Path) -> Iterator[wherefrom.Knowledge]:
    with open_settings(load_settings(store=str(tmp_path / "store.db"), environment={}, folder=Path("/"))) as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    return folder


def packed(files: Mapping[str, str]) -> bytes:
    into = io.BytesIO()
    with tarfile.open(fileobj=into, mode="w:gz") as archive:
        for name, text in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(text.encode())
            archive.addfile(info, io.BytesIO(text.encode()))
    return into.getvalue()


def names(knowledge: wherefrom.Knowledge) -> list[str]:
    return sorted(
        (entry.uri or "").rpartition("/")[2]
        for entry in knowledge.entries.find(EntryFilter(personal=True), limit=500).items
    )


def many() -> dict[str, str]:
    return {f"{number:03}.md": f"# Page {number}\n\nWhat stands on page {number}.\n" for number in range(450)}


def test_an_archive_whose_reading_was_interrupted_is_finished_by_the_next_run(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    (folder / "pages.tgz").write_bytes(packed(many()))
    with pytest.raises(CapReached):
        knowledge.ingest(str(folder), max_tokens=4_000)
    assert 0 < len(names(knowledge)) < 450
    assert knowledge.ingest(str(folder)).entries == 450
    again = knowledge.ingest(str(folder))
    assert (again.unchanged, again.entries) == (450, 450)


def test_a_cut_archive_is_told_at_every_run_and_read_whole_when_it_is_mended(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    whole = packed(many())
    (folder / "pages.tgz").write_bytes(whole[: len(whole) // 2])
    for _ in range(2):
        report = knowledge.ingest(str(folder))
        assert [failure.uri.rpartition("/")[2] for failure in report.failed] == ["pages.tgz"]
    (folder / "pages.tgz").write_bytes(whole)
    assert knowledge.ingest(str(folder)).failed == ()
    assert len(names(knowledge)) == 450


def zipped(files: Mapping[str, bytes]) -> bytes:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return into.getvalue()


def encrypted(archive: bytes, name: bytes) -> bytes:
    """Says of one member that it is encrypted, in its own header and in the directory."""
    data = bytearray(archive)
    for magic, flags, at in ((b"PK\x03\x04", 6, 30), (b"PK\x01\x02", 8, 46)):
        start = data.find(magic)
        while data[start + at : start + at + len(name)] != name:
            start = data.index(magic, start + 1)
        data[start + flags] |= 1
    return bytes(data)


def read_by(knowledge: wherefrom.Knowledge, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of all that is fetched from now on."""
    asked: list[str] = []
    fetch = FolderConnector.fetch

    def fetched(connector: FolderConnector, source: Source, found: Found) -> Blob:
        asked.append(found.uri.rpartition("/")[2])
        return fetch(connector, source, found)

    monkeypatch.setattr(FolderConnector, "fetch", fetched)
    return asked


def deep(levels: int) -> bytes:
    data = b"At the bottom."
    for level in range(levels):
        data = zipped({f"{level}.zip" if level else "bottom.txt": data})
    return data


def test_an_unchanged_archive_with_refused_members_is_not_read_again_and_its_failures_stay(
    knowledge: wherefrom.Knowledge, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    members = {
        "good.md": b"What stands in the good one.",
        "locked.md": b"What nobody may read.",
        "../../escape.md": b"What lies outside.",
        "broken.pdf": b"%PDF-1.4 and nothing more",
        "deep.zip": deep(5),
    }
    (folder / "mixed.zip").write_bytes(encrypted(zipped(members), b"locked.md"))
    asked = read_by(knowledge, monkeypatch)
    first = knowledge.ingest(str(folder))
    assert (first.entries, len(first.failed), asked) == (1, 4, ["mixed.zip"])
    again = knowledge.ingest(str(folder))
    assert asked == ["mixed.zip"]
    assert (again.entries, again.unchanged, again.embedded) == (1, 1, 0)
    assert {(told.uri, told.code, told.reason) for told in again.failed} == {
        (told.uri, told.code, told.reason) for told in first.failed
    }
    (source,) = knowledge.sources.find().items
    assert source.last_run_status == "partial"
    assert knowledge.sources.drifts([source])[0].has_drifted is False
    forced = knowledge.ingest(str(folder), force=True)
    assert asked.count("mixed.zip") > 1
    assert len(forced.failed) == 4


def test_an_archive_that_was_mended_is_read_again(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    files = {"good.md": b"Good.", "locked.md": b"What nobody may read."}
    (folder / "mixed.zip").write_bytes(encrypted(zipped(files), b"locked.md"))
    assert len(knowledge.ingest(str(folder)).failed) == 1
    (folder / "mixed.zip").write_bytes(zipped({**files, "more.md": b"More."}))
    report = knowledge.ingest(str(folder))
    assert (report.entries, report.failed) == (3, ())


def admin(knowledge: wherefrom.Knowledge, tmp_path: Path, name: str) -> wherefrom.Knowledge:
    knowledge.members.set(name, role="admin", kind="user")
    return opened_by(tmp_path, knowledge.keys.create(actor=name, role="admin").key)


def opened_by(tmp_path: Path, key: str) -> wherefrom.Knowledge:
    said = {"WHEREFROM_KEY": key}
    return open_settings(load_settings(store=str(tmp_path / "store.db"), environment=said, folder=Path("/")))


def test_what_somebody_made_their_own_does_not_come_back_for_everybody(
    knowledge: wherefrom.Knowledge, folder: Path, tmp_path: Path
) -> None:
    (folder / "salaries.md").write_text("# Salaries\n\nWhat everybody earns.\n")
    (folder / "pages.tgz").write_bytes(packed({"bonus.md": "Who gets a bonus.", "menu.md": "What is for lunch."}))
    with admin(knowledge, tmp_path, "ada") as ada, admin(knowledge, tmp_path, "bob") as bob:
        ada.ingest(str(folder))
        for entry in ada.entries.find().items:
            if "menu" not in (entry.uri or ""):
                ada.entries.edit(entry.id, is_personal=True)
        (folder / "salaries.md").write_text("# Salaries\n\nWhat everybody earns now.\n")
        report = bob.ingest(str(folder), force=True)
        assert names(bob) == ["menu.md"]
        assert any("elevated" in told for _, told in report.notices)
        assert names(ada) == ["bonus.md", "menu.md", "salaries.md"]


def test_nor_does_it_when_its_file_was_renamed_meanwhile(
    knowledge: wherefrom.Knowledge, folder: Path, tmp_path: Path
) -> None:
    (folder / "salaries.md").write_text("# Salaries\n\nWhat everybody earns.\n")
    with admin(knowledge, tmp_path, "ada") as ada, admin(knowledge, tmp_path, "bob") as bob:
        ada.ingest(str(folder))
        (entry,) = ada.entries.find().items
        ada.entries.edit(entry.id, is_personal=True)
        (folder / "salaries.md").rename(folder / "pay.md")
        bob.ingest(str(folder))
        assert names(bob) == []


def test_a_tag_on_code_that_was_read_leaves_its_lines_as_they_are(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    (folder / "pay.py").write_text('def pay(refund):\n    """Send the money back."""\n    return refund.amount\n')
    knowledge.ingest(str(folder))
    before = knowledge.search("send the money back").hits[0]
    (entry,) = knowledge.entries.find().items
    after = knowledge.entries.edit(entry.id, tags=["money"], title="Paying")
    assert (after.tags, after.content_hash) == (("money",), entry.content_hash)
    hit = knowledge.search("send the money back").hits[0]
    assert (hit.id, hit.citation.locator) == (before.id, before.citation.locator)
    assert hit.citation.title == "Paying"


def page(words: str) -> str:
    """Its text is not its bytes, so the original is kept."""
    return f"<html><head><title>Page</title></head><body><p>{words}</p></body></html>"


def originals(tmp_path: Path) -> list[Path]:
    return [file for file in tmp_path.rglob("*") if file.is_file() and len(file.name) == 64]


def test_a_dry_run_keeps_no_original_and_a_real_one_does(
    knowledge: wherefrom.Knowledge, folder: Path, tmp_path: Path
) -> None:
    (folder / "page.html").write_text(page("Refunds need two approvals."))
    knowledge.ingest(str(folder), dry_run=True)
    assert originals(tmp_path) == []
    knowledge.ingest(str(folder))
    assert [file.read_text() for file in originals(tmp_path)] == [page("Refunds need two approvals.")]


def test_an_entry_that_somebody_deletes_meanwhile_does_not_fail_the_run(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    for name in ("a.md", "b.md", "c.md", "gone.md"):
        (folder / name).write_text(f"# {name}\n\nWhat {name} says.\n")
    knowledge.ingest(str(folder))
    ids = {entry.title: entry.id for entry in knowledge.entries.find().items}
    for name in ("a.md", "b.md"):
        (folder / name).write_text(f"# {name}\n\nWhat {name} says now.\n")
    (folder / "c.md").write_bytes(b"\x00\x01\x02" * 100)
    (folder / "gone.md").unlink()
    deleted = list(ids.values())

    def meanwhile(_: object) -> None:
        while deleted:
            id = deleted.pop()
            if id != ids["b.md"]:
                knowledge.entries.delete(id)

    report = knowledge.ingest(str(folder), progress=meanwhile)
    assert report.removed == 0
    assert "b.md" in names(knowledge)
    assert "a.md" not in names(knowledge)


def test_tags_and_type_that_people_gave_outlive_the_next_reading(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    (folder / "a.md").write_text("# A\n\nWhat it says.\n")
    knowledge.ingest(str(folder), tags=["first"])
    (entry,) = knowledge.entries.find().items
    knowledge.entries.edit(entry.id, tags=["mine"], type="policy")
    (folder / "a.md").write_text("# A\n\nWhat it says now.\n")
    knowledge.ingest(str(folder))
    (entry,) = knowledge.entries.find().items
    assert (entry.tags, entry.type) == (("mine",), "policy")
    knowledge.ingest(str(folder), tags=["run"], type="guide", force=True)
    (entry,) = knowledge.entries.find().items
    assert (entry.tags, entry.type) == (("run",), "guide")


def test_a_citation_of_a_repository_that_is_away_says_unreachable(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    (folder / "a.md").write_text("# A\n\nWhat it says.\n")
    subprocess.run(["git", "init", "-q", folder], check=True)
    subprocess.run(["git", "-C", folder, "add", "."], check=True)
    named = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
    subprocess.run(["git", "-C", folder, *named, "commit", "-qm", "first"], check=True)
    knowledge.ingest(str(folder))
    hit = knowledge.search("what it says").hits[0]
    folder.rename(folder.with_name("away"))
    assert knowledge.show(hit.id).state.ground is GroundState.UNREACHABLE


def test_only_admins_look_for_drift(knowledge: wherefrom.Knowledge, folder: Path, tmp_path: Path) -> None:
    knowledge.ingest(str(folder))
    knowledge.members.set("eve", kind="user")
    with opened_by(tmp_path, knowledge.keys.create(actor="eve").key) as eve, pytest.raises(AccessDenied):
        eve.sources.drifts(eve.sources.find().items)


@pytest.mark.parametrize(
    "config",
    [
        {"tags": "one"},
        {"tags": [1]},
        {"type": 5},
        {"max_tokens": 0},
        {"max_tokens": 1.5},
        {"max_tokens": True},
        {"max_dollars": "3"},
        {"max_dollars": -1},
    ],
)
def test_a_configuration_that_no_run_could_use_is_refused_when_it_is_saved(
    knowledge: wherefrom.Knowledge, folder: Path, config: dict[str, Any]
) -> None:
    with pytest.raises(wherefrom.WherefromError) as told:
        knowledge.sources.add("folder", str(folder), config=config)
    assert told.value.code == "invalid_value"
    fine = {"tags": ["one"], "type": "guide", "max_tokens": 5, "max_dollars": 0.5}
    assert knowledge.sources.add("folder", str(folder), config=fine).config == fine


def test_a_run_over_what_did_not_change_asks_once_what_is_known_and_opens_no_index(
    knowledge: wherefrom.Knowledge, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        (folder / f"{number}.md").write_text(f"# Page {number}\n\nWhat stands on page {number}.\n")
    knowledge.ingest(str(folder))
    asked: list[str] = []
    known = SqlEntries.known

    def counted(entries: SqlEntries, source: str) -> Mapping[str, Known]:
        asked.append(source)
        return known(entries, source)

    monkeypatch.setattr(SqlEntries, "known", counted)
    monkeypatch.setattr(Library, "catch_up", lambda *_: pytest.fail("nothing changed, so there is nothing to index"))
    monkeypatch.setattr(LimitedReaders, "map", lambda *_: pytest.fail("nothing changed, so there is nothing to read"))
    report = knowledge.ingest(str(folder))
    assert (report.unchanged, len(asked)) == (5, 1)
    assert knowledge.sources.find().items[0].last_run_entry_count == 5


def test_what_an_archive_holds_is_passed_over_as_in_a_folder_and_nothing_of_it_is_a_failure(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    files = {
        "a.md": b"# A\n\nWhat stands in it.\n",
        "__MACOSX/._a.md": b"\0\1",
        ".DS_Store": b"\0\1",
        "pic.png": b"\x89PNG\r\n",
        "photo": b"\x89PNG\r\n",
        "node_modules/x/i.js": b"x = 1\n",
    }
    (folder / "all.zip").write_bytes(zipped(files))
    report = knowledge.ingest(str(folder))
    assert (report.entries, report.failed) == (1, ())
    assert sorted(reason for _, reason in report.skipped) == [
        "binary",
        "binary",
        "hidden",
        "vendored",
        "what macOS packs for itself",
    ]
    unpacked = folder.parent / "unpacked"
    for name, data in files.items():
        (unpacked / name).parent.mkdir(parents=True, exist_ok=True)
        (unpacked / name).write_bytes(data)
    beside = knowledge.ingest(str(unpacked))
    assert (beside.entries, beside.failed) == (1, ())
    assert sorted(reason for _, reason in beside.skipped) == sorted(reason for _, reason in report.skipped)


def test_a_file_that_was_text_and_became_a_picture_is_a_failure_and_keeps_its_text(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    (folder / "a").write_text("It was a note once, and is cited as such.\n")
    assert knowledge.ingest(str(folder)).entries == 1
    (folder / "a").write_bytes(b"\x89PNG\r\n\x1a\n")
    for _ in range(2):
        report = knowledge.ingest(str(folder))
        assert ([failure.code for failure in report.failed], report.removed) == (["binary_content"], 0)
    assert "a note once" in knowledge.search("note", recipe="fast").hits[0].text


def test_a_picture_that_is_asked_for_by_its_name_is_a_failure(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    (folder / "pic.png").write_bytes(b"\x89PNG\r\n")
    report = knowledge.ingest(str(folder / "pic.png"))
    assert [failure.reason for failure in report.failed] == ["this is a binary file"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_the_second_of_one_name_in_an_archive_fails_alone_and_goes_with_the_name(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w") as archive:
        for text in ("# One\n\nThe first of them.\n", "# Two\n\nThe second.\n"):
            archive.writestr("same.md", text)
        archive.writestr("other.md", "# Other\n\nSomething else.\n")
    (folder / "all.zip").write_bytes(into.getvalue())
    for _ in range(2):
        report = knowledge.ingest(str(folder))
        assert (report.entries, [failure.uri.rpartition("/")[2] for failure in report.failed]) == (2, ["same.md (2)"])
    (folder / "all.zip").write_bytes(zipped({"other.md": b"# Other\n\nSomething else.\n"}))
    report = knowledge.ingest(str(folder))
    assert (report.entries, report.removed, report.failed) == (1, 2, ())
    assert names(knowledge) == ["other.md"]


def test_what_never_could_be_read_is_failed_and_not_out_of_date_until_it_is_another(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 none")
    (folder / "locked.zip").write_bytes(encrypted(zipped({"in.txt": b"hello"}), b"in.txt"))
    (folder / "zeros").write_bytes(bytes(100))
    (folder / "good.md").write_text("Read as it is.")
    knowledge.ingest(str(folder))
    sources = knowledge.sources.find().items
    assert not any(drift.has_drifted for drift in knowledge.sources.drifts(sources))
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 something else")
    (drift,) = knowledge.sources.drifts(sources)
    assert [Path(uri).name for uri in drift.changed] == ["broken.pdf"]
    assert not drift.new


def test_other_line_ends_embed_nothing_and_every_citation_leads_where_it_did(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    prose = "# Rules\n\n" + "\n\n".join(f"Rule {n}.\nIt holds for {n * 7} people, and no more." for n in range(120))
    code = "\n\n".join(f"def rule_{n}(people):\n    return people < {n * 7}" for n in range(40))
    texts = {"rules.md": prose, "rules.py": code}
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode())
    first = knowledge.ingest(str(folder))
    hits = [knowledge.search(f"{n * 7} people").hits[0] for n in range(0, 120, 9)]
    knowledge.learn("Rule 9 is for 63 people.", evidence=[wherefrom.from_chunk(hits[1].citation, "63 people")])
    for ends in ("\r\n", "\n"):
        for name, text in texts.items():
            (folder / name).write_bytes(text.replace("\n", ends).encode())
        states = {knowledge.show(hit.citation).state.ground for hit in hits}
        assert states <= {GroundState.FRESH, GroundState.MOVED}, "before it is read again"
        report = knowledge.ingest(str(folder))
        assert (report.embedded, report.removed, report.chunks) == (0, 0, first.chunks)
        for hit in hits:
            region = knowledge.show(hit.citation.chunk)
            assert region.state.ground is GroundState.FRESH
            place = region.citation.locator
            written = (folder / region.citation.title).read_bytes().decode()
            assert written[place.char_start : place.char_end] == region.text
            assert region.text.replace("\r\n", "\n") == hit.text.replace("\r\n", "\n")
        assert not knowledge.check().raised


def test_what_lies_in_a_renamed_archive_has_moved_before_it_is_read_again(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    inside = {"rules.md": b"Refunds need two approvals.", "other.md": b"Trains before planes."}
    (folder / "a.zip").write_bytes(zipped(inside))
    knowledge.ingest(str(folder))
    cited = knowledge.search("refunds approvals").hits[0].citation
    (folder / "a.zip").rename(folder / "b.zip")
    assert knowledge.show(cited).state.ground is GroundState.MOVED
    (folder / "b.zip").write_bytes(zipped({"changed.md": b"Nothing of the kind."}))
    assert knowledge.show(cited).state.ground is GroundState.GONE
