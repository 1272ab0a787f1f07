"""Rows of one kind, as the unit's actor may see them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy import exc

from wherefrom.core.access import Viewable, Visibility
from wherefrom.core.actors import Actor
from wherefrom.core.clock import Clock
from wherefrom.core.paging import LARGEST_PAGE, Cursor, Filter, Page, as_page_size
from wherefrom.core.values import changed
from wherefrom.core.wellformed import as_text, is_text
from wherefrom.errors import AmbiguousId, Conflict, InvalidValue, NotFound
from wherefrom.record.filters import condition, is_narrow
from wherefrom.record.inserting import insert_many
from wherefrom.record.kinds import Kind, Row
from wherefrom.record.tables import APPEND_ONLY, NUMBERED
from wherefrom.record.visibility import Classes, visible

__all__ = ["IDS_A_QUERY", "SqlRepository", "Workspace"]

T = TypeVar("T")
F = TypeVar("F", bound=Filter)

IDS_A_QUERY = 5_000  # well under the number of parameters that either database takes
_NAMED_WHEN_AMBIGUOUS = 5
_LAST_CHARACTER = "\U0010ffff"


@dataclass
class Workspace:
    """What the repositories of one unit of work share."""

    connection: sa.Connection
    actor: Actor
    classes: Classes
    clock: Clock
    writes: bool
    noted: dict[tuple[str, str], bool] = field(default_factory=lambda: cast("dict[tuple[str, str], bool]", {}))
    claims: dict[str, Visibility] = field(default_factory=lambda: cast("dict[str, Visibility]", {}))
    """Who may see the claims that this unit has saved, for what follows them."""
    _seen: tuple[int, frozenset[int] | None] | None = None

    def acls(self) -> frozenset[int] | None:
        """The classes that the actor may read, None for all of the org's; asked once, and again after one was met."""
        if self._seen is None or (self._seen[0] != self.classes.met and not self.classes.are_among(self._seen[1])):
            self._seen = (self.classes.met, visible(self.actor, self.connection))
        return self._seen[1]

    def look_again(self) -> None:
        """After waiting for another writer, who may have made the first item of a class."""
        self._seen = None

    def may_see(self, acl: sa.ColumnElement[int], where: Filter | None = None) -> sa.ColumnElement[bool]:
        """The condition on a row's class, for this actor and for what a filter says about whole classes."""
        narrows = where is not None and (where.project is not None or not where.personal)
        seen = visible(self.actor, self.connection, where) if narrows else self.acls()
        return sa.true() if seen is None else acl.in_(seen)

    def change(self, kind: str, id: str, *, gone: bool = False) -> None:
        """Noted now, numbered at commit; only the last word on an item counts."""
        self.noted.pop((kind, id), None)
        self.noted[kind, id] = gone


_BY_ID: dict[tuple[object, ...], sa.Select[*tuple[Any, ...]]] = {}


