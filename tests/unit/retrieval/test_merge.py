"""Shelves side by side."""

from collections.abc import Mapping, Sequence

from wherefrom.core.changes import NOTHING_YET
from wherefrom.engines.retrieval.memory import open_memory
from wherefrom.ports.engines import Doc, IndexSpec, Legs, Seek, Where
from wherefrom.retrieval.cite import Found
from wherefrom.retrieval.merge import Look, merged
from wherefrom.retrieval.plan import Step
from wherefrom.retrieval.shelves import Shelf
from wherefrom.text.analysis import QueryTerms

OPEN = open_memory()
ASKED = QueryTerms(
    {"red": 1.0, "lantern": 1.0}, frozenset(), {"red": frozenset({"red"}), "lantern": frozenset({"lantern"})}
)


def look(name: str, docs: Mapping[str, str], meaning: Sequence[tuple[str, float]] = ()) -> Look:
    engine = OPEN(IndexSpec(name, None, 1), None)
    engine.put(Doc(id, body.split()) for id, body in docs.items())
    engine.commit(NOTHING_YET)
    where = Where(frozenset({0}))
    words = engine.search(Seek(where, ASKED.weights)).words
    best = words[0][1] if words else 1.0
    found = [Found(id, "chunks", score / best, None, None) for id, score in words]
    found += [Found(id, "chunks", score / meaning[0][1], None, None) for id, score in meaning if id not in dict(words)]
    return Look(Step(Shelf(org="o", collection="chunks"), where), engine, Legs(words, meaning), found, 0.0)


def scores(*looks: Look) -> dict[str, float]:
    return {each.id: each.score for each in merged(looks, ASKED)}


def test_one_shelf_alone_keeps_its_scores() -> None:
    assert scores(look("a", {"1": "red lantern", "2": "blue"}), look("b", {})) == {"1": 1.0}


def test_a_shelf_counts_by_the_words_that_its_best_has() -> None:
    found = scores(look("c", {"1": "red lantern"}), look("d", {"2": "a lantern"}))
    assert found == {"1": 1.0, "2": 0.5}


def test_a_shelf_without_the_words_counts_by_its_nearness_in_meaning() -> None:
    with_words = look("e", {"1": "red lantern"}, [("1", 0.8)])
    found = scores(with_words, look("f", {"2": "crimson lamp"}, [("2", 0.6)]), look("g", {"3": "socks"}, [("3", 0.08)]))
    assert [round(score, 3) for score in found.values()] == [1.0, 0.75, 0.1]
    assert list(found) == ["1", "2", "3"]


def test_equals_come_by_id() -> None:
    assert list(scores(look("h", {"9": "red lantern"}), look("i", {"1": "red lantern"}))) == ["1", "9"]


def test_nothing_found_anywhere_is_nothing() -> None:
    assert merged([look("j", {}), look("k", {})], ASKED) == []
