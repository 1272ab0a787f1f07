"""Bringing a store to today's shape, once, under a lock, however many processes open it at the same moment."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import exc

from wherefrom.errors import AdapterError, NotAStore, StoreTooNew
from wherefrom.record.database import APPLICATION_ID, Database
from wherefrom.record.migrations import HEAD, REVISIONS
from wherefrom.record.walls import POSTGRES_SCHEMA

__all__ = ["bring_up_to_date", "revision"]

_ADVISORY_LOCK = APPLICATION_ID
_WAL_TRIES = 600


def bring_up_to_date(database: Database, *, to: str = HEAD) -> str | None:
    """Leaves the store at revision `to`; the revision it had before, None if it was new."""
    with database.told():
        before = revision(database)
        if before == to:
            return before
        _refuse_newer(database, before)
        if not database.is_postgres:
            _use_write_ahead_log(database)
        return _upgrade(database, to)


def revision(database: Database) -> str | None:
    """The one row that is compared at every open."""
    with database.engine.connect() as connection:
        return _revision(connection, database)


def _revision(connection: sa.Connection, database: Database) -> str | None:
    if not database.is_postgres:
        _check_application(connection, database)
    # In the schema of our own: another program may keep its revision in the same database.
    schema = POSTGRES_SCHEMA if database.is_postgres else None
    if not sa.inspect(connection).has_table("alembic_version", schema=schema):
        return None
    return connection.scalar(
        sa.select(sa.column("version_num", sa.String())).select_from(sa.table("alembic_version", schema=schema))
    )


def _check_application(connection: sa.Connection, database: Database) -> None:
    """An SQLite file with somebody else's tables in it is left alone."""
    mark = connection.exec_driver_sql("PRAGMA application_id").scalar()
    if mark != APPLICATION_ID and connection.exec_driver_sql("SELECT 1 FROM sqlite_master LIMIT 1").first():
        raise NotAStore("this database belongs to another program", value=database.shown, hint="choose another path")


def _refuse_newer(database: Database, found: str | None) -> None:
    if found is not None and found not in REVISIONS:
        raise StoreTooNew(
            f"this store has revision {found}, and this version of wherefrom knows {HEAD} at most",
            value=database.shown,
            hint="pip install -U wherefrom",
        )


def _upgrade(database: Database, to: str) -> str | None:
    from alembic.command import upgrade  # costs 300 ms, and is needed only when the revisions differ
    from alembic.config import Config

    with database.writing() as connection:
        _take_lock(connection, database)
        before = _revision(connection, database)
        _refuse_newer(database, before)
        if before != to:
            config = Config()
            config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
            config.attributes["connection"] = connection
            upgrade(config, to)
            if not database.is_postgres:
                connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.commit()
    return before


def _take_lock(connection: sa.Connection, database: Database) -> None:
    """SQLite's write lock is held already; Postgres gets one of its own, and the schema to work in."""
    if database.is_postgres:
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
        connection.execute(sa.text(f"CREATE SCHEMA IF NOT EXISTS {POSTGRES_SCHEMA}"))


def _use_write_ahead_log(database: Database) -> None:
    """A property of the file, set once. SQLite does not wait for a lock here, whatever the timeout, so we do."""
    for _ in range(_WAL_TRIES):
        raw = database.engine.raw_connection()
        try:
            if raw.cursor().execute("PRAGMA journal_mode = WAL").fetchone()[0] == "wal":
                return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) and "busy" not in str(error):
                raise exc.OperationalError("PRAGMA journal_mode", None, error) from error
        finally:
            raw.close()
        time.sleep(0.05)
    raise AdapterError("the store is busy", value=database.shown, hint="try again", retryable=True)
