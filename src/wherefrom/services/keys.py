"""API keys: made for a member, shown once, expiring, revocable at once."""

from __future__ import annotations

from collections.abc import Sequence

from wherefrom.core.actions import Action
from wherefrom.core.actors import LOCAL_OWNER, ActorKind, Role
from wherefrom.core.clock import DAY
from wherefrom.core.directory import ApiKey, Member
from wherefrom.core.ids import as_id
from wherefrom.core.keys import FreshKey, fresh_key
from wherefrom.core.wellformed import as_choice
from wherefrom.errors import AmbiguousId, InvalidValue, NotFound
from wherefrom.services.desk import Verbs

__all__ = ["Keys"]


class Keys(Verbs):
    def create(
        self,
        *,
        role: str = Role.MEMBER,
        label: str = "",
        actor: str | None = None,
        kind: str = ActorKind.AGENT,
        expires_in_days: float | None = None,
    ) -> FreshKey:
        """A key for a member; an actor that is not known yet becomes one. Unnamed, the key is an actor of its own."""
        self._actor.require(Role.ADMIN, "create a key")
        wanted = as_choice(Role, role, "role")
        self._actor.require(wanted, f"create a key for a role of {wanted}")
        now = self._desk.clock()
        fresh = fresh_key()
        owner = as_id(actor or f"key-{fresh.id}", "actor")
        if owner == LOCAL_OWNER:
            raise InvalidValue("the local owner needs no key", value=owner, hint="name another actor")
        key = ApiKey(
            org=self._actor.org,
            id=fresh.id,
            label=label,
            actor=owner,
            role=wanted,
            created_at=now,
            expires_at=None if expires_in_days is None else now + _as_days(expires_in_days) * DAY,
        )
        with self._record.write(self._actor) as unit:
            known = next((member for member in unit.directory.members() if member.id == owner), None)
            member = known or Member(org=key.org, id=owner, kind=as_choice(ActorKind, kind, "kind"), role=wanted)
            self._check_may_make(wanted, member)
            if known is None:
                unit.directory.save_member(member)
                unit.note(Action.SET_MEMBER, "member", owner, after=member)
            unit.directory.save_key(key, hashed=fresh.hashed)
            unit.note(Action.CREATE_KEY, "key", key.id, after=key)
            unit.commit()
        return fresh

    def _check_may_make(self, wanted: Role, member: Member) -> None:
        """Whoever has the key is that member: nobody makes one of somebody above them, and no agent one of a person."""
        if not member.role.at_least(wanted):
            raise InvalidValue(
                f"{member.id} is {member.role}, and a key has at most the role of its owner",
                value=wanted.value,
                hint=f"wherefrom members set {member.id} --role {wanted}",
            )
        self._actor.require(member.role, f"create a key for a member who is {member.role}")
        if member.kind.is_chooser:
            self._actor.require_chooser("create a key for a person")

    def list(self) -> Sequence[ApiKey]:
        self._actor.require(Role.ADMIN, "list keys")
        with self._record.read(self._actor) as unit:
            return unit.directory.keys()

    def revoke(self, id: str) -> ApiKey:
        """At once: the next request with it is refused."""
        self._actor.require(Role.ADMIN, "revoke a key")
        with self._record.write(self._actor) as unit:
            before = _named(unit.directory.keys(), id)
            after = unit.directory.revoke_key(before.id, at=self._desk.clock())
            unit.note(Action.REVOKE_KEY, "key", after.id, before=before, after=after)
            unit.commit()
        return after


def _named(known: Sequence[ApiKey], prefix: str) -> ApiKey:
    found = [key for key in known if prefix and key.id.startswith(prefix)]
    if len(found) > 1:
        raise AmbiguousId("several keys begin so", value=prefix, hint="say more of the id")
    if not found:
        raise NotFound("API key", prefix)
    return found[0]


def _as_days(days: float) -> float:
    if not 0 < days < 100_000:
        raise InvalidValue("a key must live longer than that", value=days, hint="give a positive number of days")
    return days
