"""Many rows at once, without asking SQLAlchemy anew for each of them what its columns are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

import sqlalchemy as sa

__all__ = ["insert_if_new", "insert_many"]


class _Plan(NamedTuple):
    """A compiled statement; how a row is laid out for it, where it does not take names, and how columns are written."""

    sql: str
    values: Callable[[dict[str, Any]], tuple[Any, ...]] | None
    written: tuple[tuple[str, Callable[[Any], Any]], ...]


def insert_many(
    connection: sa.Connection, table: sa.Table, rows: Sequence[dict[str, Any]], *, keeps_old: bool = False
) -> None:
    """Rows with equal columns; they are used up. `keeps_old`: what is there already stays, instead of a Conflict."""
    if not rows:
        return
    plan = _plan(connection.dialect, table, tuple(rows[0]), keeps_old)
    for name, write in plan.written:
        for row in rows:
            row[name] = write(row[name])
    connection.exec_driver_sql(plan.sql, [plan.values(row) for row in rows] if plan.values else rows)


def insert_if_new(dialect: sa.Dialect, table: sa.Table, *unique: str) -> sa.Insert:
    """What is there already stays; `unique` are the columns that say so, where it is not the key."""
    if dialect.name == "postgresql":  # not imported for SQLite: it costs a tenth of a cold start
        from sqlalchemy.dialects.postgresql import insert
    else:
        from sqlalchemy.dialects.sqlite import insert
    return insert(table).on_conflict_do_nothing(index_elements=unique or None)


@lru_cache(maxsize=64)
def _plan(dialect: sa.Dialect, table: sa.Table, names: tuple[str, ...], keeps_old: bool) -> _Plan:
    statement = insert_if_new(dialect, table) if keeps_old else sa.insert(table)
    compiled = statement.compile(dialect=dialect, column_keys=list(names))
    writers = {name: table.c[name].type.dialect_impl(dialect).bind_processor(dialect) for name in names}
    return _Plan(
        str(compiled),
        itemgetter(*compiled.positiontup) if compiled.positiontup else None,
        tuple((name, write) for name, write in writers.items() if write is not None),
    )
