"""Stores from before the revision 0006: their claims are found as near twins from the first moment, and brought up."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from wherefrom import Knowledge, from_human_assertion
from wherefrom.bootstrap import open_settings
from wherefrom.claims import twins
from wherefrom.claims.earlier import earlier_bands
from wherefrom.claims.likeness import bands
from wherefrom.config import Settings
from wherefrom.core.relations import Relation
from wherefrom.record.tables import claim_bands, claim_sketches, claims

WORD = from_human_assertion("ann", 1.0)
SAID = "The harbour ferry leaves the northern pier every Sunday morning"
NEARLY = "The harbour ferry leaves the northern pier each Sunday morning"
WORDS = ["alder", "birch", "cedar", "elder", "hazel", "juniper", "larch", "maple", "oak", "pine", "rowan", "spruce"]


@pytest.fixture
def knowledge(store_url: str) -> Iterator[Knowledge]:
    with open_settings(Settings(store=store_url, embedder="hash")) as opened:
        yield opened


def made_old(knowledge: Knowledge) -> None:
    """As the version before would have left it: numbers of the earlier draw, and no others."""
    org = knowledge.actor.org
    with knowledge.record.write(knowledge.actor) as unit:
        said = unit.transaction.execute(sa.select(claims.c.id, claims.c.text).where(claims.c.org == org)).all()
        rows = [{"org": org, "claim": id, "band": band} for id, text in said for band in set(earlier_bands(text))]
        unit.transaction.execute(sa.delete(claim_bands).where(claim_bands.c.org == org))
        unit.transaction.execute(sa.insert(claim_sketches), rows)
        unit.commit()


def strangers(count: int) -> list[str]:
    """Claims that are about something else."""
    return [
        f"{WORDS[at % 12]} {WORDS[at // 12]} stands beside the gate of lot {'i' * (at + 1)}x" for at in range(count)
    ]


def numbered(knowledge: Knowledge) -> tuple[set[str], set[str]]:
    """The claims that have new numbers, and those that have earlier ones."""
    with knowledge.record.read(knowledge.actor) as unit:
        new, earlier = (
            set(unit.transaction.scalars(sa.select(table.c.claim))) for table in (claim_bands, claim_sketches)
        )
    return new, earlier


def links(knowledge: Knowledge, claim: str) -> list[tuple[str, str]]:
    return [(link.relation, link.other) for link in knowledge.claims.relations(claim)]


def test_the_earlier_numbers_are_what_they_were() -> None:
    assert earlier_bands("Builds are green.") == [
        "0:c06eb225c6df9c1:8456cdd18b9a397:414c165741410f4",
        "3:101bac86ffe71c8d:4ad9027a15eaca7:82982ca178d33c0",
        "6:cf2fd03fc775d5c:37590d2f334af3:c3e442ebb06568c",
        "9:95b204e851c666c:44c1a71d2ac6dbf:105305935e7f7958",
        "c:5c343990dc16f7c:860dbd67625908b:e08b07568da2031",
        "f:6eb2198dcba7be:c759d3b199eb357:a70d3bff17f2941",
    ]


def test_a_near_twin_is_found_before_and_after_it_is_brought_up(knowledge: Knowledge) -> None:
    old = knowledge.learn(SAID, [WORD])
    made_old(knowledge)
    assert numbered(knowledge) == (set(), {old.id})
    first = knowledge.learn(NEARLY, [WORD])
    assert links(knowledge, first.id) == [(Relation.DUPLICATES, old.id)]
    assert numbered(knowledge) == ({old.id, first.id}, set()), "and whoever looked brought it up"
    second = knowledge.learn(NEARLY.replace("each", "any"), [WORD])
    assert {other for _, other in links(knowledge, second.id)} == {old.id, first.id}


def test_learning_brings_up_a_few_at_a_time_and_loses_none_meanwhile(knowledge: Knowledge) -> None:
    old = [knowledge.learn(text, [WORD]).id for text in (*strangers(10), SAID)]
    made_old(knowledge)
    left = []
    for text in ("A goose is grey.", "Tea grows on hills.", "Snow fell overnight."):
        knowledge.learn(text, [WORD])
        left.append(len(numbered(knowledge)[1]))
    assert left == [6, 1, 0]
    made_old(knowledge)
    twin = knowledge.learn(NEARLY, [WORD])
    assert (Relation.DUPLICATES, old[-1]) in links(knowledge, twin.id)


def test_a_check_brings_them_up(knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twins, "_MANY", 7)
    old = {knowledge.learn(text, [WORD]).id for text in (*strangers(25), SAID)}
    made_old(knowledge)
    knowledge.check()
    assert numbered(knowledge) == (old, set())
    made_old(knowledge)
    monkeypatch.setattr(twins, "_MOST_ROUNDS", 2)
    knowledge.check()
    assert len(numbered(knowledge)[1]) == 26 - 2 * 7, "or a part of them, if there are very many"
    twin = knowledge.learn(NEARLY, [WORD])
    assert len(links(knowledge, twin.id)) == 1


def test_who_is_stopped_on_the_way_has_lost_nothing(knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch) -> None:
    old = {knowledge.learn(text, [WORD]).id for text in strangers(9)}
    made_old(knowledge)
    done: list[str] = []

    def failing(text: str) -> object:
        done.append(text)
        if len(done) == 5:
            raise KeyboardInterrupt
        return bands(text)

    monkeypatch.setattr(twins, "_MANY", 3)
    monkeypatch.setattr(twins, "bands", failing)
    with pytest.raises(KeyboardInterrupt):
        knowledge.check()
    new, earlier = numbered(knowledge)
    assert len(new) == 3
    assert new | earlier == old
    assert not new & earlier


def test_what_was_erased_gets_no_new_numbers(knowledge: Knowledge) -> None:
    old, other = knowledge.learn(SAID, [WORD]), knowledge.learn("Tea grows on hills.", [WORD])
    made_old(knowledge)
    knowledge.erase.claim(old.id)
    knowledge.check()
    assert numbered(knowledge) == ({other.id}, set())
    knowledge.erase.claim(other.id)
    assert numbered(knowledge) == (set(), set())


def test_a_twin_that_somebody_may_not_see_is_not_told_of(knowledge: Knowledge) -> None:
    knowledge.members.set("eve", kind="user")
    knowledge.learn(SAID, [WORD], is_personal=True)
    made_old(knowledge)
    eve = knowledge.as_member("eve")
    assert links(eve, eve.learn(NEARLY, [WORD]).id) == []
    assert numbered(knowledge)[1] == set()
    assert links(eve, eve.learn(NEARLY.replace("each", "any"), [WORD], is_personal=True).id) != []


@pytest.mark.postgres
def test_two_at_once_bring_up_each_claim_once(postgres_url: str) -> None:
    with open_settings(Settings(store=postgres_url, embedder="hash")) as knowledge:
        old = {knowledge.learn(text, [WORD]).id for text in strangers(9)}
        made_old(knowledge)
        with knowledge.record.write(knowledge.actor) as one:
            taken = one.sketches.take_earlier(4)
            with knowledge.record.write(knowledge.actor) as other:
                rest = other.sketches.take_earlier(9)
                assert other.sketches.has_earlier(), "which the first has not yet committed"
                for id, text in rest.items():
                    other.sketches.keep(id, bands(text))
                other.commit()
            for id, text in taken.items():
                one.sketches.keep(id, bands(text))
            one.commit()
        assert (len(taken), len(rest), {*taken, *rest}) == (4, 5, old)
        assert numbered(knowledge) == (old, set())