class SqlRepository(Generic[T, F]):
    """Everything the kinds have in common; what is special about one is in `documents.py` or `claims.py`."""

    def __init__(self, work: Workspace, kind: Kind[T]) -> None:
        self._work = work
        self._kind = kind
        self._table = kind.table

    def get(self, id: str) -> T:
        return self._items([self._visible_row(id)])[0]

    def get_many(self, ids: Iterable[str]) -> Mapping[str, T]:
        items = self._items(self._rows_by_id(ids))
        return {cast("Any", item).id: item for item in items}

    def resolve(self, prefix: str) -> str:
        ids = self._table.c.id
        if not prefix or not is_text(prefix):
            raise NotFound(self._kind.name, prefix)
        # A range, not LIKE: both databases compare ids as bytes, and LIKE folds case in one of them.
        matching = self._readable(ids).where(ids >= prefix, ids <= prefix + _LAST_CHARACTER)
        found = [row["id"] for row in self._rows(matching.order_by(ids).limit(_NAMED_WHEN_AMBIGUOUS + 1))]
        if prefix in found or len(found) == 1:
            return prefix if prefix in found else found[0]
        if not found:
            raise NotFound(self._kind.name, prefix)
        some = ", ".join(id[: len(prefix) + 4] for id in found[:_NAMED_WHEN_AMBIGUOUS])
        raise AmbiguousId(f"several {self._kind.name} ids begin so", value=prefix, hint=f"say more of it: {some} …")

    def find(self, where: F, *, after: str | None = None, limit: int = 50) -> Page[T]:
        size = as_page_size(limit)
        created_at, id = self._table.c.created_at, self._table.c.id
        statement = self._matching(where, self._table)
        if after is not None:
            row, cursor = sa.tuple_(created_at, id), Cursor.read(after, where)
            reached = sa.tuple_(sa.literal(cursor.created_at), sa.literal(cursor.id))
            statement = statement.where(row < reached if where.newest_first else row > reached)
        # A sum has no index: SQLite would walk the one of created_at, however few rows match.
        at = created_at + 0.0 if is_narrow(where) else created_at
        order = (at.desc(), id.desc()) if where.newest_first else (at, id)
        rows = self._rows(statement.order_by(*order).limit(size + 1))
        more = Cursor(rows[size - 1]["created_at"], rows[size - 1]["id"]).written(where) if len(rows) > size else None
        return Page(self._items(rows[:size]), more)

    def every(self, where: F) -> Iterator[T]:
        after: str | None = None
        while True:
            page = self.find(where, after=after, limit=LARGEST_PAGE)
            yield from page.items
            if page.next is None:
                return
            after = page.next

    def sample(self, size: int) -> Sequence[str]:
        c = self._table.c
        own = sa.select(c.id).where(c.org == self._work.actor.org, self._work.may_see(c.acl, Filter()), self._living())
        return self._work.connection.scalars(own.order_by(c.id).limit(size)).all()

    def count(self, where: F) -> int:
        statement = self._matching(where, sa.func.count())
        return self._work.connection.execute(statement).scalar_one()

    def save(self, item: T, *, expected: int | None = None) -> T:
        id = as_text(cast("Any", item).id, "id")
        # What must be new is not looked for: its key says whether it is.
        stored = None if expected == 0 else self._stored_row(id)
        version = stored.get("version", 0) if stored else 0
        if expected is not None and version != expected:
            raise Conflict(
                f"this {self._kind.name} is at version {version}", value=expected, hint="read it again and retry"
            )
        item = self._stamped(item, touched=True, version=version + 1)
        row = self._row(item)
        if stored is None:
            self._insert(row)
        else:
            self._work.connection.execute(sa.update(self._table).where(*self._key(id)).values(row))
        self._after_save(item, row, stored=stored)
        self._note(id)
        return item

    def _insert(self, row: dict[str, Any]) -> None:
        try:
            insert_many(self._work.connection, self._table, [dict(row)])
        except exc.IntegrityError as error:
            if not any(
                name in str(error.orig) for name in (f"{self._table.name}.id", f"{self._table.primary_key.name}")
            ):
                raise
            raise Conflict(
                f"there is a {self._kind.name} of this id already", value=row["id"], hint="choose another id"
            ) from error

    def save_new(self, items: Iterable[T]) -> None:
        new = list(items)
        rows = [self._new_row(item) for item in new]
        ids = [row["id"] for row in rows]
        insert_many(self._work.connection, self._table, rows)
        self._after_new(new, rows)
        for id in ids:
            self._note(id)

    def delete(self, id: str) -> None:
        self._visible_row(id)
        self._remove(id)
        self._note(id, gone=True)

    def visibilities_of(self, ids: Iterable[str]) -> dict[str, Visibility]:
        """Who may see rows that the actor sees, for what inherits from them; they stay so until the unit ends."""
        wanted, found = sorted(set(ids)), dict[str, int]()
        for start in range(0, len(wanted), IDS_A_QUERY):
            batch = wanted[start : start + IDS_A_QUERY]
            statement = self._readable(self._table.c.id, self._table.c.acl).where(self._table.c.id.in_(batch))
            found.update((row["id"], row["acl"]) for row in self._rows(statement.with_for_update(of=self._table)))
        for id in wanted:
            if id not in found:
                raise NotFound(self._kind.name, id)
        seen = self._work.classes.values_of(found.values())
        return {id: seen[acl] for id, acl in found.items()}

    # What a subclass may change.

    def _items(self, rows: Sequence[Row]) -> list[T]:
        seen = self._work.classes.values_of(row["acl"] for row in rows)
        return [self._kind.item(row, seen[row["acl"]]) for row in rows]

    def _living(self) -> sa.ColumnElement[bool]:
        """What is there to be read; a tombstone is not."""
        return sa.true()

    def _after_save(self, item: T, row: Row, *, stored: Row | None) -> None:
        """What else must be true in the same transaction; `stored` is the row as it was, None if it is new."""

    def _after_new(self, items: Sequence[T], rows: Sequence[Row]) -> None:
        """The same for many that are all new."""

    def _seen_by(self, item: T) -> Visibility:
        seen = cast("Viewable", item).visibility
        return seen if seen.org == self._work.actor.org else replace(seen, org=self._work.actor.org)

    def _remove(self, id: str) -> None:
        self._work.connection.execute(sa.delete(self._table).where(*self._key(id)))

    # The ways to the table.

    def _rows_by_id(self, ids: Iterable[str], *columns: str) -> list[Row]:
        """Those of these ids that the actor may see. This is in the path of every search, so it is built once."""
        wanted = [id for id in dict.fromkeys(ids) if is_text(id)]
        acls = self._work.acls()
        key = (type(self), self._table.name, acls is None, columns)
        if key not in _BY_ID:
            _BY_ID[key] = self._by_id(columns, any_class=acls is None)
        rows: list[Row] = []
        for start in range(0, len(wanted), IDS_A_QUERY):
            asked = {"own_org": self._work.actor.org, "ids": wanted[start : start + IDS_A_QUERY]}
            told = asked if acls is None else asked | {"acls": list(acls)}
            rows.extend(cast("list[Row]", self._work.connection.execute(_BY_ID[key], told).mappings().all()))
        return rows

    def _by_id(self, columns: Sequence[str], *, any_class: bool) -> sa.Select[*tuple[Any, ...]]:
        c = self._table.c
        statement = self._selected(*(c[name] for name in columns)).where(
            c.org == sa.bindparam("own_org"), c.id.in_(sa.bindparam("ids", expanding=True)), self._living()
        )
        return statement if any_class else statement.where(c.acl.in_(sa.bindparam("acls", expanding=True)))

    def _readable(self, *columns: Any) -> sa.Select[*tuple[Any, ...]]:
        c = self._table.c
        return self._selected(*columns).where(c.org == self._work.actor.org, self._work.may_see(c.acl), self._living())

    def _selected(self, *columns: Any) -> sa.Select[*tuple[Any, ...]]:
        return sa.select(*(columns or (self._table,)))

    def _matching(self, where: F, *columns: Any) -> sa.Select[*tuple[Any, ...]]:
        c = self._table.c
        return (
            self._selected(*columns)
            .select_from(self._table)
            .where(c.org == self._work.actor.org, self._work.may_see(c.acl, where), self._living())
            .where(*condition(self._table, where, org=self._work.actor.org, is_postgres=self._is_postgres))
        )

    def _rows(self, statement: sa.Select[*tuple[Any, ...]]) -> list[Row]:
        return cast("list[Row]", self._work.connection.execute(statement).mappings().all())

    def _visible_row(self, id: str) -> Row:
        statement = self._readable().where(self._table.c.id == id)
        # In Postgres two units could read, each change, and the later would undo the earlier; SQLite has one writer.
        locks = self._work.writes and self._table not in APPEND_ONLY
        rows = self._rows(statement.with_for_update(of=self._table) if locks else statement) if is_text(id) else []
        if not rows:
            raise NotFound(self._kind.name, id)
        return rows[0]

    def _stored_row(self, id: str) -> Row | None:
        """None if there is no such row; NotFound if there is one that this actor may not know of."""
        statement = sa.select(self._table.c.acl).where(*self._key(id))
        stored = self._work.connection.execute(statement).first()
        return None if stored is None else self._visible_row(id)

    def _row(self, item: T) -> dict[str, Any]:
        seen = cast("Viewable", item).visibility
        return self._kind.row(item) | {"org": seen.org, "acl": self._work.classes.number_of(seen)}

    def _new_row(self, item: T) -> dict[str, Any]:
        """The row of `_stamped(item)`, without making that: a book has thousands of passages."""
        stamps = self._stamps(item)
        row = self._kind.row(item)
        row.update((name, stamp) for name, stamp in stamps.items() if name in row)
        row["org"] = stamps["org"]
        row["acl"] = self._work.classes.number_of(self._seen_by(item))
        return row

    def _stamped(self, item: T, *, touched: bool = False, version: int | None = None) -> T:
        stamps = self._stamps(item, touched=touched)
        if version is not None and "version" in stamps:
            stamps["version"] = version
        if "seen_by" in self._kind.fields:
            stamps["seen_by"] = self._seen_by(item)
        return changed(item, **stamps)

    def _stamps(self, item: T, *, touched: bool = False) -> dict[str, Any]:
        """Its org, times and version, where they were left open; `touched` means that it changes now."""
        known: Any = item
        org, now = self._work.actor.org, self._work.clock()
        if known.org not in ("", org):
            raise InvalidValue("this belongs to another org", value=known.org, hint=f"you work in {org!r}")
        stamps: dict[str, Any] = {"org": org, "created_at": known.created_at or now}
        if "updated_at" in self._kind.fields:
            stamps["updated_at"] = now if touched else known.updated_at or now
        if "version" in self._kind.fields:
            stamps["version"] = known.version or 1
        return stamps

    def _key(self, id: str) -> tuple[sa.ColumnElement[bool], ...]:
        return (self._table.c.org == self._work.actor.org, self._table.c.id == id)

    def _note(self, id: str, *, gone: bool = False) -> None:
        if self._table in NUMBERED:
            self._work.change(self._kind.name, id, gone=gone)

    @property
    def _is_postgres(self) -> bool:
        return self._work.connection.dialect.name == "postgresql"
