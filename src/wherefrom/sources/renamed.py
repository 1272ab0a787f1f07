"""A file that is no longer where it was: where in its repository it stands now, by its bytes or as git tells."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from stat import S_ISREG
from typing import NamedTuple

from wherefrom.core.ids import sha256
from wherefrom.errors import WherefromError
from wherefrom.sources.git import Git

__all__ = ["Renamed"]

_MOST_FILES = 50_000
_MOST_READ = 100
_LARGEST = 10_000_000
_MOST_KNOWN = 1_000
_LENGTH_OF_SHA1 = 40
_MOST_RENAMES = 5
_RENAMES = ("-M", "--diff-filter=R", "--name-status", "-z", "--no-ext-diff", "--no-textconv")
_STATE = ("HEAD", "index", "logs/HEAD", "packed-refs")


class _Wanted(NamedTuple):
    """By the hash of the bytes, or by git's own."""

    size: int
    content_hash: str | None = None
    blob: str | None = None

    def is_it(self, data: bytes) -> bool:
        if self.blob is None:
            return sha256(data) == self.content_hash
        algorithm = "sha1" if len(self.blob) == _LENGTH_OF_SHA1 else "sha256"
        named = hashlib.new(algorithm, b"blob %d\0" % len(data) + data, usedforsecurity=False)
        return named.hexdigest() == self.blob


class Renamed:
    """Many claims stand on one file: what was found holds as long as the repository is as it was."""

    def __init__(self) -> None:
        self._known: dict[tuple[Path, str, str | None], tuple[object, Path | None]] = {}

    def found(self, top: Path, path: str, content_hash: str | None, size: int | None) -> Path | None:
        """`content_hash` and `size` are of the file when it was seen; git may know how it was last."""
        asked, state = (top, path, content_hash), _state_of(top, path)
        known = self._known.get(asked)
        if known is None or state is None or known[0] != state or (known[1] is not None and not known[1].is_file()):
            known = (state, _looked_for(top, path, content_hash, size))
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[asked] = known
        return known[1]


def _state_of(top: Path, path: str) -> object:
    """What a commit, a move in the index or the loss of the file itself changes; None if that cannot be told."""
    try:
        folder = top / ".git"
        if folder.is_file():
            folder = top / folder.read_text(encoding="utf-8").removeprefix("gitdir:").strip()
        lost_from = (top / path).parent
        return tuple(
            (known.st_mtime_ns, known.st_size)
            for each in (*(folder / name for name in _STATE), lost_from)
            if each.exists() and (known := each.stat())
        )
    except (OSError, ValueError):
        return None


def _looked_for(top: Path, path: str, content_hash: str | None, size: int | None) -> Path | None:
    git = Git(str(top))
    try:
        wanted = [*_last_known(git, path)]
        if size is not None and content_hash is not None:
            wanted.append(_Wanted(size, content_hash))
        wanted = [each for each in wanted if 0 < each.size <= _LARGEST]  # nothing is everywhere
        listed = git.run("ls-files", "-z", "--cached", "--others", "--exclude-standard") if wanted else b""
    except (WherefromError, OSError):
        return None
    names = [name.decode("utf-8", "surrogateescape") for name in listed.split(b"\0")[:_MOST_FILES] if name]
    last = PurePosixPath(path).name
    same = sorted(_same(top, names, wanted), key=lambda name: (PurePosixPath(name).name != last, name))
    return top / same[0] if same else _followed(git, top, path)


def _followed(git: Git, top: Path, path: str) -> Path | None:
    """Where git itself says that it was renamed to: it may have been edited since."""
    name: str | None = path
    for _ in range(_MOST_RENAMES):
        name = _renamed_to(git, name)
        if name is None:
            return None
        if (top / name).is_file():
            return top / name
    return None


def _renamed_to(git: Git, path: str) -> str | None:
    lost_in = _lost_in(git, path)
    try:
        told = [git.run("diff", "--cached", "HEAD", *_RENAMES)]
        if lost_in:
            told.append(git.run("diff-tree", "-r", "--no-commit-id", f"{lost_in}^", lost_in, *_RENAMES))
    except (WherefromError, OSError):
        return None
    for listed in told:
        names = [each.decode("utf-8", "surrogateescape") for each in listed.split(b"\0")]
        for _, was, now in zip(names[::3], names[1::3], names[2::3], strict=False):
            if was == path:
                return now
    return None


def _lost_in(git: Git, path: str) -> str:
    """The last commit that touched it."""
    told = git.run("rev-list", "-1", "HEAD", "--", f":(top,literal){path}", may_fail=True)
    return told.decode("ascii", "replace").strip()


def _last_known(git: Git, path: str) -> Iterator[_Wanted]:
    """As the commit that is checked out has it, or as the one had it before which it went."""
    lost_in = _lost_in(git, path)
    for commit in ("HEAD", f"{lost_in}^") if lost_in else ():
        told = git.run("rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}:{path}", may_fail=True)
        blob = told.decode("ascii", "replace").strip()
        if blob:
            yield _Wanted(int(git.run("cat-file", "-s", blob)), blob=blob)
            return


def _same(top: Path, names: list[str], wanted: list[_Wanted]) -> Iterator[str]:
    sizes, read = {each.size for each in wanted}, 0
    for name in names:
        try:
            known = (top / name).lstat()
            if not S_ISREG(known.st_mode) or known.st_size not in sizes:
                continue
            if read >= _MOST_READ:
                return
            read += 1
            data = (top / name).read_bytes()
        except (OSError, ValueError):
            continue
        if any(each.is_it(data) for each in wanted if each.size == len(data)):
            yield name
