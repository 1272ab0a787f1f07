"""The rows of one kind that the unit's actor may see, and the statements that find them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeAlias, cast

import sqlalchemy as sa

from wherefrom.core.paging import Filter
from wherefrom.core.wellformed import is_text
from wherefrom.errors import NotFound
from wherefrom.record.filters import condition
from wherefrom.record.kinds import Kind, Row
from wherefrom.record.portions import in_portions
from wherefrom.record.tables import APPEND_ONLY
from wherefrom.record.workspace import Workspace

__all__ = ["Rows"]

_Select: TypeAlias = sa.Select[*tuple[Any, ...]]


class Rows:
    """`living` is the condition on those that are there to be read, which a tombstone is not."""

    def __init__(self, work: Workspace, kind: Kind[Any], living: sa.ColumnElement[bool]) -> None:
        self._work = work
        self._name = kind.name
        self._table = kind.table
        self._living = living

    def get(self, id: str) -> Row:
        statement = self.readable().where(self._table.c.id == id)
        # In Postgres two units could read, each change, and the later would undo the earlier; SQLite has one writer.
        locks = self._work.writes and self._table not in APPEND_ONLY
        found = self.read(statement.with_for_update(of=self._table) if locks else statement) if is_text(id) else []
        if not found:
            raise NotFound(self._name, id)
        return found[0]

    def get_if_stored(self, id: str) -> Row | None:
        """None if there is no such row; NotFound if there is one that this actor may not know of."""
        statement = sa.select(self._table.c.acl).where(*self.key(id))
        stored = self._work.connection.execute(statement).first()
        return None if stored is None else self.get(id)

    def get_many(self, ids: Iterable[str], *columns: str) -> list[Row]:
        """This is in the path of every search, so the statement is built once."""
        wanted = [id for id in dict.fromkeys(ids) if is_text(id)]
        acls = self._work.acls()
        statement = _by_id(self._table, self._living, columns, any_class=acls is None)
        shared = {"own_org": self._work.actor.org} | ({} if acls is None else {"acls": list(acls)})
        found: list[Row] = []
        for portion in in_portions(wanted):
            found += self.read(statement, shared | {"ids": portion})
        return found

    def readable(self, *columns: Any) -> _Select:
        c = self._table.c
        return _selected(self._table, columns).where(
            c.org == self._work.actor.org, self._work.may_see(c.acl), self._living
        )

    def matching(self, where: Filter, *columns: Any) -> _Select:
        c = self._table.c
        return (
            _selected(self._table, columns)
            .select_from(self._table)
            .where(c.org == self._work.actor.org, self._work.may_see(c.acl, where), self._living)
            .where(*condition(self._table, where, self._work))
        )

    def read(self, statement: _Select, asked: dict[str, Any] | None = None) -> list[Row]:
        return cast("list[Row]", self._work.connection.execute(statement, asked).mappings().all())

    def key(self, id: str) -> tuple[sa.ColumnElement[bool], ...]:
        return (self._table.c.org == self._work.actor.org, self._table.c.id == id)


@cache
def _by_id(table: sa.Table, living: sa.ColumnElement[bool], columns: tuple[str, ...], *, any_class: bool) -> _Select:
    c = table.c
    statement = _selected(table, tuple(c[name] for name in columns)).where(
        c.org == sa.bindparam("own_org"), c.id.in_(sa.bindparam("ids", expanding=True)), living
    )
    return statement if any_class else statement.where(c.acl.in_(sa.bindparam("acls", expanding=True)))


def _selected(table: sa.Table, columns: tuple[Any, ...]) -> _Select:
    return sa.select(*(columns or (table,)))
