"""Exactly the listed moves, and no other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.core.actors import Actor, ActorKind
from wherefrom.core.claims import ClaimStatus
from wherefrom.core.evidence import from_human_assertion, from_url, from_user_statement
from wherefrom.core.lifecycle import check_birth, check_move, moved
from wherefrom.errors import AccessDenied, IllegalTransition, InvalidValue
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
def test_only_a_persons_word_lets_anybody_else_verify(kind: ActorKind) -> None:
    claim, actor = make.claim(), Actor(org="acme", id="x", kind=kind)
    for evidence in ((), (from_url("https://a.example"),)):
        with pytest.raises(AccessDenied):
            moved(claim, "verified", by=actor, evidence=evidence)
    for word in (from_user_statement("s", "m"), from_human_assertion("ann", 1.0)):
        assert moved(claim, "verified", by=actor, evidence=[word]).evidence == (*claim.evidence, word)


def test_a_person_verifies_without_more_and_the_old_claim_stays_as_it_was() -> None:
    claim = make.claim()
    assert moved(claim, "verified", by=ANN).claim_status is ClaimStatus.VERIFIED
    assert claim.claim_status is ClaimStatus.OBSERVED
