"""Exactly the listed moves, and no other."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.core.actors import Actor, ActorKind
from wherefrom.core.claims import ClaimStatus
from wherefrom.core.lifecycle import check_birth, check_move, moved, newborn
from wherefrom.core.pointers import from_human_assertion, from_model_inference, from_url, from_user_statement
from wherefrom.errors import AccessDenied, IllegalTransition, InvalidValue, MissingEvidence
from wherefrom.testing import factories as make

LISTED = {
    ("hypothesis", "observed"),
    ("hypothesis", "disputed"),
    ("hypothesis", "superseded"),
    ("inferred", "verified"),
    ("inferred", "disputed"),
    ("inferred", "superseded"),
    ("observed", "verified"),
    ("observed", "disputed"),
    ("observed", "superseded"),
    ("verified", "disputed"),
    ("verified", "superseded"),
    ("disputed", "verified"),
    ("disputed", "superseded"),
}
ANN = Actor(org="acme", id="ann")
HELPER = make.agent("acme")


@given(before=st.sampled_from(ClaimStatus), after=st.sampled_from(ClaimStatus))
def test_a_claim_moves_only_along_the_list(before: ClaimStatus, after: ClaimStatus) -> None:
    if (before, after) in LISTED:
        assert check_move(before, after) is after
    else:
        with pytest.raises(IllegalTransition) as told:
            check_move(before, after)
        assert told.value.hint is not None
        assert all(allowed in told.value.hint for one, allowed in LISTED if one == before)


@pytest.mark.parametrize("status", ClaimStatus)
def test_a_claim_is_born_unverified(status: ClaimStatus) -> None:
    if status in ("hypothesis", "inferred", "observed"):
        assert check_birth(status) is status
    else:
        with pytest.raises(InvalidValue):
            check_birth(status)


def test_an_unknown_status_is_refused() -> None:
    with pytest.raises(InvalidValue):
        check_birth("true")
    with pytest.raises(InvalidValue):
        check_move(ClaimStatus.OBSERVED, "true")


@pytest.mark.parametrize("kind", [ActorKind.AGENT, ActorKind.TOOL, ActorKind.SYSTEM])
def test_only_a_persons_word_that_was_checked_lets_anybody_else_verify(kind: ActorKind) -> None:
    claim, actor = make.claim(), Actor(org="acme", id="x", kind=kind)
    for word in (from_user_statement("s", "m"), from_human_assertion("ann", 1.0)):
        for evidence in ((), (from_url("https://a.example"),), (replace(word, unproven=True),)):
            with pytest.raises(AccessDenied):
                moved(claim, "verified", by=actor, evidence=evidence)
        assert moved(claim, "verified", by=actor, evidence=[word]).evidence == (*claim.evidence, word)


def test_a_thought_or_hearsay_does_not_let_an_agent_observe() -> None:
    guess = make.claim(claim_status="hypothesis")
    thought = from_model_inference("s", "m", "so it seems")
    hearsay = replace(from_human_assertion("ann", 1.0), unproven=True)
    with pytest.raises(MissingEvidence):
        moved(guess, "observed", by=HELPER)
    with pytest.raises(AccessDenied):
        moved(guess, "observed", by=HELPER, evidence=[thought, hearsay])
    seen = moved(guess, "observed", by=HELPER, evidence=[thought, from_url("https://a.example")])
    assert seen.claim_status is ClaimStatus.OBSERVED


def test_a_person_verifies_without_more_and_the_old_claim_stays_as_it_was() -> None:
    claim = make.claim()
    verified = moved(claim, "verified", by=ANN, at=7.0)
    assert (verified.claim_status, verified.verified_by, verified.verified_at) == ("verified", "user", 7.0)
    assert claim.claim_status is ClaimStatus.OBSERVED
    disputed = moved(verified, "disputed", by=ANN, at=8.0)
    assert (disputed.verified_by, disputed.verified_at) == (None, None)


def test_nothing_is_born_with_a_judgement_of_others() -> None:
    claim = make.claim(verified_by=ActorKind.USER, verified_at=1.0)
    assert (newborn(claim, "acme").verified_by, newborn(claim, "acme").verified_at) == (None, None)
