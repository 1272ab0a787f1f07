"""Looking a store over for `doctor`. Nothing is changed, except that a log which nobody needs any more is emptied."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa

from wherefrom.core.checks import Check
from wherefrom.record.database import Database
from wherefrom.record.migrating import revision
from wherefrom.record.migrations import HEAD, REVISIONS
from wherefrom.record.walls import wall_state

__all__ = ["check_up"]

_LITTLE_SPACE = 200_000_000
_RESTORE = "restore it from a backup copy, or `wherefrom import` an export into a new store"


def check_up(database: Database) -> Iterator[Check]:
    """Each check in turn; one that cannot be made raises what kept it from that."""
    with database.told():
        found = revision(database)
        yield Check.ok("store", database.shown)
        yield _revision(found)
        if database.path is None:
            yield from _postgres(database)
        else:
            yield from _sqlite(database, database.path)


def _revision(found: str | None) -> Check:
    if found == HEAD:
        return Check.ok("revision", f"{found}, the newest")
    if found is not None and found not in REVISIONS:
        return Check.problem("revision", f"{found} is newer than {HEAD}", "pip install -U wherefrom")
    return Check.problem("revision", f"{found or 'none'}; this version wants {HEAD}", "wherefrom migrate")


def _sqlite(database: Database, path: Path) -> Iterator[Check]:
    with database.reading() as connection:
        yield _integrity([str(line) for line in connection.exec_driver_sql("PRAGMA quick_check(3)").scalars()])
        yield _journal(str(connection.exec_driver_sql("PRAGMA journal_mode").scalar()))
    yield _folder(path.parent)
    yield _space(path.parent)
    yield _log(database, path.with_name(path.name + "-wal"))


def _integrity(lines: list[str]) -> Check:
    if lines == ["ok"]:
        return Check.ok("integrity", "every page reads well")
    return Check.problem("integrity", "; ".join(lines).replace("\n", " "), _RESTORE)


def _journal(mode: str) -> Check:
    if mode == "wal":
        return Check.ok("journal", "write-ahead log: readers and a writer do not wait for each other")
    return Check.problem("journal", f"mode is {mode}, not wal", "sqlite3 STORE 'PRAGMA journal_mode = WAL'")


def _folder(folder: Path) -> Check:
    try:
        with tempfile.TemporaryFile(dir=folder):
            return Check.ok("folder", f"{folder} can be written")
    except OSError as error:
        return Check.problem("folder", f"{folder} cannot be written: {error.strerror}", f"chmod u+w {folder}")


def _space(folder: Path) -> Check:
    free = shutil.disk_usage(folder).free
    told = f"{free / 1e9:,.1f} GB free"
    return Check.ok("disk", told) if free > _LITTLE_SPACE else Check.problem("disk", told, f"free space on {folder}")


def _log(database: Database, log: Path) -> Check:
    """What was erased may stand in the log as long as somebody reads an old snapshot."""
    with database.engine.connect() as connection:
        busy = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").scalar()
    if not busy:
        return Check.ok("log", "empty: nothing that was erased is left in it")
    told = f"{log.stat().st_size:,} bytes are held by another process; what was erased may still be among them"
    return Check.note("log", told, "end the long-running reader, then `wherefrom doctor`")


def _postgres(database: Database) -> Iterator[Check]:
    with database.reading() as connection:
        yield Check.ok("server", f"Postgres {connection.scalar(sa.text('SHOW server_version'))}")
        yield _encoding(str(connection.scalar(sa.text("SHOW server_encoding"))))
        yield _wall(wall_state(connection))
        yield _vectors(connection)


def _encoding(encoding: str) -> Check:
    if encoding == "UTF8":
        return Check.ok("encoding", encoding)
    return Check.problem("encoding", f"{encoding} cannot keep every text", "createdb -E UTF8 -T template0 …")


def _wall(state: str) -> Check:
    if state == "role":
        return Check.ok("wall", "row-level security, through a role that owns nothing")
    if state == "forced":
        return Check.ok("wall", "row-level security, forced on the owner of the tables")
    told = "a superuser passes row-level security, and the role without rights cannot be taken"
    return Check.problem("wall", told, "connect as a role that is no superuser, or let this one create roles")


def _vectors(connection: sa.Connection) -> Check:
    known = sa.text("SELECT installed_version, default_version FROM pg_available_extensions WHERE name = 'vector'")
    row = connection.execute(known).first()
    if row is None:
        return Check.note("pgvector", "not on this server; search keeps its vectors beside it", "install pgvector")
    if row.installed_version is None:
        return Check.note("pgvector", f"{row.default_version} is there and not switched on", "CREATE EXTENSION vector")
    return Check.ok("pgvector", str(row.installed_version))
