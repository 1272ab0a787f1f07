"""A folder is walked in the same order every time, and nothing leads out of it."""

import errno
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from wherefrom.core import passing_over
from wherefrom.core.documents import Source, SourceKind
from wherefrom.errors import AdapterError, ContentError, InvalidValue
from wherefrom.ports.documents import Found, Scan
from wherefrom.sources.folder import FolderConnector, path_of, uri_of


def source(uri: object, kind: SourceKind = SourceKind.FOLDER) -> Source:
    return Source(id="s1", kind=kind, uri=str(uri), title="t")


def write(folder: Path, *paths: str, text: str = "words\n") -> None:
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def scan(uri: object, connector: FolderConnector | None = None) -> Scan:
    return (connector or FolderConnector()).scan(source(uri), None)


def names(folder: Path, found: Sequence[Found]) -> list[str]:
    return [os.path.relpath(path_of(one.uri), folder) for one in found]


def test_everything_readable_is_found_in_the_order_of_names(tmp_path: Path) -> None:
    write(tmp_path, "b.md", "a/z.py", "a/b/c.txt", "A.md")
    assert names(tmp_path, scan(tmp_path).found) == ["A.md", "b.md", "a/z.py", "a/b/c.txt"]
    assert scan(tmp_path).is_whole


def test_a_revision_is_the_time_and_the_size(tmp_path: Path) -> None:
    write(tmp_path, "a.md")
    os.utime(tmp_path / "a.md", ns=(5, 7))
    (found,) = scan(tmp_path).found
    assert found == Found((tmp_path / "a.md").as_uri(), "7-6")


def test_what_is_not_read_is_told_with_its_reason(tmp_path: Path) -> None:
    write(tmp_path, "node_modules/x/y.js", ".git/config", ".env", "photo.PNG", "app.min.js", "uv.lock", "kept.md")
    result = scan(tmp_path)
    assert names(tmp_path, result.found) == ["kept.md"]
    assert dict(result.skipped) == {
        "node_modules": "vendored",
        ".git": "version control",
        ".env": "hidden",
        "photo.PNG": "binary",
        "app.min.js": "generated",
        "uv.lock": "generated",
    }


def test_a_file_that_is_too_large_is_passed_over_and_a_failure_if_asked_for(tmp_path: Path) -> None:
    with (tmp_path / "big.txt").open("wb") as file:
        file.truncate(passing_over.LARGEST_FILE + 1)
    assert scan(tmp_path).skipped == [("big.txt", "larger than 50 MB")]
    single = source(tmp_path / "big.txt", SourceKind.FILE)
    (found,) = FolderConnector().scan(single, None).found
    with pytest.raises(ContentError, match="too large") as told:
        FolderConnector().fetch(single, found)
    assert "split it" in (told.value.hint or "")


def test_what_may_not_be_read_says_so_and_a_whole_folder_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    (tmp_path / "a.md").write_text("a")
    (found,) = scan(tmp_path).found
    monkeypatch.setattr("wherefrom.sources.folder._opened", closed)
    with pytest.raises(ContentError, match="Permission denied") as told:
        FolderConnector().fetch(source(tmp_path), found)
    assert "let it be read" in (told.value.hint or "")
    monkeypatch.setattr(os, "scandir", closed)
    with pytest.raises(AdapterError, match="the folder cannot be read: Permission denied"):
        scan(tmp_path)


def test_gitignore_rules_hold_and_a_deeper_file_decides(tmp_path: Path) -> None:
    write(tmp_path, "a.log", "src/b.log", "src/keep.log", "out/x.md", "src/out/y.md", "src/deep/keep.log")
    (tmp_path / ".gitignore").write_text("*.log\n/out/\n# no rule\n\n")
    (tmp_path / "src/.gitignore").write_text("!keep.log\n")
    result = scan(tmp_path)
    assert names(tmp_path, result.found) == ["src/keep.log", "src/deep/keep.log", "src/out/y.md"]
    assert ("out", "ignored by .gitignore") in result.skipped


