"""Items of one kind, as the unit's actor may see and change them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy import exc

from wherefrom.core.access import Viewable, Visibility
from wherefrom.core.paging import LARGEST_PAGE, Cursor, Filter, Page, as_page_size
from wherefrom.core.values import changed
from wherefrom.core.wellformed import as_text, is_text
from wherefrom.errors import AmbiguousId, Conflict, InvalidValue, NotFound
from wherefrom.record.filters import is_narrow
from wherefrom.record.inserting import insert_many
from wherefrom.record.kinds import Kind, Row
from wherefrom.record.portions import in_portions
from wherefrom.record.rows import Rows
from wherefrom.record.tables import NUMBERED
from wherefrom.record.workspace import Workspace

__all__ = ["SqlRepository"]

T = TypeVar("T")
F = TypeVar("F", bound=Filter)

_NAMED_WHEN_AMBIGUOUS = 5
_LAST_CHARACTER = "\U0010ffff"


class SqlRepository(Generic[T, F]):
    """Everything the kinds have in common; what is special about one is in `documents.py` or `claims.py`."""

    _living: ClassVar[sa.ColumnElement[bool]] = sa.true()
    """The condition on what is there to be read; a tombstone is not."""

    def __init__(self, work: Workspace, kind: Kind[T]) -> None:
        self._work = work
        self._kind = kind
        self._table = kind.table
        self._rows = Rows(work, kind, self._living)

    def get(self, id: str) -> T:
        return self._items([self._rows.get(id)])[0]

    def get_many(self, ids: Iterable[str]) -> Mapping[str, T]:
        items = self._items(self._rows.get_many(ids))
        return {cast("Any", item).id: item for item in items}

    def resolve(self, prefix: str) -> str:
        ids = self._table.c.id
        if not prefix or not is_text(prefix):
            raise NotFound(self._kind.name, prefix)
        # A range, not LIKE: both databases compare ids as bytes, and LIKE folds case in one of them.
        matching = self._rows.readable(ids).where(ids >= prefix, ids <= prefix + _LAST_CHARACTER)
        found = [row["id"] for row in self._rows.read(matching.order_by(ids).limit(_NAMED_WHEN_AMBIGUOUS + 1))]
        if prefix in found or len(found) == 1:
            return prefix if prefix in found else found[0]
        if not found:
            raise NotFound(self._kind.name, prefix)
        some = ", ".join(id[: len(prefix) + 4] for id in found[:_NAMED_WHEN_AMBIGUOUS])
        raise AmbiguousId(f"several {self._kind.name} ids begin so", value=prefix, hint=f"say more of it: {some} …")

    def find(self, where: F, *, after: str | None = None, limit: int = 50) -> Page[T]:
        size = as_page_size(limit)
        created_at, id = self._table.c.created_at, self._table.c.id
        statement = self._rows.matching(where, self._table)
        if after is not None:
            row, cursor = sa.tuple_(created_at, id), Cursor.read(after, where)
            reached = sa.tuple_(sa.literal(cursor.created_at), sa.literal(cursor.id))
            statement = statement.where(row < reached if where.newest_first else row > reached)
        # A sum has no index: SQLite would walk the one of created_at, however few rows match.
        at = created_at + 0.0 if is_narrow(where) else created_at
        order = (at.desc(), id.desc()) if where.newest_first else (at, id)
        rows = self._rows.read(statement.order_by(*order).limit(size + 1))
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
        own = sa.select(c.id).where(c.org == self._work.actor.org, self._work.may_see(c.acl, Filter()), self._living)
        return self._work.connection.scalars(own.order_by(c.id).limit(size)).all()

    def count(self, where: F) -> int:
        statement = self._rows.matching(where, sa.func.count())
        return self._work.connection.execute(statement).scalar_one()

    def save(self, item: T, *, expected: int | None = None) -> T:
        id = as_text(cast("Any", item).id, "id")
        # What must be new is not looked for: its key says whether it is.
        stored = None if expected == 0 else self._rows.get_if_stored(id)
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
            self._work.connection.execute(sa.update(self._table).where(*self._rows.key(id)).values(row))
        self._after_save(item, row, stored=stored)
        self._note(id)
        return item

    def save_new(self, items: Iterable[T]) -> None:
        new = list(items)
        rows = [self._new_row(item) for item in new]
        ids = [row["id"] for row in rows]
        insert_many(self._work.connection, self._table, rows)
        self._after_new(new, rows)
        for id in ids:
            self._note(id)

    def delete(self, id: str) -> None:
        self._rows.get(id)
        self._remove(id)
        self._note(id, gone=True)

    def visibilities_of(self, ids: Iterable[str]) -> dict[str, Visibility]:
        """Who may see rows that the actor sees, for what inherits from them; they stay so until the unit ends."""
        wanted, found = sorted(set(ids)), dict[str, int]()
        for portion in in_portions(wanted):
            statement = self._rows.readable(self._table.c.id, self._table.c.acl).where(self._table.c.id.in_(portion))
            found.update((row["id"], row["acl"]) for row in self._rows.read(statement.with_for_update(of=self._table)))
        for id in wanted:
            if id not in found:
                raise NotFound(self._kind.name, id)
        seen = self._work.classes.values_of(found.values())
        return {id: seen[acl] for id, acl in found.items()}

    # What a subclass may change.

    def _items(self, rows: Sequence[Row]) -> list[T]:
        seen = self._work.classes.values_of(row["acl"] for row in rows)
        return [self._kind.item(row, seen[row["acl"]]) for row in rows]

    def _after_save(self, item: T, row: Row, *, stored: Row | None) -> None:
        """What else must be true in the same transaction; `stored` is the row as it was, None if it is new."""

    def _after_new(self, items: Sequence[T], rows: Sequence[Row]) -> None:
        """The same for many that are all new."""

    def _seen_by(self, item: T) -> Visibility:
        seen = cast("Viewable", item).visibility
        return seen if seen.org == self._work.actor.org else replace(seen, org=self._work.actor.org)

    def _remove(self, id: str) -> None:
        self._work.connection.execute(sa.delete(self._table).where(*self._rows.key(id)))

    # What is laid into the table.

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

    def _note(self, id: str, *, gone: bool = False) -> None:
        if self._table in NUMBERED:
            self._work.change(self._kind.name, id, gone=gone)
