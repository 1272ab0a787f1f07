"""Visibility classes, interned: who may see a row, as the number that the row carries."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache

import sqlalchemy as sa

from wherefrom.core.access import Visibility
from wherefrom.core.ids import sha256
from wherefrom.core.wellformed import as_text
from wherefrom.errors import InvalidValue
from wherefrom.record.inserting import insert_if_new
from wherefrom.record.prepared import Prepared
from wherefrom.record.tables import groups, projects, visibilities, visibility_agents, visibility_groups

__all__ = ["Classes"]

_BY_DIGEST = Prepared(
    sa.select(visibilities.c.id).where(
        visibilities.c.org == sa.bindparam("own_org"), visibilities.c.digest == sa.bindparam("digest")
    )
)


class Classes:
    """The interned classes of one unit of work. A class never changes, so what was read once stays true."""

    def __init__(self, connection: sa.Connection, known: dict[int, Visibility]) -> None:
        self._connection = connection
        self._known = known
        self._made_here: dict[int, Visibility] = {}
        self._numbers: dict[Visibility, int] = {}
        self._latest: tuple[Visibility, int] | None = None

    @property
    def met(self) -> int:
        """How many classes this unit has put items in; one of them another writer may have made a moment ago."""
        return len(self._numbers)

    def are_among(self, known: frozenset[int] | None) -> bool:
        """Whether all of those are known; None knows every one."""
        return known is None or known.issuperset(self._numbers.values())

    def number_of(self, seen: Visibility) -> int:
        """The class's number; a new class is made, if its project and groups exist."""
        if self._latest is not None and self._latest[0] is seen:  # the passages of a book share one object
            return self._latest[1]
        self._latest = (seen, self._number_of(seen))
        return self._latest[1]

    def _number_of(self, seen: Visibility) -> int:
        if seen in self._numbers:
            return self._numbers[seen]
        digest = _digest(seen)
        asked = {"own_org": seen.org, "digest": digest}
        found = _BY_DIGEST.column(self._connection, asked)
        number = found[0] if found else self._make(seen, digest)
        self._numbers[seen] = _BY_DIGEST.column(self._connection, asked)[0] if number is None else number
        return self._numbers[seen]

    def values_of(self, numbers: Iterable[int]) -> dict[int, Visibility]:
        wanted = set(numbers)
        missing = wanted - self._known.keys() - self._made_here.keys()
        if missing:
            self._known.update(self._read(missing))
        return {number: self._made_here.get(number) or self._known[number] for number in wanted}

    def _read(self, numbers: set[int]) -> dict[int, Visibility]:
        rows = self._connection.execute(sa.select(visibilities).where(visibilities.c.id.in_(numbers))).all()
        for_groups = self._names(visibility_groups.c.group_id, numbers)
        for_agents = self._names(visibility_agents.c.agent, numbers)
        return {
            row.id: Visibility(
                org=row.org,
                project=row.project,
                personal_to=row.personal_to,
                audience=for_groups.get(row.id, frozenset()),
                agent_scope=for_agents.get(row.id, frozenset()),
            )
            for row in rows
        }

    def _names(self, column: sa.Column[str], numbers: set[int]) -> dict[int, frozenset[str]]:
        table = column.table
        rows = self._connection.execute(
            sa.select(table.c.visibility, column).where(table.c.visibility.in_(numbers))
        ).all()
        named: dict[int, frozenset[str]] = {}
        for number, name in rows:
            named[number] = named.get(number, frozenset()) | {name}
        return named

    def _make(self, seen: Visibility, digest: str) -> int | None:
        """None if another writer has made it in the meantime."""
        for name in sorted(seen.agent_scope | {seen.personal_to or ""}):
            as_text(name, "actor")
        self._check_exists(projects, {seen.project} if seen.project else set(), seen.org, "project")
        self._check_exists(groups, set(seen.audience), seen.org, "group")
        number = self._insert(seen, digest)
        if number is None:
            return None
        rows = {"org": seen.org, "visibility": number}
        if seen.audience:
            self._connection.execute(
                sa.insert(visibility_groups), [rows | {"group_id": name} for name in sorted(seen.audience)]
            )
        if seen.agent_scope:
            self._connection.execute(
                sa.insert(visibility_agents), [rows | {"agent": name} for name in sorted(seen.agent_scope)]
            )
        self._made_here[number] = seen
        return number

    def _insert(self, seen: Visibility, digest: str) -> int | None:
        row = {
            "org": seen.org,
            "digest": digest,
            "project": seen.project,
            "personal_to": seen.personal_to,
            "for_groups": bool(seen.audience),
            "for_agents": bool(seen.agent_scope),
        }
        insert = insert_if_new(self._connection.dialect, visibilities, "org", "digest")
        return self._connection.scalar(insert.values(row).returning(visibilities.c.id))

    def _check_exists(self, table: sa.Table, names: set[str], org: str, what: str) -> None:
        if not names:
            return
        for name in sorted(names):
            as_text(name, what)
        known = set(self._connection.scalars(sa.select(table.c.id).where(table.c.org == org, table.c.id.in_(names))))
        if names - known:
            name = min(names - known)
            raise InvalidValue(f"there is no {what} of this name", value=name, hint=f"wherefrom {what}s create {name}")


@lru_cache(maxsize=1024)
def _digest(seen: Visibility) -> str:
    parts = [seen.project, seen.personal_to, sorted(seen.audience), sorted(seen.agent_scope)]
    return sha256(json.dumps(parts).encode())[:32]
