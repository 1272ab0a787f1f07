"""Opening a database of either kind, and telling its failures in our own words."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import event, exc

from wherefrom.config import without_password
from wherefrom.errors import (
    AdapterError,
    Conflict,
    MissingExtra,
    NotAStore,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreReadOnly,
)
from wherefrom.record.prepared import told_to_driver
from wherefrom.record.walls import POSTGRES_SCHEMA, enter_org, role_to_take
from wherefrom.record.written import as_written

__all__ = ["APPLICATION_ID", "Database", "is_postgres"]

APPLICATION_ID = 0x7768_6672  # "whfr": tells our SQLite files from everybody else's

_BUSY_TIMEOUT_MS = 60_000
# FULL, because the record is the truth: a commit that was answered survives a power cut too.
_WAITS, _AT_LEISURE = "PRAGMA synchronous = FULL", "PRAGMA synchronous = NORMAL"
_PRAGMAS = (
    f"PRAGMA busy_timeout = {_BUSY_TIMEOUT_MS}",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",
    _WAITS,
    "PRAGMA temp_store = MEMORY",
    # Pages, 16 MB of them. One bulk write fills SQLite's own thousand, and would copy them to their places each time.
    "PRAGMA wal_autocheckpoint = 4000",
)
# Ids are random, so a bulk write touches pages all over the trees; the memory is taken only as pages are touched.
_WRITER_CACHE = f"PRAGMA cache_size = -{64 * 1024}"


def is_postgres(store: str) -> bool:
    return store.startswith(("postgresql://", "postgres://"))


class Database:
    """A pool of connections to one SQLite file or one Postgres database."""

    def __init__(self, store: str) -> None:
        self.store = store
        self.is_postgres = is_postgres(store)
        self.path = None if self.is_postgres else Path(store)
        self.shown = without_password(store)
        self.engine = self._postgres_engine() if self.is_postgres else self._sqlite_engine(Path(store))
        self._writers = self.engine.execution_options(takes_write_lock=True)
        self._leisurely_writers = self.engine.execution_options(takes_write_lock=True, at_leisure=True)
        self._role: str | None = None

    def _sqlite_engine(self, path: Path) -> sa.Engine:
        _check_place(path)
        engine = sa.create_engine(
            sa.URL.create("sqlite", database=str(path)),
            max_overflow=-1,
            json_serializer=as_written,
            connect_args={"timeout": 60},
        )
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine

    def _postgres_engine(self) -> sa.Engine:
        try:
            url = sa.make_url(self.store).set(drivername="postgresql+psycopg")
        except (exc.ArgumentError, ValueError):
            raise AdapterError(
                "this is not a Postgres URL",
                value=self.shown,
                hint="write it as postgresql://user:password@host/database",
            ) from None
        options = {"options": f"-c search_path={POSTGRES_SCHEMA},public", "connect_timeout": 10}
        try:
            return sa.create_engine(url, max_overflow=20, json_serializer=as_written, connect_args=options)
        except ImportError:
            raise MissingExtra("postgres", "a Postgres store") from None

    @contextmanager
    def reading(self) -> Generator[sa.Connection]:
        """One snapshot for as long as it is open."""
        level = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True} if self.is_postgres else {}
        with self.told(), self.engine.connect() as connection:
            connection = connection.execution_options(**level)
            with connection.begin():
                yield connection

    @contextmanager
    def writing(self, *, at_leisure: bool = False) -> Generator[sa.Connection]:
        """A transaction that holds SQLite's write lock from the start. Whoever opens it commits it."""
        writers = self._leisurely_writers if at_leisure else self._writers
        with self.told(), writers.connect() as connection:
            try:
                with connection.begin() as transaction:
                    if at_leisure and self.is_postgres:
                        told_to_driver(connection, "SET LOCAL synchronous_commit = off")
                    yield connection
                    if transaction.is_active:
                        transaction.rollback()
            except exc.DBAPIError:
                # A commit that fails leaves SQLite's transaction open, and with it the lock: this connection must go.
                connection.invalidate()
                raise

    def enter(self, connection: sa.Connection, org: str) -> None:
        """Name the org of this transaction to the database's own wall; SQLite has none."""
        if self.is_postgres:
            self._role = self._role or role_to_take(connection)
            enter_org(connection, org, self._role)

    @contextmanager
    def told(self) -> Generator[None]:
        """Turns what the driver says into the error tree."""
        try:
            yield
        except exc.IntegrityError as error:
            raise Conflict(
                "this does not fit what is stored",
                value=str(error.orig).splitlines()[0],
                hint="read it again and retry",
            ) from error
        except exc.DBAPIError as error:
            raise self._explained(error) from error

    def _explained(self, error: exc.DBAPIError) -> StoreError | AdapterError | Conflict:
        message = str(error.orig or error).strip()
        if self.is_postgres:
            return _explained_postgres(error, message, self.shown)
        return _explained_sqlite(message, self.shown)

    def close(self) -> None:
        self.engine.dispose()


