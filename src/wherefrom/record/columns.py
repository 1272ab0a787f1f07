"""How columns are declared: portable types, and for each column what it holds, because `erase` is driven by that."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import sqlalchemy as sa

__all__ = ["ERASED", "Holds", "content", "id_text", "label", "org_key", "system", "timestamp"]


class Holds(StrEnum):
    """What a column may contain.

    CONTENT is what somebody wrote or said; LABEL is what somebody named (titles, tags, addresses), which can betray
    content; SYSTEM is what the product itself made. Erasing blanks the first two and keeps the third.
    """

    CONTENT = "content"
    LABEL = "label"
    SYSTEM = "system"


# Ids sort and match by prefix the same in both databases only when Postgres compares bytes, as SQLite does.
ID = sa.String().with_variant(sa.String(collation="C"), "postgresql")


class _Json(sa.TypeDecorator[Any]):
    """JSONB where there is one. Postgres' types are not imported for SQLite: they cost a tenth of a cold start."""

    impl = sa.JSON
    cache_ok = True

    def load_dialect_impl(self, dialect: sa.Dialect) -> sa.types.TypeEngine[Any]:
        if dialect.name != "postgresql":
            return dialect.type_descriptor(sa.JSON())
        from sqlalchemy.dialects.postgresql import JSONB

        return dialect.type_descriptor(JSONB())


JSON = _Json()
TIME: sa.Double[float] = sa.Double()

_TYPES: dict[str, sa.types.TypeEngine[Any]] = {
    "text": sa.Text(),
    "object": JSON,
    "list": JSON,
    "bytes": sa.LargeBinary(),
    "int": sa.Integer(),
    "float": sa.Double(),
    "bool": sa.Boolean(),
}

ERASED = "[erased]"
_BLANKS: dict[str, object] = {"text": ERASED, "object": {}, "list": []}
"""What an erased column says; nothing at all, where it may be NULL and was."""


def content(name: str, type: str = "text", *, null: bool = True) -> sa.Column[Any]:
    return _column(name, type, Holds.CONTENT, null)


def label(name: str, type: str = "text", *, null: bool = True) -> sa.Column[Any]:
    return _column(name, type, Holds.LABEL, null)


def system(name: str, type: str = "text", *, null: bool = True) -> sa.Column[Any]:
    return _column(name, type, Holds.SYSTEM, null)


def id_text(name: str, *, primary: bool = False, null: bool = False) -> sa.Column[Any]:
    return sa.Column(name, ID, primary_key=primary, nullable=null, info={"holds": Holds.SYSTEM})


def timestamp(name: str, *, null: bool = True) -> sa.Column[Any]:
    return sa.Column(name, TIME, nullable=null, info={"holds": Holds.SYSTEM})


def org_key(*, primary: bool = True) -> sa.Column[Any]:
    """Every row belongs to an org and goes with it."""
    return sa.Column(
        "org",
        ID,
        sa.ForeignKey("orgs.id", ondelete="CASCADE"),
        primary_key=primary,
        nullable=False,
        info={"holds": Holds.SYSTEM},
    )


def _column(name: str, type: str, holds: Holds, null: bool) -> sa.Column[Any]:
    return sa.Column(name, _TYPES[type], nullable=null, info={"holds": holds, "blank": _BLANKS.get(type)})
