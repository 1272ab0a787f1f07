"""Filters as SQL. Column names come from the filter classes, never from a caller."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any, cast

import sqlalchemy as sa

from wherefrom.core.claims import Scope
from wherefrom.core.clock import as_timestamp
from wherefrom.core.documents import SourceStatus
from wherefrom.core.paging import Filter
from wherefrom.core.wellformed import as_text

__all__ = ["condition"]

_ABOUT_CLASSES = frozenset({"project", "personal", "newest_first"})
"""Said of whole visibility classes or of the order, not of rows."""


def condition(table: sa.Table, where: Filter, *, is_postgres: bool) -> Iterator[sa.ColumnElement[bool]]:
    for name in (field.name for field in fields(where)):
        value = getattr(where, name)
        if name in _ABOUT_CLASSES or value is None:
            continue
        special = _SPECIAL.get(name)
        if special is not None:
            yield special(table, value, is_postgres)
        elif isinstance(value, str):
            yield table.c[name] == as_text(value, name)
        elif isinstance(value, tuple):
            yield table.c[name].in_(cast("tuple[str, ...]", value))
        else:
            yield table.c[name] == value


def _since(table: sa.Table, value: float, _: bool) -> sa.ColumnElement[bool]:
    return table.c.created_at >= as_timestamp(value, "since")


def _until(table: sa.Table, value: float, _: bool) -> sa.ColumnElement[bool]:
    return table.c.created_at <= as_timestamp(value, "until")


def _status(table: sa.Table, value: Any, _: bool) -> sa.ColumnElement[bool]:
    column = table.c.claim_status if "claim_status" in table.c else table.c.status
    return column.in_(cast("tuple[str, ...]", value)) if isinstance(value, tuple) else column == value


def _stale(table: sa.Table, value: bool, _: bool) -> sa.ColumnElement[bool]:
    is_stale = table.c.status == SourceStatus.STALE
    return is_stale if value else sa.not_(is_stale)


def _scope(table: sa.Table, value: Scope, _: bool) -> sa.ColumnElement[bool]:
    return sa.and_(table.c.scope_type == value.type, table.c.scope_id == value.id)


def _retired(table: sa.Table, value: bool, _: bool) -> sa.ColumnElement[bool]:
    return sa.true() if value else table.c.retired_at.is_(None)


def _tag(table: sa.Table, value: str, is_postgres: bool) -> sa.ColumnElement[bool]:
    unpack = sa.func.jsonb_array_elements_text if is_postgres else sa.func.json_each
    each = unpack(table.c.tags).table_valued("value", name="each_tag")
    return sa.exists(sa.select(1).select_from(each).where(each.c.value == as_text(value, "tag")))


_SPECIAL: dict[str, Callable[[sa.Table, Any, bool], sa.ColumnElement[bool]]] = {
    "since": _since,
    "until": _until,
    "status": _status,
    "stale": _stale,
    "scope": _scope,
    "retired": _retired,
    "tag": _tag,
}