def _check_place(path: Path) -> None:
    """Before SQLite makes an empty file of whatever it is given."""
    if path.is_dir():
        raise NotAStore("this is a directory, not a store", value=str(path), hint=f"try {path / 'store.db'}")
    if path.exists() and path.stat().st_size:
        try:
            with path.open("rb") as file:
                magic = file.read(16)
        except PermissionError:
            raise StoreReadOnly("this store may not be read", value=str(path), hint="ask its owner") from None
        if magic != b"SQLite format 3\x00":
            raise NotAStore("this file is not a wherefrom store", value=str(path), hint="choose another path")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (PermissionError, FileExistsError, NotADirectoryError, OSError) as error:
        raise StoreReadOnly(
            f"the folder for this store cannot be made: {error.strerror}", value=str(path), hint="choose another path"
        ) from None
    if not path.exists():
        # Whoever holds the file is its owner: nobody else of the machine is, until somebody lets them. Its log follows.
        with suppress(OSError):
            path.touch(mode=0o600)


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    # The driver's own idea of when to begin a transaction is switched off: `_begin_sqlite` says it.
    connection.isolation_level = None
    for pragma in _PRAGMAS:
        connection.execute(pragma)


def _begin_sqlite(connection: sa.Connection) -> None:
    # A deferred transaction that reads and then writes fails at once when somebody else wrote meanwhile, whatever the
    # timeout; so a unit that means to write takes the lock first.
    options = connection.get_execution_options()
    writes = options.get("takes_write_lock")
    if writes:
        _prepare_to_write(connection, _AT_LEISURE if options.get("at_leisure") else _WAITS)
    told_to_driver(connection, "BEGIN IMMEDIATE" if writes else "BEGIN")


def _prepare_to_write(connection: sa.Connection, commits: str) -> None:
    if "commits" not in connection.info:
        told_to_driver(connection, _WRITER_CACHE)
    if connection.info.get("commits") != commits:
        told_to_driver(connection, commits)
        connection.info["commits"] = commits


def _explained_sqlite(message: str, store: str) -> StoreError | AdapterError:
    if "full" in message:
        return StoreFull("no room left on the disk", value=store, hint="free some space; nothing was half written")
    if "readonly" in message or "unable to open" in message:
        return StoreReadOnly("this store cannot be written", value=store, hint="check the folder's permissions")
    if "not a database" in message:
        return NotAStore("this file is not a wherefrom store", value=store, hint="choose another path")
    if "malformed" in message or "disk I/O error" in message or "corrupt" in message:
        return StoreCorrupt(
            f"the store is damaged: {message}", value=store, hint="restore it from an export or a backup copy"
        )
    if "locked" in message or "busy" in message:
        return AdapterError("the store is busy", value=store, hint="try again", retryable=True)
    return StoreError(message, value=store, hint="run `wherefrom doctor`")


def _explained_postgres(error: exc.DBAPIError, message: str, store: str) -> AdapterError | Conflict:
    state = getattr(error.orig, "sqlstate", None) or ""
    if state in ("40001", "40P01"):
        return Conflict("somebody changed it first", hint="read it again and retry")
    first_line = message.splitlines()[0] if message else "the database failed"
    retryable = error.connection_invalidated or state[:2] in ("08", "53", "57") or not state
    return AdapterError(first_line, value=store, hint="check the URL and that the server runs", retryable=retryable)
