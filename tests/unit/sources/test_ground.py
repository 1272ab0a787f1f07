"""Files as evidence: as people name them, and when they are seen for the first time only later."""

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from wherefrom.core.evidence import EvidenceRef, GroundState, Standing
from wherefrom.core.evidence_specs import evidence_from
from wherefrom.core.ids import content_hash
from wherefrom.core.pointers import from_file
from wherefrom.errors import InvalidValue
from wherefrom.ports.ground import Sight
from wherefrom.sources.ground import FileGround

TEXT = "one\ntwo approvals\nthree\n"


def looked(folder: Path, ref: EvidenceRef, seen: str | None = None) -> GroundState:
    (folder / "pay.py").write_text(TEXT)
    known = None if seen is None else content_hash(seen)
    standing = Standing(claim="c", position=0, ref=ref, seen_text=seen, seen_hash=known)
    return FileGround(folder).look(standing).state


@pytest.mark.parametrize(
    ("ref", "state"),
    [
        (from_file("pay.py"), GroundState.FRESH),
        (from_file("pay.py", quote="two approvals"), GroundState.FRESH),
        (from_file("pay.py", lines=(2, 2), quote="two approvals"), GroundState.FRESH),
        (from_file("pay.py", quote="nine approvals"), GroundState.CHANGED),
        (from_file("pay.py", lines=(90, 91)), GroundState.UNREACHABLE),
        (from_file("pay.py", lines=(90, 91), quote="nine approvals"), GroundState.CHANGED),
    ],
)
def test_a_first_look_that_comes_late_looks_for_the_quote_and_the_lines(
    tmp_path: Path, ref: EvidenceRef, state: GroundState
) -> None:
    assert looked(tmp_path, ref) is state


def test_a_quote_outside_the_lines_that_are_cited_has_moved(tmp_path: Path) -> None:
    assert looked(tmp_path, from_file("pay.py", lines=(3, 3), quote="two approvals")) is GroundState.MOVED
    assert looked(tmp_path, from_file("pay.py", lines=(3, 3), quote="two approvals"), "three") is GroundState.MOVED


@pytest.mark.parametrize(
    ("lines", "before", "after", "state"),
    [
        ((2, 2), "x\na = 2\ny\n", "x\na = 25\ny\n", GroundState.CHANGED),
        ((2, 2), "x\na = 2\ny\n", "x\n# a = 2\ny\n", GroundState.CHANGED),
        ((2, 3), "x\na = 2\nb = 1\n", "x\n# a = 2\nb = 1\n", GroundState.CHANGED),
        ((2, 3), "x\na = 2\nb = 1\n", "x\na = 2\nb = 14\n", GroundState.CHANGED),
        ((2, 3), "x\na = 2\nb = 1\n", "new\nx\na = 2\nb = 1\n", GroundState.MOVED),
        ((2, 2), "x\na = 2\n", "a = 2", GroundState.MOVED),
    ],
)
def test_lines_have_moved_only_if_they_stand_elsewhere_as_whole_lines(
    tmp_path: Path, lines: tuple[int, int], before: str, after: str, state: GroundState
) -> None:
    file = tmp_path / "a.py"
    file.write_text(before)
    assert later(FileGround(tmp_path), from_file("a.py", lines=lines), lambda: file.write_text(after)) is state


def test_many_lines_have_moved_if_all_of_them_stand_elsewhere(tmp_path: Path) -> None:
    file, block = tmp_path / "a.py", "".join(f"line {number}\n" for number in range(5_000))
    for after, state in ((f"new\n{block}", GroundState.MOVED), (f"new\n{block[:-5]}", GroundState.CHANGED)):
        file.write_text(block)
        pinned = FileGround(tmp_path).pin(from_file("a.py", lines=(1, 5_000)))
        assert pinned.text is not None
        kept = Standing(
            claim="c", position=0, ref=pinned.ref, seen_text=pinned.text[:20_000], seen_hash=content_hash(pinned.text)
        )
        file.write_text(after)
        assert FileGround(tmp_path).look(kept).state is state


