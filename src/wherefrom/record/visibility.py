"""Visibility classes: the permission rule of `core.access` in SQL, over one small table.

Rows carry the number of their class. `CONJUNCTS` are the parts of the rule one by one, so that a test can drop each and
see the property test fail.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache, lru_cache

import sqlalchemy as sa

from wherefrom.core.access import Visibility
from wherefrom.core.actors import Actor, ActorKind
from wherefrom.core.ids import sha256
from wherefrom.core.paging import Filter
from wherefrom.core.wellformed import as_text
from wherefrom.errors import InvalidValue
from wherefrom.record.inserting import insert_if_new
from wherefrom.record.prepared import Prepared
from wherefrom.record.tables import (
    group_members,
    groups,
    project_members,
    projects,
    visibilities,
    visibility_agents,
    visibility_groups,
)

__all__ = ["CONJUNCTS", "Classes", "as_seen_by", "visible", "visible_classes"]

_v = visibilities.c

_ACTOR = sa.bindparam("viewer", type_=sa.String())
_ORG = sa.bindparam("viewer_org", type_=sa.String())
_GROUPS = sa.bindparam("viewer_groups", type_=sa.String(), expanding=True)
_EVERYTHING = sa.bindparam("viewer_sees_everything", type_=sa.Boolean())
_IS_PERSON = sa.bindparam("viewer_is_person", type_=sa.Boolean())


def _in_own_org() -> sa.ColumnElement[bool]:
    return _v.org == _ORG


def _in_project_that_may_be_entered() -> sa.ColumnElement[bool]:
    is_open = sa.exists().where(projects.c.org == _v.org, projects.c.id == _v.project, sa.not_(projects.c.restricted))
    is_member = sa.exists().where(
        project_members.c.org == _v.org, project_members.c.project == _v.project, project_members.c.actor == _ACTOR
    )
    return sa.or_(_v.project.is_(None), is_open, is_member)


def _not_somebody_elses() -> sa.ColumnElement[bool]:
    return sa.or_(_v.personal_to.is_(None), _v.personal_to == _ACTOR)


def _in_audience() -> sa.ColumnElement[bool]:
    of_actor = sa.select(group_members.c.group_id).where(group_members.c.org == _ORG, group_members.c.actor == _ACTOR)
    named = visibility_groups.c.group_id
    meets = sa.exists().where(
        visibility_groups.c.org == _v.org,
        visibility_groups.c.visibility == _v.id,
        sa.or_(named.in_(of_actor), named.in_(_GROUPS)),
    )
    return sa.or_(sa.not_(_v.for_groups), meets)


def _in_agent_scope() -> sa.ColumnElement[bool]:
    named = sa.exists().where(
        visibility_agents.c.org == _v.org,
        visibility_agents.c.visibility == _v.id,
        visibility_agents.c.agent == _ACTOR,
    )
    return sa.or_(sa.not_(_v.for_agents), _IS_PERSON, named)


CONJUNCTS: dict[str, sa.ColumnElement[bool]] = {
    "org": _in_own_org(),
    "project": _in_project_that_may_be_entered(),
    "personal": _not_somebody_elses(),
    "audience": _in_audience(),
    "agent_scope": _in_agent_scope(),
}


def visible(actor: Actor, connection: sa.Connection, where: Filter | None = None) -> frozenset[int] | None:
    """The classes that this actor may read, narrowed by what a filter says about whole classes.

    None means every class of the org, which is what an administrator who chose to look at everything gets.
    """
    in_project = where is not None and where.project is not None
    impersonal = where is not None and not where.personal
    if actor.sees_everything and not in_project and not impersonal:
        return None
    statement = visible_classes(in_project=in_project, impersonal=impersonal)
    return frozenset(statement.column(connection, _parameters(actor, where)))


@cache
def visible_classes(*, in_project: bool, impersonal: bool) -> Prepared:
    """The predicate, built once for each way of narrowing it."""
    org, *others = CONJUNCTS.values()
    statement = sa.select(_v.id).where(org, sa.or_(_EVERYTHING, sa.and_(*others)))
    if in_project:
        named = sa.bindparam("in_project", type_=sa.String())
        statement = statement.where(sa.or_(_v.project.is_(None), _v.project == named))
    return Prepared(statement.where(_v.personal_to.is_(None)) if impersonal else statement)


def _parameters(actor: Actor, where: Filter | None) -> Mapping[str, object]:
    named = {} if where is None or where.project is None else {"in_project": as_text(where.project, "project")}
    return named | {
        "viewer": actor.id,
        "viewer_org": actor.org,
        "viewer_groups": sorted(actor.groups),
        "viewer_sees_everything": actor.sees_everything,
        "viewer_is_person": actor.kind in (ActorKind.USER, ActorKind.SYSTEM),
    }


def as_seen_by(actor: Actor, connection: sa.Connection) -> Actor:
    """The actor with the groups and projects that the record knows now."""
    own = {"org": actor.org, "actor": actor.id}
    member_of = sa.select(group_members.c.group_id).where(
        group_members.c.org == sa.bindparam("org"), group_members.c.actor == sa.bindparam("actor")
    )
    joined = sa.select(project_members.c.project).where(
        project_members.c.org == sa.bindparam("org"), project_members.c.actor == sa.bindparam("actor")
    )
    enterable = sa.select(projects.c.id).where(
        projects.c.org == sa.bindparam("org"), sa.or_(sa.not_(projects.c.restricted), projects.c.id.in_(joined))
    )
    return replace(
        actor,
        groups=actor.groups | frozenset(connection.scalars(member_of, own)),
        projects=frozenset(connection.scalars(enterable, own)),
    )


_BY_DIGEST = Prepared(sa.select(_v.id).where(_v.org == sa.bindparam("own_org"), _v.digest == sa.bindparam("digest")))


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
        rows = self._connection.execute(sa.select(visibilities).where(_v.id.in_(numbers))).all()
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
        return self._connection.scalar(insert.values(row).returning(_v.id))

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
