"""Making the files of a database forget what its tables have forgotten."""

from __future__ import annotations

import time

import sqlalchemy as sa
from sqlalchemy import exc

from wherefrom.record.database import Database
from wherefrom.record.tables import (
    attention,
    chunks,
    claim_bands,
    claim_events,
    claim_sketches,
    claims,
    entries,
    evidence,
    messages,
    sources,
    tool_results,
    vectors,
)

__all__ = ["forget"]

_PATIENCE = 30.0

_HOLDING_WORDS = (
    sources,
    entries,
    chunks,
    claims,
    evidence,
    claim_events,
    claim_bands,
    claim_sketches,
    messages,
    tool_results,
    attention,
    vectors,
)
_LOCK_NOT_AVAILABLE = "55P03"
# Whoever writes holds back the horizon of the whole server, whoever reads that of this database.
_OLDER = sa.text(
    "SELECT count(*) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND xact_start < :began "
    "AND (backend_xid IS NOT NULL OR (datname = current_database() AND backend_xmin IS NOT NULL))"
)


def forget(database: Database) -> bool:
    """False if somebody's long read kept them from it."""
    with database.told():
        return _rewrite_tables(database) if database.is_postgres else _rewrite_file(database)


def _rewrite_file(database: Database) -> bool:
    """SQLite overwrites what is freed, but where it moved rows between pages it left copies: all pages are made anew.

    Then they reach the file, and the log is cut.
    """
    with database.engine.connect() as connection:
        cursor = connection.connection.cursor()
        cursor.execute("PRAGMA temp_store = FILE")  # a copy of the whole store is no thing to keep in memory
        cursor.execute("VACUUM")
        cursor.execute(f"PRAGMA busy_timeout = {_PATIENCE * 1000:.0f}")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        busy, *_ = cursor.fetchone() or (1,)
        connection.invalidate()  # its settings were for this one job
    return not busy


def _rewrite_tables(database: Database) -> bool:
    """Postgres keeps old row versions until a table is written anew, and as long as a snapshot may still read them."""
    with database.engine.connect() as connection:
        connection = connection.execution_options(isolation_level="AUTOCOMMIT")
        if not _older_ones_ended(connection):
            return False
        connection.execute(sa.text(f"SET lock_timeout = '{_PATIENCE:.0f}s'"))
        try:
            for table in _HOLDING_WORDS:
                connection.execute(sa.text(f"VACUUM (FULL) {table.name}"))
        except exc.OperationalError as error:
            if getattr(error.orig, "sqlstate", None) != _LOCK_NOT_AVAILABLE:
                raise
            return False
        finally:
            connection.execute(sa.text("RESET lock_timeout"))
        if _may_checkpoint(connection):
            connection.execute(sa.text("CHECKPOINT"))
    return True


def _older_ones_ended(connection: sa.Connection) -> bool:
    """Whether every transaction that may still need the old rows has ended, after waiting for it."""
    began = connection.scalar(sa.text("SELECT now()"))
    deadline = time.monotonic() + _PATIENCE
    while connection.scalar(_OLDER, {"began": began}):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def _may_checkpoint(connection: sa.Connection) -> bool:
    statement = "SELECT rolsuper OR pg_has_role('pg_checkpoint', 'MEMBER') FROM pg_roles WHERE rolname = current_user"
    return bool(connection.scalar(sa.text(statement)))
