"""Projects, groups, members and keys of the actor's org."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa

from wherefrom.core.actors import Actor, ActorKind, Role
from wherefrom.core.directory import ApiKey, Group, Member, Project
from wherefrom.core.wellformed import as_text
from wherefrom.errors import Conflict, NotFound
from wherefrom.record.tables import (
    VIEWABLE,
    actors,
    api_keys,
    evidence,
    group_members,
    groups,
    project_members,
    projects,
    visibilities,
)
from wherefrom.record.workspace import Workspace

__all__ = ["SqlDirectory"]


class SqlDirectory:
    """Reading is for members; who may write is decided by the verbs that call it."""

    def __init__(self, work: Workspace, actor: Actor) -> None:
        self._work = work
        self._actor = actor
        self._org = actor.org

    def projects(self) -> Sequence[Project]:
        """A restricted project is known to its members only, and to whoever looks at everything."""
        actor = self._actor
        found = [Project(**row) for row in self._all(projects)]
        return [each for each in found if actor.sees_everything or each.id in actor.projects]

    def save_project(self, project: Project) -> None:
        self._upsert(projects, asdict(project) | {"created_at": project.created_at or self._work.clock()})

    def delete_project(self, id: str) -> None:
        self._require(projects, id, "project")
        classes = sa.select(visibilities.c.id).where(visibilities.c.org == self._org, visibilities.c.project == id)
        numbers = list(self._work.connection.scalars(classes))
        for table in (*VIEWABLE, evidence):
            held = sa.select(sa.func.count()).where(table.c.org == self._org, table.c.acl.in_(numbers))
            if self._work.connection.scalar(held):
                raise Conflict("this project is not empty", value=id, hint="move or erase what belongs to it first")
        self._work.connection.execute(sa.delete(visibilities).where(visibilities.c.id.in_(numbers)))
        self._delete(projects, id)

    def groups(self) -> Sequence[Group]:
        return [Group(**row) for row in self._all(groups)]

    def save_group(self, group: Group) -> None:
        self._upsert(groups, asdict(group) | {"created_at": group.created_at or self._work.clock()})

    def delete_group(self, id: str) -> None:
        self._require(groups, id, "group")
        self._delete(groups, id)

    def members(self) -> Sequence[Member]:
        in_groups = self._memberships(group_members, "group_id")
        in_projects = self._memberships(project_members, "project")
        return [
            Member(
                org=row["org"],
                id=row["id"],
                kind=ActorKind(row["kind"]),
                role=Role(row["role"]),
                title=row["title"],
                groups=in_groups.get(row["id"], frozenset()),
                projects=self._enterable(in_projects.get(row["id"], frozenset())),
                created_at=row["created_at"],
            )
            for row in self._all(actors)
        ]

    def _enterable(self, places: frozenset[str]) -> frozenset[str]:
        """A restricted project is not betrayed by who is in it."""
        return places if self._actor.sees_everything else places & self._actor.projects

    def save_member(self, member: Member) -> None:
        """With exactly these groups and projects."""
        row = {
            "id": member.id,
            "kind": member.kind.value,
            "role": member.role.value,
            "title": member.title,
            "created_at": member.created_at or self._work.clock(),
        }
        self._upsert(actors, row)
        self._set_memberships(group_members, "group_id", groups, member.id, member.groups, "group")
        self._set_memberships(project_members, "project", projects, member.id, member.projects, "project")

    def delete_member(self, id: str) -> None:
        """Their keys go with them; what they contributed stays."""
        self._require(actors, id, "member")
        self._delete(actors, id)

    def keys(self) -> Sequence[ApiKey]:
        return [_key(row) for row in self._all(api_keys)]

    def save_key(self, key: ApiKey, *, hashed: str) -> None:
        self._require(actors, key.actor, "member")
        self._upsert(api_keys, asdict(key) | {"role": key.role.value, "hashed": hashed})

    def revoke_key(self, id: str, *, at: float) -> ApiKey:
        row = self._require(api_keys, id, "API key")
        own = (api_keys.c.org == self._org, api_keys.c.id == id)
        if row["revoked_at"] is None:
            self._work.connection.execute(sa.update(api_keys).where(*own).values(revoked_at=at))
        return _key(self._require(api_keys, id, "API key"))

    def _all(self, table: sa.Table) -> list[dict[str, Any]]:
        statement = sa.select(table).where(table.c.org == self._org).order_by(table.c.created_at, table.c.id)
        return [dict(row) for row in self._work.connection.execute(statement).mappings()]

    def _require(self, table: sa.Table, id: str, what: str) -> dict[str, Any]:
        statement = sa.select(table).where(table.c.org == self._org, table.c.id == id)
        row = self._work.connection.execute(statement).mappings().first()
        if row is None:
            raise NotFound(what, id)
        return dict(row)

    def _upsert(self, table: sa.Table, row: dict[str, Any]) -> None:
        row = {name: as_text(each, name) if isinstance(each, str) else each for name, each in row.items()}
        row["org"] = self._org
        own = (table.c.org == self._org, table.c.id == row["id"])
        if self._work.connection.scalar(sa.select(sa.func.count()).where(*own)):
            self._work.connection.execute(sa.update(table).where(*own).values(row))
        else:
            self._work.connection.execute(sa.insert(table), row)

    def _delete(self, table: sa.Table, id: str) -> None:
        self._work.connection.execute(sa.delete(table).where(table.c.org == self._org, table.c.id == id))

    def _memberships(self, table: sa.Table, column: str) -> dict[str, frozenset[str]]:
        rows = self._work.connection.execute(
            sa.select(table.c.actor, table.c[column]).where(table.c.org == self._org)
        ).all()
        found: dict[str, frozenset[str]] = {}
        for actor, place in rows:
            found[actor] = found.get(actor, frozenset()) | {place}
        return found

    def _set_memberships(
        self, table: sa.Table, column: str, places: sa.Table, actor: str, wanted: frozenset[str], what: str
    ) -> None:
        for place in sorted(wanted):
            self._require(places, place, what)
        own = sa.delete(table).where(table.c.org == self._org, table.c.actor == actor)
        self._work.connection.execute(own)
        if wanted:
            rows = [{"org": self._org, "actor": actor, column: place} for place in sorted(wanted)]
            self._work.connection.execute(sa.insert(table), rows)


def _key(row: dict[str, Any]) -> ApiKey:
    known: dict[str, Any] = {name: value for name, value in row.items() if name != "hashed"}
    known["role"] = Role(row["role"])
    return ApiKey(**known)
