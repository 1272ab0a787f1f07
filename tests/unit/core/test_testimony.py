"""Whose word evidence is: what an agent says that somebody said is not what they said."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.core.actors import Actor, ActorKind
from wherefrom.core.confidence import CAPS, cap_of
from wherefrom.core.evidence import EvidenceKind, EvidenceRef, strongest
from wherefrom.core.messages import Message, MessageRole
from wherefrom.core.pointers import from_file, from_human_assertion, from_user_statement
from wherefrom.core.testimony import is_a_persons_word, weighed
from wherefrom.errors import InvalidValue
from wherefrom.testing import factories as make

STATEMENT, ASSERTION = from_user_statement("s", "m"), from_human_assertion("ann", 1.0)
KINDS = st.sampled_from(ActorKind)


def said(by: ActorKind | None, role: MessageRole = MessageRole.USER) -> Message:
    return make.message(session_id="s", message_id="m", role=role, said_by=by)


@given(
    by=KINDS,
    answered_for=st.booleans(),
    kept_by=st.none() | KINDS,
    there=st.booleans(),
    claimed=st.sampled_from([None, True, False]),
)
def test_a_word_counts_if_a_person_kept_it_or_nobody_did_and_a_person_brings_it(
    by: ActorKind, answered_for: bool, kept_by: ActorKind | None, there: bool, claimed: bool | None
) -> None:
    actor = Actor(org="acme", id="x", kind=by, answered_for=answered_for)
    statement = weighed(replace(STATEMENT, unproven=claimed), actor, said(kept_by) if there else None)
    known = kept_by if there else None
    assert is_a_persons_word(statement) is ((known or by) is ActorKind.USER)
    assertion = weighed(replace(ASSERTION, unproven=claimed), actor, None)
    assert is_a_persons_word(assertion) is (by is ActorKind.USER or answered_for)


def test_an_agent_is_answered_for_by_a_person_alone() -> None:
    agent = make.person("acme").at_work()
    assert (agent.kind, agent.answered_for) == (ActorKind.AGENT, True)
    other = make.agent("acme")
    assert other.at_work() == other


def test_a_word_that_cannot_be_checked_carries_what_a_thought_does() -> None:
    for word in (STATEMENT, ASSERTION):
        unproven = replace(word, unproven=True)
        assert cap_of(unproven) == CAPS[EvidenceKind.MODEL_INFERENCE]
        assert strongest((unproven, STATEMENT)) == STATEMENT


def test_what_is_nobodys_word_is_not_marked() -> None:
    ref: EvidenceRef = replace(from_file("a"), unproven=True)
    assert weighed(ref, make.agent("acme"), None) == from_file("a")


@pytest.mark.parametrize("role", [MessageRole.ASSISTANT, MessageRole.SYSTEM, MessageRole.TOOL])
def test_what_somebody_else_said_is_no_statement_of_the_user(role: MessageRole) -> None:
    with pytest.raises(InvalidValue):
        weighed(STATEMENT, make.person("acme"), said(ActorKind.USER, role))
