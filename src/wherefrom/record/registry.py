"""What must be known before there is an actor: which orgs there are, and whose key this is."""

from __future__ import annotations

import hmac
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict

import sqlalchemy as sa

from wherefrom.core.actors import LOCAL_OWNER, Actor, ActorKind, Role
from wherefrom.core.clock import Clock, shown
from wherefrom.core.directory import Org
from wherefrom.core.keys import hashed, parsed
from wherefrom.core.wellformed import as_text
from wherefrom.errors import Conflict, NotFound, Unauthenticated
from wherefrom.record.database import Database
from wherefrom.record.tables import actors, api_keys, change_heads, orgs
from wherefrom.record.walls import ANY_ORG

__all__ = ["SqlRegistry"]

_NEXT_STEP = "make a new one with `wherefrom keys create`"


class SqlRegistry:
    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def orgs(self) -> Sequence[Org]:
        with self._looking() as connection:
            rows = connection.execute(sa.select(orgs).order_by(orgs.c.created_at, orgs.c.id)).mappings()
            return [Org(**row) for row in rows]

    def create_org(self, org: Org) -> None:
        """With the local owner in it, and its changes counted from one."""
        with self._database.writing() as connection:
            self._database.enter(connection, org.id)
            if connection.scalar(sa.select(sa.func.count()).where(orgs.c.id == org.id)):
                raise Conflict("this org exists already", value=org.id, hint="choose another name")
            connection.execute(sa.insert(orgs), asdict(org) | {"title": as_text(org.title, "title")})
            owner = {"id": LOCAL_OWNER, "kind": ActorKind.USER.value, "role": Role.OWNER.value}
            connection.execute(sa.insert(actors), owner | {"org": org.id, "title": "", "created_at": org.created_at})
            connection.execute(sa.insert(change_heads), {"org": org.id, "seq": 0, "stamp": ""})
            connection.commit()

    def delete_org(self, id: str) -> None:
        with self._database.writing() as connection:
            self._database.enter(connection, id)
            if not connection.execute(sa.delete(orgs).where(orgs.c.id == id)).rowcount:
                raise NotFound("org", id)
            connection.commit()

    def authenticate(self, key: str) -> Actor:
        id, secret = parsed(key)
        with self._looking() as connection:
            statement = (
                sa.select(api_keys, actors.c.kind, actors.c.role.label("member_role"))
                .join(actors, sa.and_(actors.c.org == api_keys.c.org, actors.c.id == api_keys.c.actor))
                .where(api_keys.c.id == id)
            )
            row = connection.execute(statement).first()
        if row is None or not hmac.compare_digest(row.hashed, hashed(secret)):
            raise Unauthenticated("this key is not valid", hint=_NEXT_STEP)
        if row.revoked_at is not None:
            raise Unauthenticated("this key was revoked", value=shown(row.revoked_at), hint=_NEXT_STEP)
        if row.expires_at is not None and row.expires_at <= self._clock():
            raise Unauthenticated("this key has expired", value=shown(row.expires_at), hint=_NEXT_STEP)
        role = min(Role(row.role), Role(row.member_role), key=list(Role).index)
        return Actor(org=row.org, id=row.actor, kind=ActorKind(row.kind), role=role)

    def member(self, org: str, id: str) -> Actor:
        with self._looking() as connection:
            statement = sa.select(actors).where(actors.c.org == org, actors.c.id == id)
            row = connection.execute(statement).first()
        if row is None:
            raise NotFound("member", id)
        return Actor(org=org, id=id, kind=ActorKind(row.kind), role=Role(row.role))

    @contextmanager
    def _looking(self) -> Generator[sa.Connection]:
        with self._database.reading() as connection:
            self._database.enter(connection, ANY_ORG)
            yield connection