@pytest.mark.parametrize(
    ("quote", "after", "state"),
    [
        ("DAYS = 1", "DAYS = 14\n", GroundState.CHANGED),
        ("DAYS = 1", "DAYS = 1.5\n", GroundState.CHANGED),
        ("DAYS = 1", "HOLIDAYS = 1\n", GroundState.CHANGED),
        ("DAYS = 1", "# now\nDAYS = 1\n", GroundState.MOVED),
    ],
)
def test_a_quote_that_became_part_of_another_word_or_number_has_changed(
    tmp_path: Path, quote: str, after: str, state: GroundState
) -> None:
    file = tmp_path / "a.py"
    file.write_text("DAYS = 1\n")
    assert later(FileGround(tmp_path), from_file("a.py", quote=quote), lambda: file.write_text(after)) is state


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "latin-1", "cp1252", "utf-16"])
def test_a_file_is_read_in_its_own_charset(tmp_path: Path, charset: str) -> None:
    (tmp_path / "a.txt").write_bytes("un café crème\n".encode(charset))
    assert FileGround(tmp_path).pin(from_file("a.txt")).text == "un café crème\n"


def test_what_is_no_text_is_no_ground(tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(bytes(range(256)) * 40)
    assert FileGround(tmp_path).pin(from_file("a.bin")).why is not None


def test_an_edit_of_the_same_length_whose_time_was_set_back_is_seen(tmp_path: Path) -> None:
    file, ground = tmp_path / "a.py", FileGround(tmp_path)
    file.write_text("LIMIT = 5\n")
    known, before = file.stat(), ground.revision(from_file("a.py"))
    time.sleep(0.02)  # a tick of the file system's clock
    file.write_text("LIMIT = 6\n")
    os.utime(file, ns=(known.st_atime_ns, known.st_mtime_ns))
    assert file.stat().st_mtime_ns == known.st_mtime_ns
    assert ground.revision(from_file("a.py")) != before


def later(ground: FileGround, ref: EvidenceRef, happens: Callable[[], object]) -> GroundState:
    return sight_later(ground, ref, happens).state


def sight_later(ground: FileGround, ref: EvidenceRef, happens: Callable[[], object]) -> Sight:
    pinned = ground.pin(ref)
    assert pinned.text is not None
    standing = Standing(
        claim="c",
        position=0,
        ref=pinned.ref,
        seen_text=pinned.text,
        seen_hash=content_hash(pinned.text),
        seen_revision=pinned.revision,
    )
    assert ground.look(standing).state is GroundState.FRESH
    happens()
    return ground.look(standing)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    (folder / "src").mkdir(parents=True)
    git(folder, "init", "-q", "-b", "main")
    for number in ("one", "two"):
        (folder / "src/pay.py").write_text(f"{number}\n")
        git(folder, "add", "-A")
        git(folder, "commit", "-qm", number)
    git(folder, "tag", "v1", "HEAD~1")
    git(folder, "branch", "team/old", "HEAD~1")
    return folder


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@x.example")
    subprocess.run(["git", "-C", str(folder), *who, *words], check=True)


@pytest.mark.parametrize(
    ("ref", "says"), [("main", "two"), ("v1", "one"), ("HEAD~1", "one"), ("HEAD", "two"), ("team/old", "one")]
)
def test_a_branch_or_a_tag_is_pinned_as_the_commit_that_it_names(repository: Path, ref: str, says: str) -> None:
    ground = FileGround(repository)
    found = ground.resolved(evidence_from(f"file:src/pay.py@{ref}#L1", None, 1.0))
    assert (found.path, len(found.commit_sha or ""), found.line_start) == ("src/pay.py", 40, 1)
    assert ground.pin(found).text == says


def test_a_file_whose_name_has_an_at_sign_is_that_file(repository: Path) -> None:
    for name in ("icon@2x.png", "pay@main", "old@deadbeef"):
        (repository / name).write_text("x")
        found = FileGround(repository).resolved(evidence_from(f"file:{name}", None, 1.0))
        assert (found.path, found.commit_sha) == (name, None)
    scoped = evidence_from("file:node_modules/@acme/x.js", None, 1.0)
    assert FileGround(repository).resolved(scoped) == scoped


@pytest.mark.parametrize("spec", ["src/pay.py@nope", "src/pay.py@deadbeef", "src/pay.py@v9#L1", "icon@2x.png"])
def test_a_ref_that_is_none_and_no_part_of_a_name_is_refused(repository: Path, spec: str) -> None:
    with pytest.raises(InvalidValue, match="no such branch, tag or commit, and no file of this name"):
        FileGround(repository).resolved(evidence_from(f"file:{spec}", None, 1.0))


@pytest.mark.parametrize("lines", ["#1-2", "#L1-", "#top", ":3", ":3-9", ":L3"])
def test_lines_that_are_badly_written_are_refused_where_the_file_is_there(tmp_path: Path, lines: str) -> None:
    (tmp_path / "pay.py").write_text("x = 1\n")
    ground, ref = FileGround(tmp_path), evidence_from(f"file:pay.py{lines}", None, 1.0)
    with pytest.raises(InvalidValue, match="no lines of a file"):
        ground.resolved(ref)
    (tmp_path / f"pay.py{lines}").write_text("a file may be called so")
    assert ground.resolved(ref) == ref
    elsewhere = evidence_from(f"file:other.py{lines}", None, 1.0)
    assert ground.resolved(elsewhere) == elsewhere


def test_without_a_repository_a_commit_is_kept_and_a_branch_is_none(tmp_path: Path) -> None:
    commit = evidence_from("file:pay.py@abc123", None, 1.0)
    assert FileGround(tmp_path).resolved(commit) == commit
    with pytest.raises(InvalidValue):
        FileGround(tmp_path).resolved(evidence_from("file:pay.py@main", None, 1.0))


def test_a_folder_is_told_from_a_file_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    assert FileGround(tmp_path).pin(from_file("docs")).why == f"{tmp_path}/docs is a folder"
    assert FileGround(tmp_path).pin(from_file("nope")).why == f"there is no file {tmp_path}/nope"


def renamed_by_git(folder: Path) -> None:
    git(folder, "mv", "src/pay.py", "src/payments.py")


def renamed_and_committed(folder: Path) -> None:
    renamed_by_git(folder)
    git(folder, "commit", "-qm", "renamed")


def renamed_by_hand(folder: Path) -> None:
    (folder / "src/pay.py").rename(folder / "src/payments.py")


def edited_then_renamed(folder: Path) -> None:
    (folder / "src/pay.py").write_text("# money\n\ntwo\n")
    git(folder, "commit", "-qam", "three")
    renamed_and_committed(folder)
    (folder / "other.py").write_text("x\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "four")


@pytest.mark.parametrize(
    "renamed",
    [renamed_by_git, renamed_and_committed, renamed_by_hand, edited_then_renamed],
    ids=lambda way: way.__name__,
)
def test_a_file_with_another_name_has_moved_there(repository: Path, renamed: Callable[[Path], None]) -> None:
    ref = from_file("src/pay.py", quote="two")
    sight = sight_later(FileGround(repository), ref, lambda: renamed(repository))
    assert (sight.state, sight.place) == (GroundState.MOVED, "src/payments.py")


@pytest.mark.parametrize("renamed", [renamed_by_git, renamed_and_committed], ids=lambda way: way.__name__)
def test_a_file_that_was_edited_under_its_new_name_has_changed(
    repository: Path, renamed: Callable[[Path], None]
) -> None:
    def edited() -> None:
        renamed(repository)
        (repository / "src/payments.py").write_text("six and more\n")

    sight = sight_later(FileGround(repository), from_file("src/pay.py"), edited)
    assert (sight.state, sight.place, sight.now) == (GroundState.CHANGED, "src/payments.py", "six and more\n")


def test_a_file_that_was_renamed_twice_is_followed(repository: Path) -> None:
    def edited() -> None:
        renamed_and_committed(repository)
        git(repository, "mv", "src/payments.py", "money.py")
        git(repository, "commit", "-qm", "again")
        (repository / "money.py").write_text("six\n")

    assert sight_later(FileGround(repository), from_file("src/pay.py"), edited).place == "money.py"


def test_a_file_of_a_repository_without_a_commit_is_found_by_its_bytes(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "a.md").write_text("two\n")
    (tmp_path / "b.md").write_text("six\n")
    sight = sight_later(FileGround(tmp_path), from_file("a.md"), lambda: (tmp_path / "a.md").rename(tmp_path / "c.md"))
    assert (sight.state, sight.place) == (GroundState.MOVED, "c.md")


@pytest.mark.parametrize("text", ["", "two\n"])
def test_a_file_whose_bytes_stand_nowhere_is_gone_and_nothing_stands_everywhere(repository: Path, text: str) -> None:
    file = repository / "lost.py"
    file.write_text(text)
    if text:
        (repository / "src/pay.py").write_text("three\n")
    else:
        (repository / "empty.py").write_text("")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "five")
    assert later(FileGround(repository), from_file("lost.py"), file.unlink) is GroundState.GONE


def test_a_file_that_moved_out_of_what_may_be_read_is_gone(repository: Path) -> None:
    ground = FileGround(repository, [repository / "src"])
    file = repository / "src/pay.py"
    assert later(ground, from_file("src/pay.py"), lambda: file.rename(repository / "pay.py")) is GroundState.GONE
