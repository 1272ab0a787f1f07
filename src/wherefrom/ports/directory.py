"""Who there is: orgs, projects, groups, members and their keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from wherefrom.core.actors import Actor
from wherefrom.core.directory import ApiKey, Group, Member, Org, Project

__all__ = ["Directory", "Registry"]


class Directory(Protocol):
    """Projects, groups, members and keys of the actor's org. Reading is for members, writing for admins."""

    def projects(self) -> Sequence[Project]: ...

    def save_project(self, project: Project) -> None: ...

    def delete_project(self, id: str) -> None: ...

    def groups(self) -> Sequence[Group]: ...

    def save_group(self, group: Group) -> None: ...

    def delete_group(self, id: str) -> None: ...

    def members(self) -> Sequence[Member]: ...

    def save_member(self, member: Member) -> None: ...

    def delete_member(self, id: str) -> None: ...

    def keys(self) -> Sequence[ApiKey]: ...

    def save_key(self, key: ApiKey, *, hashed: str) -> None: ...

    def revoke_key(self, id: str, *, at: float) -> ApiKey: ...


class Registry(Protocol):
    """What must be known before there is an actor: which orgs there are, and whose key this is. No content."""

    def orgs(self) -> Sequence[Org]: ...

    def create_org(self, org: Org) -> None: ...

    def delete_org(self, id: str) -> None:
        """With everything in it."""
        ...

    def authenticate(self, key: str) -> Actor:
        """The actor of a live key; Unauthenticated for any other."""
        ...

    def member(self, org: str, id: str) -> Actor:
        """A member as an actor, for a face that has verified the person in another way."""
        ...
