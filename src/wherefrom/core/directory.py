"""The people and places of an org: projects, groups, members and their keys."""

from __future__ import annotations

from wherefrom.core.actors import ActorKind, Role
from wherefrom.core.values import value

__all__ = ["ApiKey", "Group", "Member", "Org", "Project"]


@value
class Org:
    """The tenant. `secret` keys the hashes that ids and the audit trail are made of."""

    id: str
    title: str
    secret: str
    created_at: float


@value
class Project:
    """A part of an org, open to all of it unless restricted to its members."""

    org: str
    id: str
    title: str
    restricted: bool = False
    created_at: float = 0.0


@value
class Group:
    """An audience."""

    org: str
    id: str
    title: str
    created_at: float = 0.0


@value
class Member:
    """An actor that the org knows, with the groups and restricted projects it belongs to."""

    org: str
    id: str
    kind: ActorKind = ActorKind.USER
    role: Role = Role.MEMBER
    title: str = ""
    groups: frozenset[str] = frozenset()
    projects: frozenset[str] = frozenset()
    created_at: float = 0.0


@value
class ApiKey:
    """A credential as it is stored: the secret itself was shown once and is kept nowhere."""

    org: str
    id: str
    label: str
    actor: str
    role: Role
    created_at: float
    expires_at: float | None = None
    revoked_at: float | None = None
