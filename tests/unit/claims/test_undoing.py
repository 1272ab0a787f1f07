"""Undo takes back the latest step, and undone twice that step holds again."""

from dataclasses import replace

import pytest

from tests.unit.claims.conftest import Watch
from wherefrom import Knowledge
from wherefrom.core.claims import Claim, ClaimStatus
from wherefrom.core.pointers import from_human_assertion, from_model_inference, from_url
from wherefrom.core.severity import claim_line
from wherefrom.errors import Conflict

WORD = from_human_assertion("ann", 1.0)
WEAK = from_model_inference("s", "m", "because")


def steps(knowledge: Knowledge, id: str) -> list[tuple[str, str | None, str | None, str | None]]:
    return [(step.event, step.before, step.after, step.other) for step in knowledge.history(id)]


def attention(knowledge: Knowledge) -> list[str]:
    return sorted(item.event for item in knowledge.attention.find().items)


def two(knowledge: Knowledge) -> tuple[Claim, Claim]:
    return knowledge.learn("The sea.", [WORD]), knowledge.learn("A mountain.", [WORD])


def test_an_undo_restores_what_was_before_by_a_step_of_its_own(knowledge: Knowledge) -> None:
    made = knowledge.learn("The ferry runs.", [WORD])
    with pytest.raises(Conflict):
        knowledge.undo(made.id)
    knowledge.verify(made.id)
    assert knowledge.undo(made.id, reason="too early").claim_status is ClaimStatus.OBSERVED
    assert steps(knowledge, made.id)[-1] == ("reverted", "verified", "observed", None)
    assert knowledge.undo(made.id).claim_status is ClaimStatus.VERIFIED
    assert knowledge.undo(made.id).claim_status is ClaimStatus.OBSERVED


def test_evidence_against_a_claim_does_not_carry_it(knowledge: Knowledge) -> None:
    made = knowledge.learn("The ferry runs.", [WEAK])
    disputed = knowledge.dispute(made.id, "it sank", evidence=[WORD])
    assert (disputed.confidence, [ref.stance for ref in disputed.evidence]) == (0.6, [None, "against"])
    assert claim_line(disputed) == "disputed · 1 conflicting evidence ref"
    assert [ref.stance for ref in knowledge.history(made.id)[-1].evidence] == ["against"]
    undone = knowledge.undo(made.id)
    assert (undone.confidence, [ref.stance for ref in undone.evidence]) == (0.6, [None, "withdrawn"])
    assert claim_line(undone) == "observed · confidence 0.6 · from model_inference"
    again = knowledge.undo(made.id)
    assert (again.confidence, [ref.stance for ref in again.evidence]) == (0.6, [None, "against"])
    assert knowledge.verify(made.id).confidence == 0.6
    assert knowledge.learn("The ferry runs.", [WORD]).confidence == 0.95, "brought for it, it counts"


def test_what_an_undone_step_brought_is_withdrawn_and_comes_back_with_it(knowledge: Knowledge, watch: Watch) -> None:
    made = knowledge.learn("The ferry runs.", [WEAK])
    assert knowledge.verify(made.id, evidence=[WORD]).confidence == 0.95
    at = watch.turn()
    watch.turn()
    for confidence, stance in ((0.6, "withdrawn"), (0.95, None)):
        undone = knowledge.undo(made.id)
        assert (undone.confidence, [ref.stance for ref in undone.evidence]) == (confidence, [None, stance])
        assert knowledge.claims.get(made.id) == undone
        assert knowledge.claims.get(made.id, as_of=at).confidence == 0.95
        assert knowledge.claims.get(made.id, as_of=at).evidence[1].stance is None


def test_nobody_says_of_their_own_evidence_that_it_counts_for_more(knowledge: Knowledge) -> None:
    marked = replace(WORD, stance="against", stated=0.1)
    made = knowledge.learn("The ferry runs.", [marked])
    assert (made.evidence, made.confidence) == ((WORD,), 0.95)
    weak = replace(WEAK, stated=1.0)
    assert knowledge.dispute(made.id, "it sank", evidence=[weak]).evidence[1] == replace(WEAK, stance="against")


def test_what_was_added_or_shared_since_stays_and_the_move_before_it_is_undone(knowledge: Knowledge) -> None:
    knowledge.projects.create("pay")
    made = knowledge.learn("The ferry runs.", [WORD], project="pay")
    knowledge.verify(made.id)
    knowledge.learn("The ferry runs.", [from_url("https://a.invalid")], project="pay")
    knowledge.share(made.id, "org")
    undone = knowledge.undo(made.id)
    assert (undone.claim_status, len(undone.evidence), undone.project) == ("observed", 2, None)


