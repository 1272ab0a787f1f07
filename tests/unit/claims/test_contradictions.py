"""Two claims that cannot both hold ask for a decision, as long as both do hold."""

import pytest

from wherefrom import Knowledge
from wherefrom.core.attention import AttentionItem
from wherefrom.core.claims import Claim
from wherefrom.core.paging import AttentionFilter
from wherefrom.core.pointers import from_human_assertion
from wherefrom.errors import InvalidValue, NotFound

WORD = from_human_assertion("ann", 1.0)


@pytest.fixture
def both(knowledge: Knowledge) -> tuple[Claim, Claim]:
    one, other = knowledge.learn("The sea is cold.", [WORD]), knowledge.learn("The water is warm.", [WORD])
    knowledge.relate(one.id, "contradicts", other.id)
    return one, other


def item(knowledge: Knowledge) -> AttentionItem:
    (found,) = knowledge.attention.find(AttentionFilter(event="claim.contradiction", personal=True)).items
    return found


def test_they_ask_for_attention_once_whichever_way_it_is_said(knowledge: Knowledge, both: tuple[Claim, Claim]) -> None:
    one, other = both
    knowledge.relate(one.id, "contradicts", other.id)
    knowledge.relate(other.id, "contradicts", one.id)
    assert item(knowledge).status == "open"
    knowledge.attention.resolve(item(knowledge).id)
    knowledge.relate(other.id, "contradicts", one.id)
    assert item(knowledge).status == "resolved"
    for wrong in ("supersedes", "likes"):
        with pytest.raises(InvalidValue):
            knowledge.relate(one.id, wrong, other.id)
    with pytest.raises(InvalidValue):
        knowledge.relate(one.id, "supports", one.id)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("how", ["dispute", "supersede", "transition"])
def test_when_one_side_falls_it_resolves_itself_and_says_why_until_that_is_undone(
    knowledge: Knowledge, both: tuple[Claim, Claim], side: int, how: str
) -> None:
    fallen = both[side]
    newer = knowledge.learn("Some bread.", [WORD])
    if how == "dispute":
        knowledge.dispute(fallen.id, "nobody measured")
    elif how == "supersede":
        knowledge.supersede(fallen.id, newer.id)
    else:
        knowledge.transition(fallen.id, "superseded")
    why = {
        "dispute": f"{fallen.id} is disputed",
        "supersede": f"{fallen.id} is superseded by {newer.id}",
        "transition": f"{fallen.id} is superseded",
    }[how]
    for _ in range(2):
        assert (item(knowledge).status, item(knowledge).detail["resolved"]) == ("resolved", why)
        assert set(item(knowledge).detail) == {"text", "one", "other", "resolved"}
        knowledge.undo(fallen.id)
        assert (item(knowledge).status, "resolved" in item(knowledge).detail) == ("open", False)
        knowledge.undo(fallen.id)


def test_the_winner_takes_the_place_of_the_other(knowledge: Knowledge, both: tuple[Claim, Claim]) -> None:
    knowledge.supersede(both[0].id, both[1].id)
    assert item(knowledge).status == "resolved"
    knowledge.undo(both[1].id)
    assert item(knowledge).status == "open"


def test_it_is_open_again_only_when_both_hold_again(knowledge: Knowledge, both: tuple[Claim, Claim]) -> None:
    for claim in both:
        knowledge.dispute(claim.id, "nobody measured")
    knowledge.verify(both[0].id)
    assert item(knowledge).status == "resolved"
    knowledge.verify(both[1].id)
    assert item(knowledge).status == "open"


def test_what_a_person_resolved_stays_resolved(knowledge: Knowledge, both: tuple[Claim, Claim]) -> None:
    knowledge.attention.resolve(item(knowledge).id)
    knowledge.dispute(both[0].id, "nobody measured")
    knowledge.undo(both[0].id)
    assert item(knowledge).status == "resolved"


def test_a_claim_that_fell_before_contradicts_nothing_that_anybody_must_decide(knowledge: Knowledge) -> None:
    one, other = knowledge.learn("The sea is cold.", [WORD]), knowledge.learn("The water is warm.", [WORD])
    knowledge.dispute(other.id, "nobody measured")
    knowledge.relate(one.id, "contradicts", other.id)
    assert item(knowledge).status == "resolved"
    knowledge.verify(other.id)
    assert item(knowledge).status == "open"


def test_it_resolves_also_when_whoever_disputes_sees_one_side_alone(knowledge: Knowledge) -> None:
    knowledge.projects.create("secret", restricted=True)
    knowledge.members.set("local", projects=["secret"])
    knowledge.members.set("eve", kind="user")
    one = knowledge.learn("The sea is cold.", [WORD])
    other = knowledge.learn("The water is warm.", [WORD], project="secret")
    knowledge.relate(one.id, "contradicts", other.id)
    eve = knowledge.as_member("eve")
    with pytest.raises(NotFound):
        eve.attention.get(item(knowledge).id)
    eve.dispute(one.id, "nobody measured")
    assert item(knowledge).status == "resolved"


@pytest.mark.parametrize("side", [0, 1])
def test_an_erased_claim_is_quoted_by_no_item(knowledge: Knowledge, both: tuple[Claim, Claim], side: int) -> None:
    erased, stays = both[side], both[1 - side]
    weaker = knowledge.learn("Some bread.", [WORD], confidence=0.1)
    knowledge.supersede(erased.id, weaker.id)
    knowledge.erase.claim(erased.id)
    found = knowledge.attention.find(AttentionFilter(personal=True)).items
    assert len(found) == 2
    assert erased.text not in str([each.detail for each in found])
    assert knowledge.claims.get(stays.id).text == stays.text


@pytest.mark.parametrize("side", [0, 1])
def test_nobody_is_asked_to_decide_about_an_erased_claim(
    knowledge: Knowledge, both: tuple[Claim, Claim], side: int
) -> None:
    disputed = knowledge.learn("Some bread.", [WORD])
    knowledge.verify(disputed.id)
    knowledge.dispute(disputed.id, "nobody measured")
    assert len(knowledge.attention.find().items) == 2
    for claim in (disputed, both[side]):
        knowledge.erase.claim(claim.id)
    assert knowledge.attention.find().items == []
