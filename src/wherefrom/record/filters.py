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
from wherefrom.core.wellformed import as_fraction, as_text
from wherefrom.record.tables import attention, chunks, claims, entries, evidence
from wherefrom.record.workspace import Workspace

__all__ = ["condition", "is_narrow"]

_ABOUT_CLASSES = frozenset({"project", "personal", "newest_first"})
"""Said of whole visibility classes or of the order, not of rows."""


def condition(table: sa.Table, where: Filter, here: Workspace) -> Iterator[sa.ColumnElement[bool]]:
    """A subquery names the org itself, so that it is asked once and not for every row; and what it looks through is
    what the actor may see, or the rows that it leads to would tell of the others."""
    for name in (field.name for field in fields(where)):
        value = getattr(where, name)
        if name in _ABOUT_CLASSES or value is None:
            continue
        special = _SPECIAL.get(name)
        if special is not None:
            yield special(table, value, here)
        elif isinstance(value, str):
            yield table.c[name] == as_text(value, name)
        elif isinstance(value, tuple):
            yield table.c[name].in_(cast("tuple[str, ...]", value))
        else:
            yield table.c[name] == value


def is_narrow(where: Filter) -> bool:
    """Whether few rows match, so that sorting those is cheaper than walking through all rows in order."""
    return any(getattr(where, name, None) is not None for name in _NARROW)


def _since(table: sa.Table, value: float, _: Workspace) -> sa.ColumnElement[bool]:
    return table.c.created_at >= as_timestamp(value, "since")


def _until(table: sa.Table, value: float, _: Workspace) -> sa.ColumnElement[bool]:
    return table.c.created_at <= as_timestamp(value, "until")


def _status(table: sa.Table, value: Any, _: Workspace) -> sa.ColumnElement[bool]:
    column = table.c.claim_status if "claim_status" in table.c else table.c.status
    return column.in_(cast("tuple[str, ...]", value)) if isinstance(value, tuple) else column == value


def _stale(table: sa.Table, value: bool, _: Workspace) -> sa.ColumnElement[bool]:
    is_stale = table.c.status == SourceStatus.STALE
    return is_stale if value else sa.not_(is_stale)


def _scope(table: sa.Table, value: Scope, _: Workspace) -> sa.ColumnElement[bool]:
    return sa.and_(table.c.scope_type == value.type, table.c.scope_id == value.id)


def _retired(table: sa.Table, value: bool, _: Workspace) -> sa.ColumnElement[bool]:
    return sa.true() if value else table.c.retired_at.is_(None)


def _tag(table: sa.Table, value: str, here: Workspace) -> sa.ColumnElement[bool]:
    unpack = sa.func.jsonb_array_elements_text if here.is_postgres else sa.func.json_each
    each = unpack(table.c.tags).table_valued("value", name="each_tag")
    return sa.exists(sa.select(1).select_from(each).where(each.c.value == as_text(value, "tag")))


def _uri_ends(table: sa.Table, value: tuple[str, ...], _: Workspace) -> sa.ColumnElement[bool]:
    return sa.or_(*(table.c.uri.endswith(as_text(end, "uri"), autoescape=True) for end in value))


def _target_begins(table: sa.Table, value: str, _: Workspace) -> sa.ColumnElement[bool]:
    return table.c.target_id.startswith(as_text(value, "target"), autoescape=True)


def _about(table: sa.Table, value: str, _: Workspace) -> sa.ColumnElement[bool]:
    return sa.or_(table.c.claim == as_text(value, "claim"), table.c.other == value)


def _less_sure_than(table: sa.Table, value: float, _: Workspace) -> sa.ColumnElement[bool]:
    return table.c.confidence < as_fraction(value, "confidence")


def _citing_artifact(table: sa.Table, value: str, here: Workspace) -> sa.ColumnElement[bool]:
    artifact = as_text(value, "artifact")
    seen = (evidence.c.org == here.actor.org, here.may_see(evidence.c.acl))
    citing = sa.select(evidence.c.claim).where(*seen, evidence.c.artifact_id == artifact)
    about = sa.select(claims.c.id).where(claims.c.org == here.actor.org, claims.c.artifact_id == artifact)
    return table.c.id.in_(sa.union_all(citing, about))


def _from_source(table: sa.Table, value: str, here: Workspace) -> sa.ColumnElement[bool]:
    read = (
        sa.select(evidence.c.claim)
        .join(chunks, sa.and_(chunks.c.org == evidence.c.org, chunks.c.id == evidence.c.chunk_id))
        .join(entries, sa.and_(entries.c.org == chunks.c.org, entries.c.id == chunks.c.entry))
        .where(evidence.c.org == here.actor.org, here.may_see(evidence.c.acl))
        .where(
            entries.c.org == here.actor.org, here.may_see(entries.c.acl), entries.c.source == as_text(value, "source")
        )
    )
    return table.c.id.in_(read)


def _of_attention(table: sa.Table, value: str, here: Workspace) -> sa.ColumnElement[bool]:
    own = (attention.c.org == here.actor.org, attention.c.id == as_text(value, "attention item"))
    return table.c.id.in_(sa.select(attention.c.target_id).where(*own, here.may_see(attention.c.acl)))


_NARROW = ("citing_artifact", "from_source", "of_attention")
_SPECIAL: dict[str, Callable[[sa.Table, Any, Workspace], sa.ColumnElement[bool]]] = {
    "since": _since,
    "until": _until,
    "status": _status,
    "stale": _stale,
    "scope": _scope,
    "retired": _retired,
    "tag": _tag,
    "uri_ends": _uri_ends,
    "target_begins": _target_begins,
    "about": _about,
    "less_sure_than": _less_sure_than,
    "citing_artifact": _citing_artifact,
    "from_source": _from_source,
    "of_attention": _of_attention,
}
