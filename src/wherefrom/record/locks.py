"""Tasks that only one process may be doing: held by the system, which lets go when the holder dies, however it dies."""

from __future__ import annotations

import fcntl
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from wherefrom.core.ids import sha256
from wherefrom.errors import Conflict
from wherefrom.record.database import Database

__all__ = ["sole"]


@contextmanager
def sole(database: Database, task: str) -> Generator[None]:
    with _in_postgres(database, task) if database.path is None else _beside(database.path, task) as is_ours:
        if not is_ours:
            # Without a value: what the task is called here is nothing that anybody named.
            raise Conflict("another process is doing this already", hint="wait until it has ended")
        yield


@contextmanager
def _beside(store: Path, task: str) -> Generator[bool]:
    """A file a task in a folder beside the store; the files stay, because removing one races with the next holder."""
    folder = store.with_name(f"{store.name}.locks")
    folder.mkdir(exist_ok=True)
    with (folder / sha256(task.encode())[:16]).open("wb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


@contextmanager
def _in_postgres(database: Database, task: str) -> Generator[bool]:
    """A lock of the session, on a connection that does nothing else."""
    number = int(sha256(task.encode())[:15], 16)
    with database.told(), database.engine.connect() as connection:
        connection = connection.execution_options(isolation_level="AUTOCOMMIT")
        is_ours = bool(connection.scalar(sa.text("SELECT pg_try_advisory_lock(:number)"), {"number": number}))
        try:
            yield is_ours
        finally:
            if is_ours:
                connection.execute(sa.text("SELECT pg_advisory_unlock(:number)"), {"number": number})
