"""Random worlds: people, groups, projects, and items that some of them may see.

A world is a model. Whoever tests a record builds the world in it and compares what each actor reads with what
`core.access.can_view` says, with the actor as the world, not the record, knows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hypothesis import strategies as st

from wherefrom.core.access import Visibility
from wherefrom.core.actors import Actor, ActorKind, Role
from wherefrom.core.directory import Member
from wherefrom.core.values import value

__all__ = ["World", "worlds"]

GROUPS = ("leads", "staff", "guests")
PROJECTS = ("apollo", "gemini", "vostok")
PEOPLE = ("ann", "ben", "cho", "dee")
STRANGER = "zed"


@value
class World:
    """`gone` are groups that were deleted after the items were made; `seen` says who may see each item."""

    restricted: frozenset[str]
    gone: frozenset[str]
    members: tuple[Member, ...]
    seen: tuple[Visibility, ...]

    def asking(self, org: str) -> Iterator[Actor]:
        """Everybody who may ask, in every way: as they are, with a group that their credential asserts, elevated."""
        for member in self.members:
            plain = Actor(org=org, id=member.id, kind=member.kind, role=member.role)
            yield plain
            yield replace(plain, groups=frozenset(GROUPS[:1]))
            yield replace(plain, elevated=True)
        yield Actor(org=org, id=STRANGER)

    def as_known(self, actor: Actor) -> Actor:
        """The actor with the groups it is in and the projects it may enter."""
        member = next((each for each in self.members if each.id == actor.id), Member(org=actor.org, id=actor.id))
        is_open = frozenset(PROJECTS) - self.restricted
        return replace(actor, groups=actor.groups | (member.groups - self.gone), projects=is_open | member.projects)


def _some(of: tuple[str, ...], *, most: int) -> st.SearchStrategy[frozenset[str]]:
    return st.frozensets(st.sampled_from(of), max_size=most)


def _member(id: str) -> st.SearchStrategy[Member]:
    return st.builds(
        Member,
        org=st.just(""),
        id=st.just(id),
        kind=st.sampled_from(ActorKind),
        role=st.sampled_from(Role),
        groups=_some(GROUPS, most=2),
        projects=_some(PROJECTS, most=2),
    )


_VISIBILITIES = st.builds(
    Visibility,
    org=st.just(""),
    project=st.none() | st.sampled_from(PROJECTS),
    personal_to=st.none() | st.none() | st.sampled_from((*PEOPLE, STRANGER)),
    audience=_some(GROUPS, most=2),
    agent_scope=st.just(frozenset[str]()) | _some(PEOPLE, most=2),
)


def worlds(*, items: int = 10) -> st.SearchStrategy[World]:
    return st.builds(
        World,
        restricted=_some(PROJECTS, most=2),
        gone=_some(GROUPS[1:], most=1),
        members=st.tuples(*map(_member, PEOPLE)),
        seen=st.lists(_VISIBILITIES, min_size=items, max_size=items).map(tuple),
    )
