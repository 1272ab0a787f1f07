"""Files as evidence: as people name them, and when they are seen for the first time only later."""

import subprocess
from pathlib import Path

import pytest

from wherefrom.core.evidence import EvidenceRef, GroundState, Standing
from wherefrom.core.evidence_specs import evidence_from
from wherefrom.core.ids import content_hash
from wherefrom.core.pointers import from_file
from wherefrom.errors import InvalidValue
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


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    (folder / "src").mkdir(parents=True)
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@x.example"]
    subprocess.run([*git, "init", "-q", "-b", "main"], check=True)
    for number in ("one", "two"):
        (folder / "src/pay.py").write_text(f"{number}\n")
        subprocess.run([*git, "add", "-A"], check=True)
        subprocess.run([*git, "commit", "-qm", number], check=True)
    subprocess.run([*git, "tag", "v1", "HEAD~1"], check=True)
    subprocess.run([*git, "branch", "team/old", "HEAD~1"], check=True)
    return folder


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


def test_without_a_repository_a_commit_is_kept_and_a_branch_is_none(tmp_path: Path) -> None:
    commit = evidence_from("file:pay.py@abc123", None, 1.0)
    assert FileGround(tmp_path).resolved(commit) == commit
    with pytest.raises(InvalidValue):
        FileGround(tmp_path).resolved(evidence_from("file:pay.py@main", None, 1.0))


def test_a_folder_is_told_from_a_file_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    assert FileGround(tmp_path).pin(from_file("docs")).why == f"{tmp_path}/docs is a folder"
    assert FileGround(tmp_path).pin(from_file("nope")).why == f"there is no file {tmp_path}/nope"
