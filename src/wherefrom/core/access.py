"""The one permission rule.

`record/visibility.py` says the same in SQL; a property test proves that both agree on every read. Nothing else in the
product decides who may see what.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

from wherefrom.core.actors import Actor, ActorKind
from wherefrom.core.values import value
from wherefrom.core.wellformed import several
from wherefrom.errors import InvalidValue

__all__ = ["EVERYONE", "Viewable", "Visibility", "as_audience", "can_view", "check_own_sight", "narrowest"]

EVERYONE = "all"


@value
class Visibility:
    """Who may see something. Interned in the record as a visibility class, so that a row carries one integer.

    `personal_to` names the only person who sees it; an empty `audience` is everyone; an empty `agent_scope` is every
    agent.
    """

    org: str
    project: str | None = None
    personal_to: str | None = None
    audience: frozenset[str] = frozenset()
    agent_scope: frozenset[str] = frozenset()


class Viewable(Protocol):
    """Anything that can be read."""

    @property
    def visibility(self) -> Visibility: ...


def can_view(actor: Actor, item: Viewable) -> bool:
    """Whether this actor may know that the item exists."""
    seen = item.visibility
    if seen.org != actor.org:
        return False
    return actor.sees_everything or (
        _may_enter_project(actor, seen)
        and _is_not_somebody_elses(actor, seen)
        and _is_in_audience(actor, seen)
        and _is_in_agent_scope(actor, seen)
    )


def check_own_sight(actor: Actor, item: Viewable) -> None:
    """Nobody writes what they could not see themselves; a project that they may not enter is none."""
    if can_view(actor, item):
        return
    seen = item.visibility
    if seen.project is not None and seen.project not in actor.projects:
        # Word for word what the record says of a project that is not there.
        raise InvalidValue(
            "there is no project of this name", value=seen.project, hint=f"wherefrom projects create {seen.project}"
        )
    raise InvalidValue(
        "you would not see this yourself",
        value=sorted(seen.audience or seen.agent_scope),
        hint="name a group of your own too, or do it elevated",
    )


def _may_enter_project(actor: Actor, seen: Visibility) -> bool:
    return seen.project is None or seen.project in actor.projects


def _is_not_somebody_elses(actor: Actor, seen: Visibility) -> bool:
    return seen.personal_to is None or seen.personal_to == actor.id


def _is_in_audience(actor: Actor, seen: Visibility) -> bool:
    return not seen.audience or bool(seen.audience & actor.groups)


def _is_in_agent_scope(actor: Actor, seen: Visibility) -> bool:
    """Scopes bind what runs by itself: agents, and the tools they call. People and the platform are not agents."""
    return not seen.agent_scope or actor.kind in (ActorKind.USER, ActorKind.SYSTEM) or actor.id in seen.agent_scope


def as_audience(groups: Iterable[str]) -> frozenset[str]:
    """None named, or `all` among them, means everyone."""
    named = frozenset(several(groups, "audience"))
    return frozenset() if EVERYONE in named else named


def narrowest(parts: Iterable[Visibility], *, org: str) -> Visibility:
    """What is derived from several things is seen only by who may see all of them.

    Where no class says that exactly (two different owners, two different projects, audiences that do not meet), the
    result is personal to nobody rather than wider than one of its parts.
    """
    result = Visibility(org=org)
    for part in parts:
        result = _both(result, part)
    return result


_NOBODY = "\x1fnobody"


def _both(one: Visibility, other: Visibility) -> Visibility:
    projects = {p for p in (one.project, other.project) if p is not None}
    people = {p for p in (one.personal_to, other.personal_to) if p is not None}
    audience, audiences_meet = _intersection(one.audience, other.audience)
    agents, scopes_meet = _intersection(one.agent_scope, other.agent_scope)
    joined = replace(
        one,
        project=min(projects, default=None),
        personal_to=min(people, default=None),
        audience=audience,
        agent_scope=agents,
    )
    if len(projects) > 1 or len(people) > 1 or not audiences_meet or not scopes_meet:
        return replace(joined, personal_to=_NOBODY)
    return joined


def _intersection(one: frozenset[str], other: frozenset[str]) -> tuple[frozenset[str], bool]:
    """Empty means unlimited. Only shared groups stay: being in one of each is not the same as being in a shared one."""
    if not one or not other:
        return one | other, True
    return one & other, bool(one & other)
