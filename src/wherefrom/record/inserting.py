"""Many rows at once, without asking SQLAlchemy anew for each of them what its columns are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from wherefrom.record.prepared import Prepared

__all__ = ["insert_if_new", "insert_many"]


def insert_many(
    connection: sa.Connection, table: sa.Table, rows: Sequence[dict[str, Any]], *, keeps_old: bool = False
) -> None:
    """Rows with equal columns; they are used up. `keeps_old`: what is there already stays, instead of a Conflict."""
    if rows:
        _insert(connection.dialect, table, tuple(rows[0]), keeps_old).run(connection, rows)


def insert_if_new(dialect: sa.Dialect, table: sa.Table, *unique: str) -> sa.Insert:
    """What is there already stays; `unique` are the columns that say so, where it is not the key."""
    if dialect.name == "postgresql":  # not imported for SQLite: it costs a tenth of a cold start
        from sqlalchemy.dialects.postgresql import insert
    else:
        from sqlalchemy.dialects.sqlite import insert
    return insert(table).on_conflict_do_nothing(index_elements=unique or None)


@lru_cache(maxsize=64)
def _insert(dialect: sa.Dialect, table: sa.Table, names: tuple[str, ...], keeps_old: bool) -> Prepared:
    return Prepared(insert_if_new(dialect, table) if keeps_old else sa.insert(table), columns=names)