def test_a_rule_made_to_keep_the_matching_busy_is_left_out(tmp_path: Path) -> None:
    write(tmp_path, "a" * 200)
    (tmp_path / ".gitignore").write_text("a*a*a*a*a*a*a*a*a*a*a*b\n")
    assert len(scan(tmp_path).found) == 1


def test_links_are_not_followed(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    write(inside, "real.md")
    write(outside, "secret.md")
    (inside / "to_secret.md").symlink_to(outside / "secret.md")
    (inside / "to_folder").symlink_to(outside)
    (inside / "to_real.md").symlink_to(inside / "real.md")
    (inside / "round").symlink_to(inside)
    result = scan(inside)
    assert names(inside, result.found) == ["real.md"]
    assert dict(result.skipped)["to_secret.md"] == dict(result.skipped)["to_folder"] == "a link that leads outside"
    assert "under its own name" in dict(result.skipped)["to_real.md"]


def test_a_link_put_in_after_the_scan_leads_nowhere(tmp_path: Path) -> None:
    folder, outside = tmp_path / "in", tmp_path / "out"
    write(folder, "sub/a.md")
    write(outside, "a.md", text="secret")
    (found,) = scan(folder).found
    (folder / "sub/a.md").unlink()
    (folder / "sub").rmdir()
    (folder / "sub").symlink_to(outside)
    with pytest.raises(ContentError):
        FolderConnector().fetch(source(folder), found)
    (folder / "sub").unlink()
    (folder / "sub").mkdir()
    (folder / "sub/a.md").symlink_to(outside / "a.md")
    with pytest.raises(ContentError):
        FolderConnector().fetch(source(folder), found)


@pytest.mark.parametrize("stray", ["../out.md", "sub/../../out.md"])
def test_an_address_outside_the_folder_is_refused(tmp_path: Path, stray: str) -> None:
    write(tmp_path, "out.md", "in/a.md")
    with pytest.raises(ContentError, match="outside"):
        FolderConnector().fetch(source(tmp_path / "in"), Found(f"{uri_of(str(tmp_path / 'in'))}/{stray}"))


def test_a_file_is_fetched_with_its_path_in_the_folder(tmp_path: Path) -> None:
    write(tmp_path, "docs/a b#é.md", text="hello")
    (found,) = scan(tmp_path).found
    blob = FolderConnector().fetch(source(tmp_path), found)
    assert (blob.path, blob.data, blob.revision) == ("docs/a b#é.md", b"hello", found.revision)


def test_a_name_that_is_not_utf8_can_be_read(tmp_path: Path) -> None:
    (Path(os.fsdecode(os.fsencode(tmp_path) + b"/a\xff.md"))).write_text("x")
    (found,) = scan(tmp_path).found
    blob = FolderConnector().fetch(source(tmp_path), found)
    assert blob.data == b"x"
    assert blob.path.encode() == "a\ufffd.md".encode()


def test_what_is_gone_binary_or_no_file_is_one_failure(tmp_path: Path) -> None:
    write(tmp_path, "a.md")
    (tmp_path / "b.txt").write_bytes(b"MZ\0\0")
    (tmp_path / "c.txt").write_bytes("wide".encode("utf-16"))
    (tmp_path / "d.pdf").write_bytes(b"%PDF\0")
    (tmp_path / "f.txt").write_bytes(b"\x89PNG\r\n")
    os.mkfifo(tmp_path / "e.txt")
    connector, here = FolderConnector(), source(tmp_path)
    found = {Path(path_of(one.uri)).name: one for one in connector.scan(here, None).found}
    assert "e.txt" not in found
    (tmp_path / "a.md").unlink()
    for name in ("a.md", "b.txt", "f.txt"):
        with pytest.raises(ContentError):
            connector.fetch(here, found[name])
    with pytest.raises(ContentError):
        connector.fetch(here, Found(uri_of(str(tmp_path / "e.txt"))))
    assert connector.fetch(here, found["c.txt"]).data
    assert connector.fetch(here, found["d.pdf"]).data


def test_a_glob_asks_for_some_of_a_folder(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "b.txt", "docs/c.md", "docs/deep/d.md", "docs/node_modules/e.md")
    assert names(tmp_path, scan(tmp_path / "*.md").found) == ["a.md"]
    assert names(tmp_path, scan(tmp_path / "docs/**/*.md").found) == ["docs/c.md", "docs/deep/d.md"]
    assert names(tmp_path, scan(tmp_path / "d*/c.m?").found) == ["docs/c.md"]
    (found,) = scan(tmp_path / "*.md").found
    assert FolderConnector().fetch(source(tmp_path / "*.md"), found).path == "a.md"


def test_a_single_file_is_read_whatever_it_is_called(tmp_path: Path) -> None:
    write(tmp_path, ".env.md", "other.md")
    here = source(tmp_path / ".env.md", SourceKind.FILE)
    connector = FolderConnector()
    (found,) = connector.scan(here, None).found
    assert connector.fetch(here, found).path == ".env.md"
    with pytest.raises(ContentError):
        connector.fetch(here, Found(uri_of(str(tmp_path / "other.md"))))


def test_a_file_that_is_gone_is_an_empty_scan_and_a_folder_an_error(tmp_path: Path) -> None:
    assert FolderConnector().scan(source(tmp_path / "gone.md", SourceKind.FILE), None) == Scan(())
    with pytest.raises(AdapterError) as caught:
        scan(tmp_path / "no" / "such" / "folder")
    assert caught.value.retryable
    with pytest.raises(InvalidValue):
        FolderConnector().check(source(tmp_path / "gone"))


def test_a_folder_that_cannot_be_read_removes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "a.md", "sub/b.md")
    real = os.scandir

    def refusing(path: str) -> object:
        if str(path).rstrip("/").endswith("sub"):
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", refusing)
    result = scan(tmp_path)
    assert not result.is_whole
    assert ("sub/", "cannot be read: Permission denied") in result.skipped


