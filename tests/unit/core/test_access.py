"""What is derived is seen only by who may see all of its parts."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from wherefrom.core.access import Visibility, as_audience, can_view, narrowest
from wherefrom.core.actors import Actor, Role
from wherefrom.testing import factories as make
from wherefrom.testing.worlds import World, worlds


class Thing:
    def __init__(self, visibility: Visibility) -> None:
        self.visibility = visibility


@given(world=worlds(items=4), count=st.integers(0, 4))
def test_whoever_sees_the_narrowest_sees_every_part(world: World, count: int) -> None:
    parts = [replace(part, org="acme") for part in world.seen[:count]]
    joined = Thing(narrowest(parts, org="acme"))
    for actor in map(world.as_known, world.asking("acme")):
        if can_view(actor, joined):
            assert all(can_view(actor, Thing(part)) for part in parts)


def test_one_part_is_its_own_narrowest() -> None:
    part = Visibility(org="acme", project="p", personal_to="ann", audience=frozenset("a"), agent_scope=frozenset("b"))
    assert narrowest([part], org="acme") == part
    assert narrowest([], org="acme") == Visibility(org="acme")


def test_parts_that_nobody_may_see_together_are_seen_by_nobody() -> None:
    for one, other in (
        ({"project": "a"}, {"project": "b"}),
        ({"personal_to": "ann"}, {"personal_to": "ben"}),
        ({"audience": frozenset("a")}, {"audience": frozenset("b")}),
        ({"agent_scope": frozenset("a")}, {"agent_scope": frozenset("b")}),
    ):
        joined = narrowest([Visibility(org="acme", **one), Visibility(org="acme", **other)], org="acme")
        groups, projects = frozenset("ab"), frozenset("ab")
        for id in ("ann", "ben", "a", "b"):
            assert not can_view(Actor(org="acme", id=id, groups=groups, projects=projects), Thing(joined))


def test_no_group_or_all_among_them_is_everyone() -> None:
    assert as_audience([]) == as_audience(["all"]) == as_audience(["leads", "all"]) == frozenset()
    assert as_audience(["leads"]) == {"leads"}


def test_elevation_is_for_administrators_who_are_people() -> None:
    hidden = make.entry(org="acme", contributor="ann", is_personal=True)
    for actor, sees in (
        (Actor(org="acme", id="x", role=Role.ADMIN, elevated=True), True),
        (Actor(org="acme", id="x", role=Role.ADMIN), False),
        (Actor(org="acme", id="x", role=Role.MEMBER, elevated=True), False),
        (make.agent("acme", role=Role.OWNER, elevated=True), False),
        (Actor(org="other", id="x", role=Role.OWNER, elevated=True), False),
    ):
        assert can_view(actor, hidden) is sees
