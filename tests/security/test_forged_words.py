"""No agent with a credential makes a person's word: not by a message, not by an assertion, not by writing over one."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from wherefrom import Actor, ActorKind, Knowledge, Role
from wherefrom.bootstrap import open_settings
from wherefrom.config import Settings
from wherefrom.core.claims import ClaimStatus
from wherefrom.core.evidence import EvidenceRef
from wherefrom.core.pointers import from_human_assertion, from_url, from_user_statement
from wherefrom.errors import AccessDenied, Conflict, InvalidValue, NotFound

TEXT = "Refunds need two approvals."
SAID, ASSERTED = from_user_statement("s", "m"), from_human_assertion("ann", 1.0)
ELSEWHERE = from_url("https://a.invalid")


@pytest.fixture
def ann(store_url: str) -> Iterator[Knowledge]:
    """A person, on a store of their own."""
    with open_settings(Settings(store=store_url, embedder="hash")) as opened:
        opened.members.set("ann", kind="user")
        yield opened.as_member("ann")


@pytest.fixture(params=["her own", "another"])
def agent(request: pytest.FixtureRequest, ann: Knowledge) -> Knowledge:
    """One that works for her, under her name, or one with a name of its own."""
    if request.param == "her own":
        return ann.act_as(replace(ann.actor, kind=ActorKind.AGENT))
    return ann.act_as(Actor(org=ann.actor.org, id="reviewer", kind=ActorKind.AGENT, role=Role.ADMIN))


def refused(agent: Knowledge, id: str, *evidence: EvidenceRef) -> None:
    with pytest.raises(AccessDenied, match="cannot be checked") as told:
        agent.verify(id, evidence=evidence)
    assert told.value.hint is not None
    assert agent.claims.get(id).claim_status is ClaimStatus.OBSERVED


def test_what_an_agent_keeps_in_a_users_name_verifies_nothing(agent: Knowledge) -> None:
    made = agent.learn(TEXT, [ELSEWHERE])
    agent.sessions.say("s", "m", "user", "I looked, it is two.")
    refused(agent, made.id, SAID)
    refused(agent, made.id, SAID, ASSERTED, ELSEWHERE)
    refused(agent, made.id, replace(SAID, unproven=False))
    refused(agent, made.id, replace(ASSERTED, unproven=False))


def test_a_statement_of_nobody_verifies_nothing(agent: Knowledge) -> None:
    refused(agent, agent.learn(TEXT, [ELSEWHERE]).id, from_user_statement("s", "never said"))


def test_what_the_agent_said_itself_is_no_statement(agent: Knowledge) -> None:
    made = agent.learn(TEXT, [ELSEWHERE])
    agent.sessions.say("s", "m", "assistant", "It is two.")
    with pytest.raises(InvalidValue, match="not said by the user"):
        agent.verify(made.id, evidence=[SAID])


def test_an_agent_of_hers_verifies_on_what_she_said_and_no_other_agent_reads_it(
    ann: Knowledge, agent: Knowledge
) -> None:
    made = agent.learn(TEXT, [ELSEWHERE])
    ann.sessions.say("s", "m", "user", "I looked, it is two.")
    if agent.actor.id == "ann":
        assert agent.verify(made.id, evidence=[SAID]).verified_by == "agent"
    else:
        refused(agent, made.id, SAID)


def test_an_agent_cannot_write_over_what_she_said(ann: Knowledge, agent: Knowledge) -> None:
    ann.sessions.say("s", "m", "user", "It is not two.")
    with pytest.raises((Conflict, NotFound)):
        agent.sessions.say("s", "m", "user", "It is two.")
    (kept,) = ann.sessions.messages("s").items
    assert (kept.text, kept.said_by) == ("It is not two.", "user")


def test_such_evidence_is_kept_marked_and_lifts_nothing_also_when_more_is_added(
    ann: Knowledge, agent: Knowledge
) -> None:
    made = agent.learn(TEXT, [ASSERTED, SAID])
    assert (made.confidence, made.stated_confidence) == (0.6, 1.0)
    assert [ref.unproven for ref in made.evidence] == [True, True]
    assert agent.dispute(made.id, "or not", evidence=[ASSERTED]).confidence == 0.6
    ann.verify(made.id)
    stored = ann.claims.get(made.id)
    assert (stored.confidence, [ref.unproven for ref in stored.evidence]) == (0.6, [True] * 3)
    merged = agent.learn(TEXT, [ELSEWHERE])
    assert (merged.id, merged.confidence) == (made.id, 0.8)
    assert ann.learn(TEXT, [ASSERTED]).confidence == 0.95


def test_a_person_is_believed_as_before(ann: Knowledge) -> None:
    made = ann.learn(TEXT, [ASSERTED, SAID])
    assert (made.confidence, [ref.unproven for ref in made.evidence]) == (0.95, [None, None])
    assert ann.verify(made.id).verified_by == "user"


def test_what_an_agent_kept_is_nobodys_word_whoever_brings_it(ann: Knowledge) -> None:
    agent = ann.act_as(replace(ann.actor, kind=ActorKind.AGENT))
    agent.sessions.say("s", "m", "user", "It is two.")
    made = ann.learn(TEXT, [SAID])
    assert (made.confidence, made.evidence[0].unproven) == (0.6, True)
    with pytest.raises(Conflict):
        ann.sessions.say("s", "m", "user", "It is two.")


def test_the_mark_survives_moving_house(ann: Knowledge, agent: Knowledge) -> None:
    made = agent.learn(TEXT, [ASSERTED])
    owner = ann.act_as(Actor.local_owner(ann.actor.org))
    lines = list(owner.elevated().exporting.lines())
    new = owner.act_as(Actor.local_owner(owner.orgs.create("elsewhere").id))
    new.importing.lines(lines)
    moved = new.claims.get(made.id)
    assert (moved.evidence[0].unproven, moved.confidence) == (True, 0.6)
    assert new.dispute(made.id, "or not").confidence == 0.6


def test_whoever_runs_an_agent_answers_for_what_it_asserts_and_not_for_what_it_says_was_said(ann: Knowledge) -> None:
    hers = ann.act_as(ann.actor.at_work())
    made = hers.learn(TEXT, [ELSEWHERE])
    hers.sessions.say("s", "m", "user", "I looked, it is two.")
    refused(hers, made.id, SAID)
    verified = hers.verify(made.id, evidence=[ASSERTED])
    assert (verified.verified_by, verified.confidence) == ("agent", 0.95)


def test_no_credential_says_that_somebody_answers_for_an_agent(ann: Knowledge) -> None:
    owner = ann.act_as(Actor.local_owner(ann.actor.org))
    agent = owner.with_key(owner.keys.create(actor="reviewer", kind="agent").key)
    assert (agent.actor.kind, agent.actor.answered_for) == (ActorKind.AGENT, False)
    refused(agent, agent.learn(TEXT, [ELSEWHERE]).id, ASSERTED)


def test_an_agent_brings_nobodys_word_by_an_import(ann: Knowledge) -> None:
    owner = ann.act_as(Actor.local_owner(ann.actor.org))
    ann.sessions.say("s", "m", "user", "It is two.")
    lines = list(owner.elevated().exporting.lines())
    target = owner.act_as(Actor.local_owner(owner.orgs.create("elsewhere").id))
    agent = target.act_as(replace(target.actor, kind=ActorKind.AGENT))
    with pytest.raises(AccessDenied, match="for people"):
        agent.importing.lines(lines)