def test_outside_the_readable_roots_nothing_is_read(tmp_path: Path) -> None:
    write(tmp_path, "in/a.md", "out/b.md")
    (tmp_path / "in/way_out").symlink_to(tmp_path / "out")
    (tmp_path / "in/b.md").symlink_to(tmp_path / "out/b.md")
    connector = FolderConnector(roots=[tmp_path / "in"])
    connector.check(source(tmp_path / "in"))
    assert len(scan(tmp_path / "in", connector).found) == 1
    for stray in ("out", "in/../out", "in/way_out", "in/b.md", "out/*.md", "inner"):
        with pytest.raises(InvalidValue, match="outside"):
            connector.scan(source(tmp_path / stray), None)
    with pytest.raises(InvalidValue, match="outside"):
        FolderConnector(roots=[]).check(source(tmp_path / "in"))


def test_a_file_whose_folder_is_away_may_be_there_later(tmp_path: Path) -> None:
    write(tmp_path, "docs/a.md")
    (found,) = scan(tmp_path / "docs").found
    (tmp_path / "docs").rename(tmp_path / "away")
    with pytest.raises(AdapterError) as told:
        FolderConnector().fetch(source(tmp_path / "docs"), found)
    assert told.value.retryable


def test_what_may_not_be_looked_at_is_told_and_removes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "a.md", "b.md")

    def refuse(name: str, size: int) -> str | None:
        if name == "b.md":
            raise PermissionError(13, "Permission denied")
        return None

    monkeypatch.setattr("wherefrom.sources.folder.reason_for_file", refuse)
    seen = scan(tmp_path)
    assert names(tmp_path, seen.found) == ["a.md"]
    assert (seen.skipped, seen.is_whole) == ([("b.md", "cannot be read: Permission denied")], False)
