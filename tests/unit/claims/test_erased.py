"""What becomes of an erased claim, and of what the inbox asked about it."""

from collections.abc import Callable

import pytest

from wherefrom import Knowledge
from wherefrom.core.pointers import from_chunk, from_human_assertion
from wherefrom.errors import Conflict

WORD = from_human_assertion("ann", 1.0)


@pytest.mark.parametrize(
    "decide",
    [
        lambda knowledge, erased, _: knowledge.dispute(erased, "nobody measured"),
        lambda knowledge, erased, _: knowledge.undo(erased),
        lambda knowledge, erased, other: knowledge.supersede(erased, other),
        lambda knowledge, erased, other: knowledge.supersede(other, erased),
        lambda knowledge, erased, other: knowledge.relate(erased, "contradicts", other),
        lambda knowledge, erased, other: knowledge.relate(other, "contradicts", erased),
        lambda knowledge, erased, _: knowledge.share(erased, "org"),
    ],
)
def test_nothing_is_decided_about_an_erased_claim(
    knowledge: Knowledge, decide: Callable[[Knowledge, str, str], object]
) -> None:
    knowledge.projects.create("bakery")
    erased = knowledge.learn("Bread takes an hour.", [WORD], project="bakery")
    other = knowledge.learn("Cake takes two.", [WORD])
    knowledge.verify(erased.id)
    knowledge.erase.claim(erased.id)
    steps = len(knowledge.history(erased.id))
    with pytest.raises(Conflict, match="erased"):
        decide(knowledge, erased.id, other.id)
    assert len(knowledge.history(erased.id)) == steps
    assert knowledge.claims.get(other.id) == other
    assert knowledge.attention.find().items == []


def test_a_claim_whose_successor_was_erased_can_be_had_back_and_stays(knowledge: Knowledge) -> None:
    old, new = knowledge.learn("Bread takes an hour.", [WORD]), knowledge.learn("Bread takes two.", [WORD])
    knowledge.supersede(old.id, new.id)
    knowledge.erase.claim(new.id)
    assert knowledge.undo(old.id).claim_status == "observed"
    with pytest.raises(Conflict, match="erased"):
        knowledge.undo(old.id)
    assert knowledge.claims.get(old.id).claim_status == "observed"


def test_an_item_about_a_claim_whose_passage_was_erased_still_says_what_to_do(knowledge: Knowledge) -> None:
    entry = knowledge.entries.add("Oven", "Bread takes an hour at 200 degrees.")
    passage = knowledge.search("bread degrees").hits[0].citation
    claim = knowledge.learn("Bread takes an hour.", [from_chunk(passage)])
    knowledge.verify(claim.id)
    knowledge.dispute(claim.id, "200 degrees are too much")
    knowledge.erase.entry(entry.id)
    (item,) = knowledge.attention.find().items
    assert (item.action, item.links) == ("Review conflicting evidence", (f"claim:{claim.id}",))
    assert "200" not in str(item)
