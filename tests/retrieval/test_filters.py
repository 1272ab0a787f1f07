"""What narrows a search: kind, project, type, tag."""

import pytest

from tests.retrieval.material import learn, texts
from wherefrom import Knowledge
from wherefrom.core.search import NoResult
from wherefrom.errors import InvalidValue


def found(knowledge: Knowledge, **filters: object) -> set[str]:
    return set(texts(knowledge.search("lantern", recipe="fast", **filters)))  # pyright: ignore[reportArgumentType]


@pytest.fixture
def lanterns(knowledge: Knowledge) -> Knowledge:
    knowledge.projects.create("apollo")
    knowledge.projects.create("gemini")
    knowledge.entries.add("a", "A lantern of apollo.", project="apollo", type="report", tags=["red", "old"])
    knowledge.entries.add("b", "A lantern of gemini.", project="gemini", tags=["red"])
    knowledge.entries.add("c", "A lantern of everybody.", type="policy", tags=["blue"])
    learn(knowledge, "A lantern was learned.", project="apollo", knowledge_type="policy", tags=("blue",))
    learn(knowledge, "A lantern was placed.", piece_id="lantern-1")
    return knowledge


def test_a_project_means_that_project_and_the_whole_org(lanterns: Knowledge) -> None:
    everybodys = {"A lantern of everybody.", "A lantern was placed."}
    assert found(lanterns, project="apollo") == everybodys | {"A lantern of apollo.", "A lantern was learned."}
    assert found(lanterns, project="gemini") == everybodys | {"A lantern of gemini."}
    assert found(lanterns, project="unheard-of") == everybodys


def test_a_kind_is_that_kind_only(lanterns: Knowledge) -> None:
    passages = {"A lantern of apollo.", "A lantern of gemini.", "A lantern of everybody."}
    learned, placed = "A lantern was learned.", "A lantern was placed."
    assert found(lanterns, kinds=["chunk"]) == passages
    assert found(lanterns, kinds=["claim"]) == {learned}
    assert found(lanterns, kinds=["piece"]) == {placed}
    assert found(lanterns, kinds=["claim", "piece"]) == {learned, placed}
    assert found(lanterns, kinds=["chunk", "piece"]) == {*passages, placed}


def test_types_and_tags_mean_any_of_those_named_and_all_filters_hold_together(lanterns: Knowledge) -> None:
    assert found(lanterns, types=["report"]) == {"A lantern of apollo."}
    assert found(lanterns, types=["report", "policy"]) == {
        "A lantern of apollo.",
        "A lantern of everybody.",
        "A lantern was learned.",
    }
    assert found(lanterns, tags=["red"]) == {"A lantern of apollo.", "A lantern of gemini."}
    assert found(lanterns, tags=["red"], types=["note"]) == {"A lantern of gemini."}
    assert found(lanterns, tags=["old", "blue"], kinds=["chunk"]) == {"A lantern of apollo.", "A lantern of everybody."}


def test_a_filter_narrows_the_meaning_leg_too(lanterns: Knowledge) -> None:
    hits = lanterns.search("something near a lantern", tags=["old"]).hits
    assert {hit.text for hit in hits} == {"A lantern of apollo."}


def test_an_unknown_kind_is_refused_and_an_unknown_tag_finds_nothing(lanterns: Knowledge) -> None:
    with pytest.raises(InvalidValue, match="kind"):
        lanterns.search("lantern", kinds=["letter"])
    assert lanterns.search("lantern", tags=["green"]).cause is NoResult.ALL_FILTERED
