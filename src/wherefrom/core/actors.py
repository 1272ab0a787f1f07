"""Who asks."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from wherefrom.core.ids import as_id, as_slug
from wherefrom.core.values import value
from wherefrom.errors import AccessDenied

__all__ = ["DEFAULT_ORG", "LOCAL_OWNER", "Actor", "ActorKind", "Role"]

DEFAULT_ORG = "default"
LOCAL_OWNER = "local"


class ActorKind(StrEnum):
    USER = "user"
    AGENT = "agent"
    SYSTEM = "system"
    TOOL = "tool"

    @property
    def is_chooser(self) -> bool:
        """People decide, and the platform itself; agents, and the tools they call, may do what a text told them."""
        return self in (ActorKind.USER, ActorKind.SYSTEM)


class Role(StrEnum):
    """Each role may do what the ones before it may."""

    MEMBER = "member"
    ADMIN = "admin"
    OWNER = "owner"

    def at_least(self, other: Role) -> bool:
        ranks = list(Role)
        return ranks.index(self) >= ranks.index(other)


@value
class Actor:
    """Who asks, as a verified credential says.

    `groups` and `projects` (those that may be entered) are filled in from the record when a unit of work begins; what a
    credential itself asserts stays. `elevated` is a person's explicit choice for one request, and is audited.
    `answered_for` is an agent at work in a person's own process: that person answers for what it brings. It never comes
    from a credential.
    """

    org: str
    id: str
    kind: ActorKind = ActorKind.USER
    role: Role = Role.MEMBER
    groups: frozenset[str] = frozenset()
    projects: frozenset[str] = frozenset()
    elevated: bool = False
    answered_for: bool = False

    def __post_init__(self) -> None:
        as_slug(self.org, "org")
        as_id(self.id, "actor")

    @classmethod
    def local_owner(cls, org: str = DEFAULT_ORG) -> Actor:
        """Whoever holds the store's file, in library mode and on the command line."""
        return cls(org=org, id=LOCAL_OWNER, role=Role.OWNER)

    @classmethod
    def system(cls, org: str) -> Actor:
        """The platform itself: keeps indexes up to date, moves whole orgs. Never comes from a credential."""
        return cls(org=org, id="system", kind=ActorKind.SYSTEM, role=Role.OWNER, elevated=True)

    @property
    def sees_everything(self) -> bool:
        """Elevation counts for administrators who chose it; an agent cannot choose."""
        return self.elevated and self.kind.is_chooser and self.role.at_least(Role.ADMIN)

    def at_work(self, kind: ActorKind = ActorKind.AGENT) -> Actor:
        """What this person's own program does in their name, as less than a person; nobody becomes more by it."""
        return replace(self, kind=kind, answered_for=True) if self.kind is ActorKind.USER else self

    def elevate(self) -> Actor:
        """The same person, looking at everything in the org for this one request."""
        self.require(Role.ADMIN, "look at everything")
        return replace(self, elevated=True)

    def require(self, role: Role, verb: str) -> None:
        if not self.role.at_least(role):
            raise AccessDenied(
                f"to {verb} you must be {role}", value=self.role.value, hint=f"ask an {role} of the org {self.org!r}"
            )

    def require_chooser(self, verb: str) -> None:
        if not self.kind.is_chooser:
            raise AccessDenied(f"to {verb} is for people", value=self.id, hint="let an admin do it")
