"""Who finds what. What somebody may not see is not found, not counted and not betrayed."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.retrieval.material import fill, learn, person, texts, timeless
from wherefrom import Knowledge
from wherefrom.core.pointers import from_chunk
from wherefrom.core.search import NoResult, SearchResult

SECRET = "The lantern code is marigold."


def hide_from_audience(knowledge: Knowledge) -> None:
    knowledge.groups.create("leads")
    knowledge.elevated().entries.add("hidden", SECRET, audience=["leads"])


def hide_in_project(knowledge: Knowledge) -> None:
    knowledge.projects.create("deal", restricted=True)
    knowledge.elevated().entries.add("hidden", SECRET, project="deal")


def hide_as_personal(knowledge: Knowledge) -> None:
    person(knowledge, "zoe").entries.add("hidden", SECRET, is_personal=True)


def hide_as_personal_claim(knowledge: Knowledge) -> None:
    learn(person(knowledge, "zoe"), SECRET, is_personal=True)


HIDING = (hide_from_audience, hide_in_project, hide_as_personal, hide_as_personal_claim)


@pytest.mark.parametrize("hide", HIDING)
def test_what_i_may_not_see_is_not_found_not_counted_and_as_absent_as_what_nobody_wrote(
    hide: Callable[[Knowledge], None], knowledge: Knowledge
) -> None:
    bob = person(knowledge, "bob")
    hide(knowledge)
    result = bob.search("lantern code")
    assert (result.hits, result.passages, result.cause) == ((), 0, NoResult.NOTHING_INGESTED)
    everything = knowledge.elevated().search("lantern code")
    assert (texts(everything), everything.passages) == ([SECRET], 1)
    fill(knowledge, 3)
    for question in ("marigold", "marygold"):
        result = bob.search(question, recipe="fast")
        assert (result.cause, result.passages) == (NoResult.WORDS_UNKNOWN, 3)
        assert result.nearest == {question: ()}
    hidden = everything.hits[0].id
    missing = "0" * len(hidden)

    def asked(id: str) -> str:
        return str(timeless(bob.search("lantern code", expect=id))).replace(id, "ID")

    assert asked(hidden) == asked(missing)


def test_what_another_org_writes_changes_not_one_byte_of_my_result(knowledge: Knowledge, rival: Knowledge) -> None:
    fill(knowledge, 25)
    before = asked_in_full(knowledge)
    fill(rival, 30)
    rival.entries.add("secret", SECRET)
    learn(rival, "Numbered trains run in winter.")
    rival.search("numbered trains")
    assert asked_in_full(knowledge) == before


def test_what_another_person_keeps_private_changes_not_one_byte_of_my_result(knowledge: Knowledge) -> None:
    bob, zoe = person(knowledge, "bob"), person(knowledge, "zoe")
    fill(knowledge, 25)
    bob.entries.add("own", "Numbered night trains are mine.", is_personal=True)
    before = asked_in_full(bob)
    private = "\n\n".join(f"# Train {number}\n\nNumbered trains, {SECRET}" for number in range(30))
    zoe.entries.add("private", private, is_personal=True)
    learn(zoe, "Numbered trains run in winter.", is_personal=True)
    assert len(zoe.search("numbered trains", limit=100).hits) > 30
    assert asked_in_full(bob) == before


def asked_in_full(knowledge: Knowledge) -> list[SearchResult]:
    return [
        timeless(knowledge.search(question, explain=True, expect="zzz", recipe=recipe, limit=100))
        for question in ("numbered trains", "marigold", "lantern kode", "bees and trees")
        for recipe in ("fast", "hybrid")
    ]


def test_an_audience_finds_what_is_for_it_and_loses_it_when_it_leaves_the_group(knowledge: Knowledge) -> None:
    knowledge.groups.create("leads")
    lead, bob = person(knowledge, "lea", groups=["leads"]), person(knowledge, "bob")
    lead.entries.add("plan", SECRET, audience=["leads"])
    assert texts(lead.search("lantern code")) == [SECRET]
    assert bob.search("lantern code").hits == ()
    knowledge.members.set("bob", groups=["leads"])
    assert texts(bob.search("lantern code")) == [SECRET]
    knowledge.members.set("lea", groups=[])
    assert lead.search("lantern code").hits == ()


def test_a_restricted_project_is_searched_by_its_members_until_it_is_opened(knowledge: Knowledge) -> None:
    knowledge.projects.create("deal", restricted=True)
    ann, bob = person(knowledge, "ann", projects=["deal"]), person(knowledge, "bob")
    ann.entries.add("terms", SECRET, project="deal")
    assert texts(ann.search("lantern code", project="deal")) == [SECRET]
    assert bob.search("lantern code", project="deal").hits == ()
    knowledge.projects.restrict("deal", False)
    assert texts(bob.search("lantern code")) == [SECRET]


def test_an_agent_finds_what_its_scope_allows(knowledge: Knowledge) -> None:
    helper = person(knowledge, "helper", kind="agent")
    other = person(knowledge, "other", kind="agent")
    knowledge.entries.add("for helpers", SECRET, agent_scope=["helper"])
    assert texts(helper.search("lantern code")) == [SECRET]
    assert other.search("lantern code").hits == ()
    assert texts(knowledge.search("lantern code")) == [SECRET]


def test_search_shows_my_own_private_notes_among_the_others(knowledge: Knowledge) -> None:
    bob = person(knowledge, "bob")
    knowledge.entries.add("open", "The lantern is red.")
    bob.entries.add("own", "The lantern is mine.", is_personal=True)
    assert set(texts(bob.search("lantern"))) == {"The lantern is red.", "The lantern is mine."}
    assert texts(knowledge.search("lantern")) == ["The lantern is red."]
    assert bob.search("lantern").passages == 2
    assert knowledge.search("lantern").passages == 1


def test_a_claim_on_a_passage_that_i_may_not_see_does_not_show_where_it_lies(knowledge: Knowledge) -> None:
    knowledge.groups.create("leads")
    bob = person(knowledge, "bob")
    boss = knowledge.elevated()
    boss.entries.add("Salaries of the leads", "Lea earns a lantern a month.", audience=["leads"])
    passage = boss.search("lantern").hits[0]
    claim = learn(boss, "Wages are paid in lanterns.", evidence=(from_chunk(passage.id),))
    hits = bob.search("lanterns").hits
    assert [(hit.id, hit.citation, hit.place) for hit in hits] == [(claim.id, None, f"claim:{claim.id}")]


def test_asking_elevated_is_for_those_who_chose_it(knowledge: Knowledge) -> None:
    hide_as_personal(knowledge)
    agent = person(knowledge, "robot", kind="agent", role="admin")
    posing = knowledge.act_as(replace(agent.actor, elevated=True))
    assert posing.search("lantern code").hits == ()