@pytest.mark.parametrize("asked", ["old", "new"])
def test_superseding_is_undone_and_done_again_on_both_sides_from_either(knowledge: Knowledge, asked: str) -> None:
    old, new = two(knowledge)
    knowledge.supersede(old.id, new.id)
    id = old.id if asked == "old" else new.id
    for _ in range(2):
        knowledge.undo(id)
        assert knowledge.claims.get(old.id).claim_status is ClaimStatus.OBSERVED
        assert knowledge.claims.get(new.id).supersedes is None
        assert knowledge.claims.relations(old.id) == []
        knowledge.undo(id)
        assert knowledge.claims.get(old.id).claim_status is ClaimStatus.SUPERSEDED
        assert knowledge.claims.get(new.id).supersedes == old.id
        assert [(link.claim, link.other) for link in knowledge.claims.relations(old.id)] == [(new.id, old.id)]
    assert steps(knowledge, old.id)[1:4] == [
        ("superseded", "observed", "superseded", new.id),
        ("reverted", "superseded", "observed", new.id),
        ("reverted", "observed", "superseded", new.id),
    ]
    assert steps(knowledge, new.id)[1:4] == [
        ("supersedes", "observed", "observed", old.id),
        ("reverted", "observed", "observed", old.id),
        ("reverted", "observed", "observed", old.id),
    ]


def test_a_claim_that_has_moved_on_is_not_superseded_again_behind_its_back(knowledge: Knowledge) -> None:
    old, new = two(knowledge)
    knowledge.supersede(old.id, new.id)
    knowledge.undo(old.id)
    knowledge.dispute(old.id, "no such sea")
    with pytest.raises(Conflict, match="moved on"):
        knowledge.undo(new.id)
    knowledge.transition(old.id, "superseded")
    with pytest.raises(Conflict, match="moved on"):
        knowledge.undo(new.id)
    assert knowledge.undo(old.id).claim_status is ClaimStatus.DISPUTED


def test_a_place_is_not_taken_again_by_who_was_superseded_meanwhile(knowledge: Knowledge) -> None:
    old, new = two(knowledge)
    third = knowledge.learn("Some bread.", [WORD])
    knowledge.supersede(old.id, new.id)
    knowledge.undo(old.id)
    knowledge.supersede(new.id, third.id)
    with pytest.raises(Conflict, match="superseded itself"):
        knowledge.undo(old.id)
    knowledge.undo(new.id)
    knowledge.supersede(new.id, old.id)
    assert knowledge.claims.get(old.id).supersedes == new.id


def test_what_was_superseded_by_nothing_in_particular_comes_back_and_goes_again(knowledge: Knowledge) -> None:
    made, _ = two(knowledge)
    knowledge.transition(made.id, "superseded", reason="the sea is gone")
    assert knowledge.undo(made.id).claim_status is ClaimStatus.OBSERVED
    assert knowledge.undo(made.id).claim_status is ClaimStatus.SUPERSEDED


def test_of_several_superseded_claims_the_latest_is_brought_back(knowledge: Knowledge, watch: Watch) -> None:
    first, second, third = (knowledge.learn(text, [WORD]) for text in ("The sea.", "A mountain.", "Some bread."))
    new = knowledge.learn("All is well.", [WORD])
    for old in (first, second, third):
        watch.turn()
        knowledge.supersede(old.id, new.id)
    assert knowledge.undo(new.id).supersedes == first.id
    after = [knowledge.claims.get(each.id).claim_status for each in (first, second, third)]
    assert after == ["superseded", "superseded", "observed"]
    knowledge.undo(first.id)
    assert knowledge.claims.get(new.id).supersedes == second.id


def test_an_undone_dispute_asks_for_nothing_until_it_is_done_again(knowledge: Knowledge) -> None:
    made = knowledge.learn("The ferry runs.", [WORD])
    knowledge.verify(made.id)
    knowledge.dispute(made.id, "it sank")
    for expected in ([], ["claim.disputed"], []):
        knowledge.undo(made.id)
        assert attention(knowledge) == expected
    knowledge.undo(made.id)
    knowledge.verify(made.id)
    assert attention(knowledge) == []
    knowledge.undo(made.id)
    assert attention(knowledge) == ["claim.disputed"]
    (item,) = knowledge.attention.find().items
    assert item.detail["reason"] == "it sank"


def test_a_weaker_claim_asks_for_attention_as_long_as_it_has_the_place(knowledge: Knowledge) -> None:
    strong, weak = knowledge.learn("The sea.", [WORD]), knowledge.learn("A mountain.", [WEAK])
    knowledge.supersede(strong.id, weak.id)
    for expected in ([], ["claim.weakened"], []):
        knowledge.undo(strong.id)
        assert attention(knowledge) == expected


def test_who_verified_it_comes_back_with_the_status(knowledge: Knowledge, watch: Watch) -> None:
    made = knowledge.learn("The ferry runs.", [WORD])
    at = watch.turn()
    knowledge.verify(made.id)
    watch.turn()
    knowledge.dispute(made.id, "it sank")
    undone = knowledge.undo(made.id)
    assert (undone.verified_by, undone.verified_at) == ("user", at)
    assert knowledge.undo(made.id).verified_by is None
