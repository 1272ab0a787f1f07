"""Projects, groups and members: who may see what. Setting them is for admins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from wherefrom.core.access import EVERYONE
from wherefrom.core.actions import Action
from wherefrom.core.actors import LOCAL_OWNER, Actor, ActorKind, Role
from wherefrom.core.directory import Group, Member, Project
from wherefrom.core.ids import as_id, as_slug
from wherefrom.core.wellformed import as_choice
from wherefrom.errors import AmbiguousId, Conflict, InvalidValue, NotFound
from wherefrom.ports.record import UnitOfWork
from wherefrom.services.desk import Verbs

__all__ = ["Groups", "Members", "Projects", "check_may_set"]

Named = TypeVar("Named", Project, Group, Member)


class Projects(Verbs):
    def create(self, id: str, *, title: str = "", restricted: bool = False) -> Project:
        """Whoever makes a restricted one is its first member."""
        self._actor.require(Role.ADMIN, "create a project")
        project = Project(org=self._actor.org, id=as_slug(id, "project"), title=title or id, restricted=restricted)
        with self._record.write(self._actor.elevate()) as unit:
            _check_is_new(unit.directory.projects(), id, "project")
            unit.directory.save_project(project)
            if restricted:
                _join(unit, self._actor.id, id)
            unit.note(Action.CREATE_PROJECT, "project", id, after=project)
            unit.commit()
        return self.get(id)

    def get(self, id: str) -> Project:
        return _named(self.list(), id, "project")

    def list(self) -> Sequence[Project]:
        """Those that may be entered; admins administer all of them."""
        with self._record.read(_administering(self._actor)) as unit:
            return unit.directory.projects()

    def restrict(self, id: str, restricted: bool = True) -> Project:
        """To its members, or open it to the whole org again."""
        self._actor.require(Role.ADMIN, "restrict a project")
        with self._record.write(self._actor.elevate()) as unit:
            before = _named(unit.directory.projects(), id, "project")
            after = replace(before, restricted=restricted)
            unit.directory.save_project(after)
            unit.note(Action.EDIT_PROJECT, "project", before.id, before=before, after=after)
            unit.commit()
        return after

    def delete(self, id: str) -> None:
        """Only an empty one: what belongs to a project must not become visible to everybody."""
        self._actor.require(Role.ADMIN, "delete a project")
        with self._record.write(self._actor.elevate()) as unit:
            project = _named(unit.directory.projects(), id, "project")
            unit.directory.delete_project(project.id)
            unit.note(Action.DELETE_PROJECT, "project", project.id, before=project)
            unit.commit()


class Groups(Verbs):
    def create(self, id: str, *, title: str = "") -> Group:
        self._actor.require(Role.ADMIN, "create a group")
        if id == EVERYONE:
            raise InvalidValue("this name means everyone", value=id, hint="choose another")
        group = Group(org=self._actor.org, id=as_slug(id, "group"), title=title or id)
        with self._record.write(self._actor) as unit:
            _check_is_new(unit.directory.groups(), id, "group")
            unit.directory.save_group(group)
            unit.note(Action.CREATE_GROUP, "group", id, after=group)
            unit.commit()
        return self.get(id)

    def get(self, id: str) -> Group:
        return _named(self.list(), id, "group")

    def list(self) -> Sequence[Group]:
        with self._record.read(self._actor) as unit:
            return unit.directory.groups()

    def delete(self, id: str) -> None:
        """What was shown to this group only is then seen by admins alone."""
        self._actor.require(Role.ADMIN, "delete a group")
        with self._record.write(self._actor) as unit:
            group = _named(unit.directory.groups(), id, "group")
            unit.directory.delete_group(group.id)
            unit.note(Action.DELETE_GROUP, "group", group.id, before=group)
            unit.commit()


class Members(Verbs):
    def set(
        self,
        id: str,
        *,
        kind: str | None = None,
        role: str | None = None,
        title: str | None = None,
        groups: Iterable[str] | None = None,
        projects: Iterable[str] | None = None,
    ) -> Member:
        """Add a member, or change what is named of one; the rest stays as it is."""
        self._actor.require(Role.ADMIN, "set a member")
        with self._record.write(self._actor.elevate()) as unit:
            known = {member.id: member for member in unit.directory.members()}
            before = known.get(id)
            after = replace(
                before or Member(org=self._actor.org, id=as_id(id, "member")),
                **{
                    name: wanted
                    for name, wanted in {
                        "kind": None if kind is None else as_choice(ActorKind, kind, "kind"),
                        "role": None if role is None else as_choice(Role, role, "role"),
                        "title": title,
                        "groups": None if groups is None else frozenset(groups),
                        "projects": None if projects is None else frozenset(projects),
                    }.items()
                    if wanted is not None
                },
            )
            check_may_set(self._actor, before, after)
            unit.directory.save_member(after)
            unit.note(Action.SET_MEMBER, "member", after.id, before=before, after=after)
            unit.commit()
        return self.get(id)

    def get(self, id: str) -> Member:
        return _named(self.list(), id, "member")

    def list(self) -> Sequence[Member]:
        """With the projects that may be entered; admins administer all of them."""
        with self._record.read(_administering(self._actor)) as unit:
            return unit.directory.members()

    def remove(self, id: str) -> None:
        """With their keys; what they contributed stays (see `erase`)."""
        self._actor.require(Role.ADMIN, "remove a member")
        with self._record.write(self._actor.elevate()) as unit:
            member = _named(unit.directory.members(), id, "member")
            if member.id == LOCAL_OWNER:
                raise Conflict("the local owner cannot be removed", value=id, hint="it is whoever holds the store")
            check_may_set(self._actor, member, member)
            if member.kind.is_chooser:
                self._actor.require_chooser("remove a person")
            unit.directory.delete_member(member.id)
            unit.note(Action.REMOVE_MEMBER, "member", member.id, before=member)
            unit.commit()


def check_may_set(actor: Actor, before: Member | None, after: Member) -> None:
    """Nobody hands out, or takes from, a role above their own; and whoever holds the store stays its owner.

    An agent that could say who is a person would be one.
    """
    if before is not None and before.kind is not after.kind:
        actor.require_chooser("say what kind a member is of")
    if after.id == LOCAL_OWNER and (after.role, after.kind) != (Role.OWNER, ActorKind.USER):
        raise Conflict("the local owner stays owner", value=after.role.value, hint="it is whoever holds the store")
    for member in (before, after):
        if member is not None:
            actor.require(member.role, f"set a member who is {member.role}")


def _administering(actor: Actor) -> Actor:
    """Admins set who is where, so they see every place; what is in the places they do not."""
    return actor.elevate() if actor.role.at_least(Role.ADMIN) else actor


def _join(unit: UnitOfWork, member: str, project: str) -> None:
    known = next((each for each in unit.directory.members() if each.id == member), None)
    if known is not None:
        unit.directory.save_member(replace(known, projects=known.projects | {project}))


def _named(known: Sequence[Named], id: str, what: str) -> Named:
    """By its id or a unique beginning of it."""
    exact = [each for each in known if each.id == id]
    begun = [each for each in known if id and each.id.startswith(id)]
    if not exact and len(begun) > 1:
        some = ", ".join(each.id for each in begun[:5])
        raise AmbiguousId(f"several {what}s begin so", value=id, hint=f"say more of it: {some}")
    if not begun:
        raise NotFound(what, id)
    return (exact or begun)[0]


def _check_is_new(known: Sequence[Project] | Sequence[Group], id: str, what: str) -> None:
    if any(each.id == id for each in known):
        raise Conflict(f"this {what} exists already", value=id, hint="choose another name")
