"""Files and folders of this machine: kinds `file` and `folder`, and a glob as the address of a folder.

Nothing is followed out of the folder: links are passed over in the walk, and a file is opened part by part from the
folder down, so that a link put in between does not lead anywhere either.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote_from_bytes, unquote_to_bytes

from pathspec import GitIgnoreSpec

from wherefrom.core.documents import Source, SourceKind
from wherefrom.core.passing_over import (
    HIDDEN,
    LARGEST_FILE,
    is_binary,
    is_hidden,
    reason_for_file,
    reason_for_folder,
)
from wherefrom.errors import AdapterError, BinaryContent, ContentError, InvalidValue
from wherefrom.ports.documents import Blob, Found, Scan
from wherefrom.sources.ignoring import RULES_FILE, Rules, rules_in
from wherefrom.sources.own import THE_STORE, own_below

__all__ = ["FolderConnector", "lies_in", "path_of", "uri_of"]

_SCHEME = "file://"
_WILDCARD = re.compile(r"[*?\[]")
_OPEN = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW
_FOLLOWED = os.O_RDONLY | os.O_CLOEXEC | os.O_DIRECTORY


class _Target(NamedTuple):
    """`root` is the folder that everything must lie in; `wanted` what of it is asked for."""

    root: str
    file: str | None = None
    wanted: GitIgnoreSpec | None = None


class FolderConnector:
    """With `roots`, what lies outside all of them is refused: so it is on a server. `own` is what the store is made of,
    which is not among what is read into it."""

    def __init__(self, roots: Sequence[Path] | None = None, *, own: Sequence[Path] = ()) -> None:
        self._roots = None if roots is None else tuple(os.path.realpath(root) for root in roots)
        self._own = own

    def check(self, source: Source) -> None:
        target = self._target(source)
        if not os.path.exists(os.path.join(target.root, target.file or "")):
            raise InvalidValue("there is no such file or folder", value=source.uri, hint="check the path")

    def scan(self, source: Source, state: str | None) -> Scan:
        """A file that is gone is an empty scan; a folder that is gone is an error, for its disk may be away."""
        target = self._target(source)
        _check_is_there(target.root)
        if target.file is not None:
            return _scan_file(target.root, target.file)
        walk = _Walk(target, own_below(target.root, self._own))
        found = list(walk.run())
        return Scan(found, walk.skipped, is_whole=walk.is_whole)

    def fetch(self, source: Source, found: Found) -> Blob:
        target, path = self._target(source), path_of(found.uri)
        parts = os.path.relpath(path, target.root).split(os.sep)
        if parts[0] == os.pardir or (target.file is not None and parts != [target.file]):
            raise ContentError("this file lies outside its source", value=found.uri, hint="run the source again")
        _check_is_there(target.root)
        data, revision = _read(target.root, parts, found.uri)
        if is_binary(parts[-1], data):
            raise BinaryContent(_shown(path))
        return Blob(found.uri, data, _shown("/".join(parts)), revision=revision)

    def close(self) -> None:
        """Nothing is kept open."""

    def _target(self, source: Source) -> _Target:
        path = path_of(source.uri)
        target = _as_target(path, is_folder=source.kind is SourceKind.FOLDER)
        real = os.path.realpath(os.path.join(target.root, target.file or ""))
        if self._roots is not None and not any(lies_in(real, root) for root in self._roots):
            raise InvalidValue(
                "this path is outside the folders that may be read",
                value=source.uri,
                hint="name its root in the settings",
            )
        return target


def path_of(uri: str) -> str:
    """The absolute path of a file address, or of a path as people write it."""
    if uri.startswith(_SCHEME):
        return os.path.abspath(os.fsdecode(unquote_to_bytes(uri[len(_SCHEME) :])))
    return os.path.abspath(os.path.expanduser(uri))


def uri_of(path: str) -> str:
    return _SCHEME + quote_from_bytes(os.fsencode(path))


def _as_target(path: str, *, is_folder: bool) -> _Target:
    if os.path.isdir(path):
        return _Target(path)
    if os.path.islink(path):
        path = os.path.realpath(path)
    wildcard = None if os.path.lexists(path) else _WILDCARD.search(path)
    if wildcard is None and is_folder and not os.path.lexists(path):
        return _Target(path)  # it is away, which is not the same as a file that is gone
    if wildcard is None:
        return _Target(os.path.dirname(path), file=os.path.basename(path))
    root = path[: wildcard.start()].rpartition(os.sep)[0] or os.sep
    pattern = path[len(root) :].lstrip(os.sep)
    return _Target(root, wanted=GitIgnoreSpec.from_lines([f"/{pattern}"]))


def _check_is_there(root: str) -> None:
    """A disk that is away says nothing about its files."""
    if not os.path.isdir(root):
        raise AdapterError("the folder cannot be read", value=root, hint="check that it is there", retryable=True)


def lies_in(path: str, root: str) -> bool:
    return path == root or path.startswith(root.rstrip(os.sep) + os.sep)


def _shown(path: str) -> str:
    """A name that is not UTF-8 can be opened, not shown or stored."""
    return os.fsencode(path).decode("utf-8", "replace")


def _revision(status: os.stat_result) -> str:
    return f"{status.st_mtime_ns}-{status.st_size}"


def _scan_file(root: str, name: str) -> Scan:
    """A file asked for by its name is read whatever its name is; only its nature can speak against it."""
    path = os.path.join(root, name)
    try:
        status = os.stat(path, follow_symlinks=False)
    except FileNotFoundError:
        return Scan(())
    except OSError as error:
        told = f"the file cannot be read: {error.strerror}"
        raise AdapterError(told, value=_shown(path), hint=_hint_for(error), retryable=True) from error
    if not stat.S_ISREG(status.st_mode):
        return Scan((), [(_shown(path), "a link or no regular file")])
    return Scan([Found(uri_of(path), _revision(status))])


def _read(root: str, parts: Sequence[str], uri: str) -> tuple[bytes, str]:
    try:
        with open(_opened(root, parts), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise ContentError("this is no regular file", value=uri, hint="leave it out")
            data = file.read(LARGEST_FILE + 1) if status.st_size <= LARGEST_FILE else None
    except OSError as error:
        raise ContentError(f"the file cannot be read: {error.strerror}", value=uri, hint=_hint_for(error)) from error
    if data is None or len(data) > LARGEST_FILE:
        hint = f"at most {LARGEST_FILE // 1_000_000} MB are read; split it and ingest the parts"
        raise ContentError("the file is too large", value=uri, hint=hint)
    return data, _revision(status)


def _hint_for(error: OSError) -> str:
    return "let it be read (chmod), then run it again" if isinstance(error, PermissionError) else "run it again"


def _opened(root: str, parts: Sequence[str]) -> int:
    """Down from the root, part by part, following no link. Not blocking: a named pipe would wait for a writer."""
    folder = os.open(root, _FOLLOWED)
    try:
        for part in parts[:-1]:
            inner = os.open(part, _OPEN | os.O_DIRECTORY, dir_fd=folder)
            os.close(folder)
            folder = inner
        return os.open(parts[-1], _OPEN | os.O_NONBLOCK, dir_fd=folder)
    finally:
        os.close(folder)


class _Walk:
    """One look at a folder, in the order of names; what is passed over is noted once, a folder as a whole."""

    def __init__(self, target: _Target, own: frozenset[str]) -> None:
        self._root = target.root
        self._own = own
        self._wanted = target.wanted
        self.skipped: list[tuple[str, str]] = []
        self.is_whole = True

    def run(self) -> Iterator[Found]:
        waiting: list[tuple[str, tuple[Rules, ...]]] = [("", ())]
        while waiting:
            folder, rules = waiting.pop()
            entries = self._entries(folder)
            rules = self._with_rules_of(folder, rules, entries)
            below: list[tuple[str, tuple[Rules, ...]]] = []
            for entry in entries:
                path = folder + entry.name
                try:
                    reason = self._reason(entry, path, rules)
                    revision = None if reason else _revision(entry.stat(follow_symlinks=False))
                    is_folder = entry.is_dir(follow_symlinks=False)
                except FileNotFoundError:
                    self._pass_over(path, "gone while it was looked at")
                    continue
                except OSError as error:
                    self._give_up(path, error)
                    continue
                if reason is not None:
                    self._pass_over(path, reason)
                elif is_folder:
                    below.append((f"{path}/", rules))
                elif self._wanted is None or self._wanted.match_file(path):
                    yield Found(uri_of(entry.path), revision)
            waiting.extend(reversed(below))

    def _entries(self, folder: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(os.path.join(self._root, folder)) as entries:
                return sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            self._give_up(folder, error)
            return []

    def _give_up(self, path: str, error: OSError) -> None:
        """What cannot be looked at may hold anything, so nothing counts as gone. All of it is no look at all."""
        if not path:
            told = f"the folder cannot be read: {error.strerror}"
            raise AdapterError(told, value=_shown(self._root), hint=_hint_for(error), retryable=True) from error
        self.skipped.append((_shown(path), f"cannot be read: {error.strerror}"))
        self.is_whole = False

    def _with_rules_of(
        self, folder: str, rules: tuple[Rules, ...], entries: Sequence[os.DirEntry[str]]
    ) -> tuple[Rules, ...]:
        if not any(entry.name == RULES_FILE and entry.is_file(follow_symlinks=False) for entry in entries):
            return rules
        try:
            with open(_opened(self._root, [*folder.split("/")[:-1], RULES_FILE]), "rb") as file:
                own = rules_in(folder, file.read(LARGEST_FILE))
        except OSError:
            return rules
        return (own, *rules) if own else rules

    def _reason(self, entry: os.DirEntry[str], path: str, rules: tuple[Rules, ...]) -> str | None:
        if path in self._own:
            return THE_STORE
        if entry.is_symlink():
            inside = lies_in(os.path.realpath(entry.path), os.path.realpath(self._root))
            return "a link; what it leads to is read under its own name" if inside else "a link that leads outside"
        is_folder = entry.is_dir(follow_symlinks=False)
        if not is_folder and not entry.is_file(follow_symlinks=False):
            return "no regular file"
        size = 0 if is_folder else entry.stat(follow_symlinks=False).st_size
        reason = reason_for_folder(entry.name) if is_folder else reason_for_file(entry.name, size)
        if reason is not None:
            return reason
        if is_hidden(entry.name):
            return HIDDEN
        return "ignored by .gitignore" if _is_ignored(f"{path}/" if is_folder else path, rules) else None

    def _pass_over(self, path: str, reason: str) -> None:
        if self._wanted is None or self._wanted.match_file(path):
            self.skipped.append((_shown(path), reason))


def _is_ignored(path: str, rules: tuple[Rules, ...]) -> bool:
    for own in rules:
        verdict = own.verdict(path)
        if verdict is not None:
            return verdict
    return False
