"""Claims among the hits: those that hold, and what was known at a time."""

from tests.retrieval.material import learn, move, texts
from wherefrom import Knowledge
from wherefrom.core.claims import ClaimStatus
from wherefrom.core.search import NoResult

BORN, VERIFIED, DISPUTED = 1_000.0, 2_000.0, 3_000.0
TEXT = "The ferry runs on Sundays."


def test_only_claims_that_hold_are_found_unless_asked(knowledge: Knowledge) -> None:
    for status in ClaimStatus:
        learn(knowledge, f"The ferry is {status.value}.", claim_status=status)
    result = knowledge.search("ferry")
    assert set(texts(result)) == {"The ferry is observed.", "The ferry is inferred.", "The ferry is verified."}
    assert result.passages == 3
    assert knowledge.search("superseded", recipe="fast").cause is NoResult.ALL_FILTERED


def test_a_claim_is_no_longer_found_when_it_is_disputed_and_again_when_it_is_verified(knowledge: Knowledge) -> None:
    claim = learn(knowledge, TEXT)
    assert texts(knowledge.search("ferry")) == [TEXT]
    move(knowledge, claim, ClaimStatus.DISPUTED, DISPUTED)
    assert knowledge.search("ferry").hits == ()
    move(knowledge, claim, ClaimStatus.VERIFIED, DISPUTED + 1)
    assert texts(knowledge.search("ferry")) == [TEXT]


def test_as_of_a_time_the_answer_is_what_was_known_then(knowledge: Knowledge) -> None:
    claim = learn(knowledge, TEXT, created_at=BORN, claim_status=ClaimStatus.HYPOTHESIS)
    move(knowledge, claim, ClaimStatus.VERIFIED, VERIFIED)
    move(knowledge, claim, ClaimStatus.DISPUTED, DISPUTED)
    answers = {
        at: texts(knowledge.search("ferry", as_of=at))
        for at in (0.0, BORN - 1, BORN + 1, VERIFIED, DISPUTED - 1, DISPUTED, DISPUTED + 1)
    }
    known = {at for at, found in answers.items() if found}
    assert known == {VERIFIED, DISPUTED - 1}


def test_a_claim_without_a_history_is_known_from_its_birth(knowledge: Knowledge) -> None:
    learn(knowledge, TEXT, created_at=BORN)
    assert knowledge.search("ferry", as_of=BORN - 1).hits == ()
    assert texts(knowledge.search("ferry", as_of=BORN)) == [TEXT]


def test_an_erased_claim_is_found_at_no_time(knowledge: Knowledge) -> None:
    claim = learn(knowledge, TEXT, created_at=BORN)
    assert texts(knowledge.search("ferry")) == [TEXT]
    knowledge.erase.claim(claim.id)
    assert knowledge.search("ferry").hits == ()
    assert knowledge.search("ferry", as_of=BORN + 1).hits == ()
