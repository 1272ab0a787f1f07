"""A statement that is asked often: compiled once for each database, then handed to the driver as it is.

SQLAlchemy looks up, checks and wraps what it executes anew each time, which takes longer than SQLite takes to answer.
What it knows of a statement does not change between two executions, so it is asked for that once: the text, the order
of the parameters, how values of its types are written and read. Failures are told as SQLAlchemy tells them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias, cast

import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.sql import visitors

__all__ = ["Prepared", "told_to_driver"]

Values: TypeAlias = Mapping[str, Any]
_Convert: TypeAlias = Callable[[Any], Any]


class Prepared:
    """A statement of SQLAlchemy's, and `columns` of an insert; values are given by the names of its parameters."""

    def __init__(self, statement: sa.Select[*tuple[Any, ...]] | sa.UpdateBase, *, columns: Sequence[str] = ()) -> None:
        self.statement = statement
        self.columns = columns
        self.lists = tuple(dict.fromkeys(bind.key for bind in _binds(statement) if bind.expanding))

    def rows(self, connection: sa.Connection, values: Values) -> list[tuple[Any, ...]]:
        plan = _plan(self, connection.dialect, tuple([len(values[name]) for name in self.lists]))
        found = told_to_driver(connection, plan.sql, plan.laid_out(values), fetches=True)
        return [plan.read(row) for row in found] if plan.readers else found

    def first(self, connection: sa.Connection, values: Values) -> tuple[Any, ...] | None:
        found = self.rows(connection, values)
        return found[0] if found else None

    def column(self, connection: sa.Connection, values: Values) -> list[Any]:
        """The only value of each row."""
        return [value for (value,) in self.rows(connection, values)]

    def run(self, connection: sa.Connection, rows: Sequence[dict[str, Any]]) -> None:
        """For each of these, which are used up; nothing is given back."""
        plan = _plan(self, connection.dialect, ())
        for name, write in plan.writers:
            for row in rows:
                row[name] = write(row[name])
        laid_out = [plan.order(row) for row in rows] if plan.order else rows
        many = len(laid_out) > 1
        told_to_driver(connection, plan.sql, laid_out if many else laid_out[0], many=many)


def _binds(statement: sa.ClauseElement) -> Iterator[sa.BindParameter[Any]]:
    for part in visitors.iterate(statement):
        if isinstance(part, sa.BindParameter):
            yield cast("sa.BindParameter[Any]", part)


class _Plan(NamedTuple):
    """A compiled statement, how values are laid out for it where it takes no names, and how they are converted."""

    sql: str
    order: Callable[[Values], tuple[Any, ...]] | None
    own: Values
    lists: tuple[tuple[str, tuple[str, ...]], ...]
    writers: tuple[tuple[str, _Convert], ...]
    readers: tuple[_Convert | None, ...]

    def laid_out(self, values: Values) -> Values | tuple[Any, ...]:
        if not self.own and not self.writers and not self.lists:
            return self.order(values) if self.order else values
        flat = {**self.own, **values}
        for name, write in self.writers:
            flat[name] = write(flat[name])
        for name, parts in self.lists:
            flat.update(zip(parts, flat.pop(name), strict=True))
        return self.order(flat) if self.order else flat

    def read(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(read(value) if read else value for read, value in zip(self.readers, row, strict=True))


@lru_cache(maxsize=512)
def _plan(prepared: Prepared, dialect: sa.Dialect, lengths: tuple[int, ...]) -> _Plan:
    """One for each number of values in its lists: each is a text of its own."""
    compiled = prepared.statement.compile(dialect=dialect, column_keys=list(prepared.columns) or None)
    blanks: dict[str, Any] = {name: None for name, bind in compiled.binds.items() if bind.required}
    blanks |= {name: [None] * length for name, length in zip(prepared.lists, lengths, strict=True)}
    state = compiled.construct_expanded_state(blanks)
    writers = {name: _writer(bind.type, dialect) for name, bind in compiled.binds.items() if not bind.expanding}
    columns = () if prepared.columns else prepared.statement.exported_columns
    readers = tuple(_reader(column.type, dialect) for column in columns)
    return _Plan(
        state.statement,
        _in_order(state.positiontup) if state.positiontup is not None else None,
        {name: bind.effective_value for name, bind in compiled.binds.items() if not bind.required},
        tuple((name, tuple(state.parameter_expansion[name])) for name in prepared.lists),
        tuple((name, write) for name, write in writers.items() if write is not None),
        readers if any(readers) else (),
    )


def _in_order(names: Sequence[str]) -> Callable[[Values], tuple[Any, ...]]:
    if len(names) > 1:
        return cast("Callable[[Values], tuple[Any, ...]]", itemgetter(*names))
    return lambda values: tuple(values[name] for name in names)


def _writer(type: sa.types.TypeEngine[Any], dialect: sa.Dialect) -> _Convert | None:
    if isinstance(type, sa.Boolean):  # both drivers take one as it is
        return None
    return type.dialect_impl(dialect).bind_processor(dialect)


def _reader(type: sa.types.TypeEngine[Any], dialect: sa.Dialect) -> _Convert | None:
    if isinstance(type, sa.Float):  # both drivers give floats, and SQLAlchemy would want to see each column first
        return None
    return type.dialect_impl(dialect).result_processor(dialect, None)


def told_to_driver(
    connection: sa.Connection, sql: str, values: Any = (), *, many: bool = False, fetches: bool = False
) -> list[tuple[Any, ...]]:
    """Past SQLAlchemy, whose errors are raised all the same; the rows, if it fetches them."""
    driver: Any = connection.connection.dbapi_connection
    dialect = connection.dialect
    try:
        cursor = driver.cursor()
        (cursor.executemany if many else cursor.execute)(sql, values)
        return cursor.fetchall() if fetches else []
    except dialect.loaded_dbapi.Error as error:
        lost = dialect.is_disconnect(error, driver, None)
        raise exc.DBAPIError.instance(
            sql, None, error, dialect.loaded_dbapi.Error, connection_invalidated=lost, dialect=dialect
        ) from error
