"""The manifest: the one small file whose renaming makes a commit visible, and the lock of those who write it."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import secrets
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from wherefrom.core.changes import Mark
from wherefrom.errors import AdapterError, StoreCorrupt, StoreFull, StoreReadOnly, StoreTooNew

__all__ = [
    "NOTHING",
    "Manifest",
    "new_stamp",
    "parsed",
    "publish",
    "published",
    "sole_writer",
    "sync",
]

_FORMAT = 1
_NAME = "manifest.json"
_LOCK = "lock"
_REBUILD = "rebuild it with `wherefrom reindex`"


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """What is visible: two directories and how far to read the growing files of the first.

    The stamp is random, so that no two commits, not even before and after a drop, can be taken for one another.
    """

    stamp: str = ""
    rows_directory: str = ""
    words_directory: str = ""
    rows: int = 0
    dead: int = 0
    text_bytes: int = 0
    group_bytes: int = 0
    mark: Mark | None = None

    @property
    def documents(self) -> int:
        return self.rows - self.dead


NOTHING = Manifest()


def published(directory: Path) -> bytes:
    """The newest manifest as it stands; nothing where there never was a commit. Cheap enough for every search."""
    try:
        with open(directory / _NAME, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return b""


def parsed(content: bytes, directory: Path) -> Manifest:
    if not content:
        return NOTHING
    try:
        fields: dict[str, Any] = json.loads(content)
        written = int(fields.pop("format"))
        if written > _FORMAT:
            raise StoreTooNew("this index was written by a later version", value=written, hint=_REBUILD)
        mark = fields.pop("mark")
        return Manifest(**fields, mark=Mark(*mark) if mark else None)
    except (ValueError, KeyError, TypeError) as error:
        raise StoreCorrupt("the manifest of an index cannot be read", value=str(directory), hint=_REBUILD) from error


def publish(directory: Path, manifest: Manifest) -> None:
    """Make a commit visible and durable."""
    temporary = directory / f"{_NAME}.new"
    temporary.write_bytes(json.dumps({"format": _FORMAT, **asdict(replace(manifest, stamp=new_stamp()))}).encode())
    sync(temporary)
    os.replace(temporary, directory / _NAME)
    sync(directory)


def new_stamp() -> str:
    return secrets.token_hex(8)


def sync(path: Path) -> None:
    """What was written to a file, or which names a directory has, is on the disk afterwards."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def sole_writer(directory: Path, patience: float) -> Generator[None]:
    """Hold the lock of the index. The system lets go of it when the process dies, however it dies."""
    deadline = time.monotonic() + patience
    while True:
        directory.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # all words of all documents are in it
        directory.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError), open(directory / _LOCK, "ab") as lock:
            _acquire(lock.fileno(), directory, deadline)
            # Whoever held it may have dropped the index, and the lock with it.
            if os.path.samestat(os.fstat(lock.fileno()), os.stat(directory / _LOCK)):
                with _failures_told(directory):
                    yield
                return


@contextmanager
def _failures_told(directory: Path) -> Generator[None]:
    """A disk that takes no more is no bug of ours; tantivy tells of it in words only."""
    try:
        yield
    except (OSError, ValueError) as error:
        if getattr(error, "errno", None) == errno.ENOSPC or "No space left" in str(error):
            raise StoreFull(
                "no room left for an index", value=str(directory), hint="make room and try again"
            ) from error
        if getattr(error, "errno", None) in (errno.EROFS, errno.EACCES):
            raise StoreReadOnly("an index may be read, not written", value=str(directory)) from error
        raise


def _acquire(handle: int, directory: Path, deadline: float) -> None:
    while True:
        try:
            return fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise AdapterError(
                    "another process has been writing this index for too long",
                    value=str(directory),
                    hint="try again when it is done",
                    retryable=True,
                ) from None
            time.sleep(0.003)
