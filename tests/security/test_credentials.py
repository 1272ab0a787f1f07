"""Nobody becomes more than they are: not by a key, not by a member, and an agent never a person."""

from collections.abc import Callable, Iterator

import pytest

from wherefrom import Knowledge
from wherefrom.bootstrap import open_settings
from wherefrom.config import Settings
from wherefrom.core.actors import ActorKind
from wherefrom.errors import AccessDenied


@pytest.fixture
def owner(store_url: str) -> Iterator[Knowledge]:
    with open_settings(Settings(store=store_url, embedder="hash")) as opened:
        opened.members.set("ann")
        opened.members.set("boss", role="owner")
        opened.members.set("admin", role="admin")
        yield opened


@pytest.fixture
def agent(owner: Knowledge) -> Knowledge:
    """With a key, and all the rights that an agent can have."""
    return owner.with_key(owner.keys.create(actor="robot", role="owner").key)


def test_an_admin_makes_no_key_of_somebody_above_them(owner: Knowledge) -> None:
    with pytest.raises(AccessDenied, match="you must be owner"):
        owner.as_member("admin").keys.create(actor="boss", role="member")
    assert owner.with_key(owner.as_member("admin").keys.create(actor="ann").key).actor.id == "ann"


BECOMING: dict[str, Callable[[Knowledge], object]] = {
    "a key of a person": lambda agent: agent.keys.create(actor="ann"),
    "a key of a new person": lambda agent: agent.keys.create(actor="new", kind="user"),
    "a key of a system": lambda agent: agent.keys.create(actor="new", kind="system"),
    "itself": lambda agent: agent.members.set("robot", kind="user"),
    "an agent of its own": lambda agent: agent.members.set(
        agent.with_key(agent.keys.create(actor="helper").key).actor.id, kind="user"
    ),
    "a person's name": lambda agent: agent.members.set("ann", kind="agent"),
    "a name that got free": lambda agent: agent.members.remove("ann"),
}


@pytest.mark.parametrize("way", BECOMING)
def test_no_agent_becomes_a_person(agent: Knowledge, way: str) -> None:
    with pytest.raises(AccessDenied, match="is for people"):
        BECOMING[way](agent)
    assert agent.members.get("robot").kind is ActorKind.AGENT
    assert agent.members.get("ann").kind is ActorKind.USER


def test_an_agent_with_rights_still_administers_agents(agent: Knowledge) -> None:
    helper = agent.with_key(agent.keys.create(actor="helper").key)
    assert helper.actor.kind is ActorKind.AGENT
    agent.members.set("ann", title="Ann")
    agent.members.remove("helper")
