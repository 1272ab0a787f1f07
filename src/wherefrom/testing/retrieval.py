"""The contract of a retrieval engine. A backend overrides one fixture, `open_index`, and inherits every test."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, cast, get_args

import numpy as np
import pytest

from wherefrom.core.changes import Mark
from wherefrom.errors import InvalidValue
from wherefrom.ports.engines import Can, Doc, Facet, IndexSpec, Legs, RetrievalEngine, Seek, Vector, Where
from wherefrom.ports.models import EmbedderId

__all__ = ["OpenSpec", "RetrievalContract", "axis", "leaning", "seek"]

OpenSpec: TypeAlias = Callable[[IndexSpec], RetrievalEngine]

DIMENSIONS = 8
SPEC = IndexSpec("chunks", EmbedderId("contract", "1", DIMENSIONS), analysis=1)
ODD_TERMS = (
    'quo"te',
    "apo'strophe",
    "AND",
    "NOT",
    "near(",
    "a*",
    "^b",
    "field:value",
    "-minus",
    "back\\slash",
    "per%cent_",
    "(open",
    "with space",
    "tab\tnew\nline\r\f",
    "null\0byte",
    "\x1f\x1e\x7f",
    "🦩",
    "知識",
    "ความรู้",
    "naïve",
    "naive",
    "Naive",
    "ß",
    "x41",
    "XYZ",
    "e" * 200,
    "é" * 200,
    "w" * 5_000,
)


def axis(number: int) -> Vector:
    """A unit vector along one axis."""
    vector = np.zeros(DIMENSIONS, dtype=np.float32)
    vector[number] = 1.0
    return vector


def leaning(cosine: float, number: int = 1) -> Vector:
    """A unit vector whose cosine with the first axis is as told."""
    return cast("Vector", (cosine * axis(0) + np.sqrt(1 - cosine**2) * axis(number)).astype(np.float32))


def seek(
    *terms: str,
    weights: Mapping[str, float] | None = None,
    vector: Vector | None = None,
    depth: int = 100,
    acls: Iterable[int] = (0,),
    **where: Any,
) -> Seek:
    """A Seek with everything that a test does not name left open."""
    wanted = dict.fromkeys(terms, 1.0) | dict(weights or {})
    return Seek(Where(frozenset(acls), **where), wanted, vector, depth)


def ids(leg: Sequence[tuple[str, float]]) -> list[str]:
    return [id for id, _ in leg]


def stored(engine: RetrievalEngine, *docs: Doc, mark: Mark | None = None) -> None:
    engine.put(docs)
    engine.commit(mark)


def both(id: str, **fields: Any) -> Doc:
    """A document that both legs of `everything` find."""
    return Doc(id, ("common",), vector=fields.pop("vector", leaning(0.9)), **fields)


def everything(**where: Any) -> Seek:
    return seek("common", vector=axis(0), **where)


def found(legs: Legs) -> set[str]:
    """What both legs agree on."""
    assert set(ids(legs.words)) == set(ids(legs.meaning))
    return set(ids(legs.words))


class RetrievalContract:
    """What holds for every engine, whatever it is made of."""

    many = 100_000

    @pytest.fixture
    def open_index(self) -> OpenSpec:
        """Open an index of the place under test. Opening the same spec twice gives two views of one index."""
        raise NotImplementedError

    @pytest.fixture
    def engine(self, open_index: OpenSpec) -> RetrievalEngine:
        return open_index(SPEC)

    # what goes in comes out

    def test_an_empty_index_answers_with_nothing(self, engine: RetrievalEngine) -> None:
        assert found(engine.search(everything())) == set()
        assert engine.count() == 0
        assert engine.mark() is None
        assert engine.get(["absent"]) == {}
        engine.delete(["absent"])
        engine.commit()
        engine.compact()
        assert engine.count() == 0

    def test_a_put_document_is_found_by_its_words_and_by_its_meaning(self, engine: RetrievalEngine) -> None:
        stored(engine, Doc("a", ("red", "fox"), vector=axis(0)), Doc("b", ("blue", "whale"), vector=axis(1)))
        legs = engine.search(seek("fox", vector=axis(1)))
        assert ids(legs.words) == ["a"]
        assert ids(legs.meaning)[0] == "b"
        assert legs.words[0][1] > 0
        assert dict(legs.meaning)["b"] == pytest.approx(1.0, abs=1e-6)

    def test_a_document_comes_back_as_it_was_put(self, engine: RetrievalEngine) -> None:
        doc = Doc(
            id="a",
            body=("the", "fox", "the", "with space", "naïve", "🦩"),
            title=("on", "foxes"),
            vector=leaning(0.6),
            acl=7,
            at=1_700_000_000_123,
            facets={"tag": frozenset({"x", "y=z"}), "kind": frozenset({"chunk"})},
            payload=b"\x00\xff{}",
        )
        stored(engine, doc, Doc("b", ()))
        back = engine.get(["a", "b", "absent"])
        assert set(back) == {"a", "b"}
        assert back["a"]._replace(vector=None, body=(), title=(), facets={}) == doc._replace(
            vector=None, body=(), title=(), facets={}
        )
        assert (tuple(back["a"].body), tuple(back["a"].title)) == (doc.body, doc.title)
        assert dict(back["a"].facets) == dict(doc.facets)
        assert np.array_equal(cast("Vector", back["a"].vector), cast("Vector", doc.vector))
        assert (back["b"].vector, tuple(back["b"].body), back["b"].payload) == (None, (), b"")

    def test_putting_an_id_again_replaces_it(self, engine: RetrievalEngine) -> None:
        stored(engine, Doc("a", ("old",), vector=axis(0)))
        stored(engine, Doc("a", ("new",), vector=axis(1)))
        legs = engine.search(seek("old", vector=axis(1)))
        assert ids(legs.words) == []
        assert legs.meaning[0] == ("a", pytest.approx(1.0))
        assert ids(engine.search(seek("new")).words) == ["a"]
        assert engine.count() == 1

    def test_the_last_of_several_staged_changes_of_an_id_counts(self, engine: RetrievalEngine) -> None:
        engine.put([Doc("a", ("first",)), Doc("a", ("second",)), Doc("b", ("first",))])
        engine.delete(["b"])
        engine.put([Doc("c", ("third",))])
        engine.delete(["c"])
        engine.put([Doc("c", ("fourth",))])
        engine.commit()
        assert engine.count() == 2
        assert ids(engine.search(seek("first", "second", "third", "fourth")).words) == ["a", "c"]

    def test_a_deleted_document_is_found_no_more_and_an_unknown_one_is_nothing(self, engine: RetrievalEngine) -> None:
        stored(engine, both("a"), both("b"))
        engine.delete(["a", "never-there"])
        engine.commit()
        assert found(engine.search(everything())) == {"b"}
        assert set(engine.get(["a", "b"])) == {"b"}
        assert engine.count() == 1

    def test_a_deleted_document_can_be_put_again(self, engine: RetrievalEngine) -> None:
        stored(engine, both("a"))
        engine.delete(["a"])
        engine.commit()
        stored(engine, both("a"))
        assert found(engine.search(everything())) == {"a"}

    def test_a_document_without_words_or_without_a_vector_is_in_one_leg_only(self, engine: RetrievalEngine) -> None:
        stored(engine, Doc("words", ("fox",)), Doc("meaning", (), vector=axis(0)))
        legs = engine.search(seek("fox", vector=axis(0)))
        assert (ids(legs.words), ids(legs.meaning)) == (["words"], ["meaning"])

    def test_an_index_without_an_embedder_has_words_only(self, open_index: OpenSpec) -> None:
        engine = open_index(IndexSpec("plain", None, 1))
        stored(engine, Doc("a", ("fox",)))
        legs = engine.search(seek("fox", vector=axis(0)))
        assert (ids(legs.words), ids(legs.meaning)) == (["a"], [])
        with pytest.raises(InvalidValue):
            engine.put([Doc("b", ("fox",), vector=axis(0))])

    # ranking

    def test_rarer_terms_weigh_more_and_repetition_and_brevity_help(self, engine: RetrievalEngine) -> None:
        filler = tuple(f"filler{n}" for n in range(40))
        stored(
            engine,
            Doc("rare", ("common", "rare", *filler)),
            Doc("often", ("common",) * 3 + filler),
            Doc("once", ("common", *filler)),
            Doc("short", ("common", "filler0")),
            *(Doc(f"z{n}", ("common", *filler, *filler)) for n in range(9)),
            *(Doc(f"other{n}", filler) for n in range(20)),
        )
        ranked = ids(engine.search(seek("common", "rare")).words)
        assert ranked[0] == "rare"
        assert ranked.index("often") < ranked.index("once")
        assert ranked.index("short") < ranked.index("once") < ranked.index("z0")

    def test_a_term_counts_by_its_weight(self, engine: RetrievalEngine) -> None:
        stored(engine, Doc("a", ("left", "pad")), Doc("b", ("right", "pad")), Doc("c", ("pad", "pad")))
        even = dict(engine.search(seek("left", "right")).words)
        tilted = engine.search(seek(weights={"left": 1.0, "right": 3.0})).words
        assert even["a"] == pytest.approx(even["b"])
        assert ids(tilted) == ["b", "a"]
        assert dict(tilted)["b"] == pytest.approx(3 * even["b"], rel=1e-4)

    def test_a_hit_in_the_title_counts_beside_the_body(self, engine: RetrievalEngine) -> None:
        stored(engine, Doc("a", ("fox", "den"), title=("fox",)), Doc("b", ("fox", "den"), title=("den",)))
        assert ids(engine.search(seek("fox")).words) == ["a", "b"]
        assert ids(engine.search(seek("den")).words) == ["b", "a"]

    def test_cosines_are_exact_and_best_first(self, engine: RetrievalEngine) -> None:
        cosines = [0.9, 0.1, -0.5, 0.99, 0.0, 0.5]
        stored(engine, *(Doc(f"d{n}", (), vector=leaning(c, 1 + n % 7)) for n, c in enumerate(cosines)))
        leg = engine.search(seek(vector=axis(0))).meaning
        assert ids(leg) == ["d3", "d0", "d5", "d1", "d4", "d2"]
        assert [score for _, score in leg] == pytest.approx(sorted(cosines, reverse=True), abs=1e-6)

    def test_ties_are_broken_by_id_also_at_the_cut(self, engine: RetrievalEngine) -> None:
        names = [f"t{n:03}" for n in range(300)]
        shuffled = [names[(n * 7919) % 300] for n in range(300)]
        for start in range(0, 300, 100):
            stored(engine, *(both(id) for id in shuffled[start : start + 100]))
        legs = engine.search(everything(depth=50))
        assert ids(legs.words) == names[:50]
        assert ids(legs.meaning) == names[:50]

    def test_depth_bounds_both_legs(self, engine: RetrievalEngine) -> None:
        stored(engine, *(both(f"{n}") for n in range(20)))
        legs = engine.search(everything(depth=7))
        assert (len(legs.words), len(legs.meaning)) == (7, 7)

    def test_the_meaning_leg_agrees_with_exact_arithmetic(self, open_index: OpenSpec) -> None:
        engine = open_index(IndexSpec("wide", EmbedderId("contract", "1", 64), 1))
        random = np.random.default_rng(5)
        matrix = random.standard_normal((2_000, 64)).astype(np.float32)
        matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
        stored(engine, *(Doc(f"v{n:04}", (), vector=row) for n, row in enumerate(matrix)))
        agreed = 0
        for query in matrix[:40] + random.standard_normal((40, 64)).astype(np.float32) * 0.1:
            best = np.argsort(-(matrix @ query))[:10]
            agreed += len({f"v{n:04}" for n in best} & set(ids(engine.search(seek(vector=query, depth=10)).meaning)))
        assert agreed >= 0.99 * 400

    # filters hold before ranking, in both legs

    def test_only_permitted_documents_are_ranked(self, engine: RetrievalEngine) -> None:
        better = [both(f"a{n}", acl=1, vector=axis(0)) for n in range(200)]
        stored(engine, *better, both("mine", acl=2, vector=leaning(0.1)), both("shared", acl=3, vector=leaning(0.05)))
        assert found(engine.search(everything(acls=(2, 3), depth=2))) == {"mine", "shared"}
        assert found(engine.search(everything(acls=(2, 99)))) == {"mine"}
        assert found(engine.search(everything(acls=()))) == set()
        assert len(found(engine.search(everything(acls=range(-5, 5_000), depth=300)))) == 202

    @pytest.mark.parametrize("facet", get_args(Facet))
    def test_a_facet_must_hold_one_of_the_asked_values(self, engine: RetrievalEngine, facet: Facet) -> None:
        stored(
            engine,
            both("a", facets={facet: frozenset({"one"})}),
            both("b", facets={facet: frozenset({"two", "three"})}),
            both("c", facets={facet: frozenset()}),
            both("d"),
        )
        assert found(engine.search(everything(any_of={facet: frozenset({"one"})}))) == {"a"}
        assert found(engine.search(everything(any_of={facet: frozenset({"one", "three"})}))) == {"a", "b"}
        assert found(engine.search(everything(any_of={facet: frozenset({"unknown", "'; drop"})}))) == set()
        assert found(engine.search(everything(any_of={facet: frozenset()}))) == set()

    def test_every_named_facet_must_hold(self, engine: RetrievalEngine) -> None:
        stored(
            engine,
            both("a", facets={"tag": frozenset({"x"}), "namespace": frozenset({"n"})}),
            both("b", facets={"tag": frozenset({"x"}), "namespace": frozenset({"m"})}),
            both("c", facets={"tag": frozenset({"y"}), "namespace": frozenset({"n"})}),
        )
        asked: dict[Facet, frozenset[str]] = {"tag": frozenset({"x"}), "namespace": frozenset({"n"})}
        assert found(engine.search(everything(any_of=asked))) == {"a"}

    def test_a_value_of_one_facet_is_no_value_of_another(self, engine: RetrievalEngine) -> None:
        stored(engine, both("a", facets={"tag": frozenset({"same"})}), both("b", facets={"type": frozenset({"same"})}))
        assert found(engine.search(everything(any_of={"type": frozenset({"same"})}))) == {"b"}

    def test_since_and_until_are_both_included(self, engine: RetrievalEngine) -> None:
        stored(engine, *(both(f"{at}", at=at) for at in (-5, 0, 10, 20, 1_700_000_000_000)))
        assert found(engine.search(everything(since=0, until=20))) == {"0", "10", "20"}
        assert found(engine.search(everything(since=11))) == {"20", "1700000000000"}
        assert found(engine.search(everything(until=-1))) == {"-5"}
        assert found(engine.search(everything(since=30, until=20))) == set()

    def test_ids_narrow_to_those_named(self, engine: RetrievalEngine) -> None:
        stored(engine, *(both(f"d{n}", acl=n % 2) for n in range(50)))
        assert found(engine.search(everything(ids=frozenset({"d2", "d3", "absent"})))) == {"d2"}
        assert found(engine.search(everything(ids=frozenset()))) == set()

    def test_filters_are_taken_together(self, engine: RetrievalEngine) -> None:
        stored(
            engine,
            *(
                both(f"d{n:03}", acl=n % 3, at=n, facets={"type": frozenset({"even" if n % 2 == 0 else "odd"})})
                for n in range(200)
            ),
        )
        asked = everything(acls=(1, 2), since=50, until=120, any_of={"type": frozenset({"even"})}, depth=300)
        expected = {f"d{n:03}" for n in range(50, 121) if n % 2 == 0 and n % 3}
        assert found(engine.search(asked)) == expected
        few = asked._replace(where=asked.where._replace(ids=frozenset({"d051", "d052", "d054", "d056", "d199"})))
        assert found(engine.search(few)) == {"d052", "d056"}

    def test_a_replaced_document_is_filtered_by_what_it_is_now(self, engine: RetrievalEngine) -> None:
        stored(engine, both("a", acl=1, at=1, facets={"tag": frozenset({"old"})}), *(both(f"b{n}") for n in range(40)))
        stored(engine, both("a", acl=2, at=2, facets={"tag": frozenset({"new"})}))
        assert found(engine.search(everything(acls=(1,)))) == set()
        assert found(engine.search(everything(acls=(2,), since=2, any_of={"tag": frozenset({"new"})}))) == {"a"}

    # one index is one index

    def test_what_another_index_holds_changes_no_byte_of_the_scores(self, open_index: OpenSpec) -> None:
        mine = open_index(SPEC)
        stored(mine, Doc("a", ("fox", "den"), vector=leaning(0.3)), Doc("b", ("fox",), vector=leaning(0.2)))
        before = mine.search(seek("fox", "den", vector=axis(0)))
        for spec in (SPEC._replace(name="theirs"), SPEC._replace(analysis=2), SPEC._replace(embedder=None)):
            theirs = open_index(spec)
            stored(theirs, *(Doc(f"t{n}", ("fox", "den") * n) for n in range(30)), Doc("a", ("fox",)))
            assert theirs.count() == 31
        assert mine.search(seek("fox", "den", vector=axis(0))) == before
        assert open_index(SPEC).search(seek("fox", "den", vector=axis(0))) == before
        assert mine.count() == 2

    def test_dropping_an_index_leaves_the_others(self, open_index: OpenSpec) -> None:
        mine, theirs = open_index(SPEC), open_index(SPEC._replace(name="theirs"))
        stored(mine, both("a"), mark=Mark(1, "x"))
        stored(theirs, both("b"))
        mine.close(drop=True)
        assert found(theirs.search(everything())) == {"b"}
        again = open_index(SPEC)
        assert (again.count(), again.mark(), found(again.search(everything()))) == (0, None, set())
        stored(again, both("c"))
        assert found(again.search(everything())) == {"c"}

    def test_equal_data_give_equal_scores_after_compacting(self, open_index: OpenSpec) -> None:
        used, fresh = open_index(SPEC), open_index(SPEC._replace(name="fresh"))
        keep = [Doc(f"k{n}", ("fox", *("den",) * (n % 4), f"w{n}"), vector=leaning(n / 40)) for n in range(30)]
        stored(used, *(Doc(f"gone{n}", ("fox", "noise") * 3, title=("den",), vector=axis(0)) for n in range(50)))
        stored(used, *(doc._replace(body=("stale",)) for doc in keep[::2]), *keep[1::2])
        used.delete([f"gone{n}" for n in range(50)])
        used.commit(Mark(3, "three"))
        stored(used, *reversed(keep))
        stored(fresh, *keep)
        used.compact()
        fresh.compact()
        question = seek("fox", "den", "w7", vector=axis(0))
        assert used.search(question) == fresh.search(question)
        assert ids(used.search(seek("noise", "stale")).words) == []
        assert (used.count(), used.mark()) == (30, Mark(3, "three"))
        assert open_index(SPEC).search(question) == fresh.search(question)

    def test_compacting_twice_changes_nothing(self, engine: RetrievalEngine) -> None:
        stored(engine, *(both(f"d{n}") for n in range(10)))
        engine.compact()
        once = engine.search(everything())
        engine.compact()
        assert engine.search(everything()) == once

    # commits

    def test_a_commit_is_seen_by_an_instance_that_was_open_before(self, open_index: OpenSpec) -> None:
        writer, reader = open_index(SPEC), open_index(SPEC)
        assert found(reader.search(everything())) == set()
        for number in range(5):
            stored(writer, both(f"d{number}"), mark=Mark(number, f"s{number}"))
            assert reader.mark() == Mark(number, f"s{number}")
            assert len(found(reader.search(everything()))) == number + 1
            assert reader.count() == number + 1
        writer.delete(["d0"])
        writer.commit()
        assert "d0" not in found(reader.search(everything()))
        writer.compact()
        assert len(found(reader.search(everything()))) == 4

    def test_two_instances_may_write_in_turn(self, open_index: OpenSpec) -> None:
        one, two = open_index(SPEC), open_index(SPEC)
        for number in range(6):
            stored(one, both(f"one{number}"), both("shared", acl=number))
            stored(two, both(f"two{number}"), both("shared", acl=number + 100))
        assert one.count() == two.count() == 13
        assert one.get(["shared"])["shared"].acl == 105

    def test_what_is_staged_is_not_visible_and_is_lost_on_close(self, open_index: OpenSpec) -> None:
        engine = open_index(SPEC)
        stored(engine, both("a"), mark=Mark(1, "one"))
        engine.put([both("b")])
        engine.delete(["a"])
        assert found(open_index(SPEC).search(everything())) == {"a"}
        engine.close()
        again = open_index(SPEC)
        again.commit()
        assert found(again.search(everything())) == {"a"}
        assert again.mark() == Mark(1, "one")

    def test_replaying_changes_is_harmless(self, open_index: OpenSpec) -> None:
        engine = open_index(SPEC)
        changes = [both("a"), both("b", acl=0), Doc("c", ("common", "c"), vector=leaning(0.2))]
        for _ in range(3):
            engine.put(changes)
            engine.delete(["gone"])
            engine.commit(Mark(9, "nine"))
        engine.compact()
        once = open_index(SPEC._replace(name="once"))
        stored(once, *changes)
        once.compact()
        assert engine.search(everything()) == once.search(everything())
        assert (engine.count(), engine.mark()) == (3, Mark(9, "nine"))

    def test_a_mark_is_kept_by_a_commit_without_one_and_moved_by_a_commit_without_documents(
        self, open_index: OpenSpec
    ) -> None:
        engine = open_index(SPEC)
        engine.commit(Mark(1, "one"))
        assert open_index(SPEC).mark() == Mark(1, "one")
        stored(engine, both("a"))
        assert engine.mark() == Mark(1, "one")
        engine.commit(Mark(2, "two"))
        assert open_index(SPEC).mark() == Mark(2, "two")
        assert found(engine.search(everything())) == {"a"}

    # what is refused

    @pytest.mark.parametrize(
        "bad",
        [
            Doc("bad", ("x",), vector=np.ones(DIMENSIONS + 1, dtype=np.float32)),
            Doc("bad", ("x",), vector=np.ones((1, DIMENSIONS), dtype=np.float32)),
            Doc("bad", ("x",), vector=np.full(DIMENSIONS, np.nan, dtype=np.float32)),
            Doc("bad", ("x",), vector=np.full(DIMENSIONS, np.inf, dtype=np.float32)),
            Doc("", ("x",)),
            Doc("nul\0", ("x",)),
            Doc("bad", cast("tuple[str, ...]", (1, 2))),
            Doc("bad", "a text, not terms"),
            Doc("bad", ("\ud800",)),
            Doc("bad", ("x",), acl=2**63),
            Doc("bad", ("x",), at=cast("int", 1.5)),
            Doc("bad", ("x",), facets=cast("dict[Facet, frozenset[str]]", {"colour": frozenset({"red"})})),
        ],
        ids=lambda doc: repr(doc)[:60].encode("ascii", "backslashreplace").decode(),
    )
    def test_a_document_that_does_not_fit_is_refused_before_anything_is_staged(
        self, engine: RetrievalEngine, bad: Doc
    ) -> None:
        stored(engine, both("before"))
        with pytest.raises(InvalidValue):
            engine.put([both("good"), bad, both("also-good")])
        engine.commit()
        assert found(engine.search(everything())) == {"before"}
        stored(engine, both("after"))
        assert found(engine.search(everything())) == {"before", "after"}

    def test_a_query_of_another_dimension_or_with_nan_is_refused(self, engine: RetrievalEngine) -> None:
        stored(engine, both("a"))
        for vector in (np.ones(3, dtype=np.float32), np.full(DIMENSIONS, np.nan, dtype=np.float32)):
            with pytest.raises(InvalidValue):
                engine.search(seek("common", vector=vector))

    def test_a_zero_vector_is_not_near_anything(self, engine: RetrievalEngine) -> None:
        nothing = np.zeros(DIMENSIONS, dtype=np.float32)
        stored(engine, Doc("zero", ("common",), vector=nothing), both("a"), both("opposite", vector=-axis(0)))
        legs = engine.search(everything())
        assert ids(legs.meaning) == ["a", "opposite"]
        assert set(ids(legs.words)) == {"zero", "a", "opposite"}
        assert list(engine.search(seek("common", vector=nothing)).meaning) == []

    # terms are exact

    def test_odd_terms_are_exact(self, engine: RetrievalEngine) -> None:
        stored(engine, *(Doc(f"d{n:02}", (term, "pad")) for n, term in enumerate(ODD_TERMS)))
        for number, term in enumerate(ODD_TERMS):
            assert ids(engine.search(seek(term)).words) == [f"d{number:02}"], repr(term)[:40]
        assert len(engine.search(seek(*ODD_TERMS)).words) == len(ODD_TERMS)
        engine.compact()
        assert tuple(engine.get(["d13"])["d13"].body) == (ODD_TERMS[13], "pad")

    def test_terms_that_match_nothing_break_nothing(self, engine: RetrievalEngine) -> None:
        stored(engine, both("a"))
        for term in ("", " ", '"', "*", "\ud800", "\0", "' OR 1=1 --", "common*", "comm", "Common"):
            assert ids(engine.search(seek(term)).words) == []
        assert ids(engine.search(seek("", "\ud800", "common")).words) == ["a"]
        assert list(engine.search(seek()).words) == []

    # size and company

    def test_many_threads_search_while_one_writes(self, open_index: OpenSpec) -> None:
        engine = open_index(SPEC)
        stored(engine, *(both(f"base{n}") for n in range(50)))
        failures: list[BaseException] = []
        done = threading.Event()

        def look() -> None:
            try:
                mine = open_index(SPEC) if Can.IN_RECORD in engine.can else engine
                while not done.wait(0.005):
                    legs = mine.search(everything(depth=500))
                    assert len(legs.words) >= 50
                    assert len(legs.meaning) >= 50
            except BaseException as error:
                failures.append(error)

        threads = [threading.Thread(target=look) for _ in range(32)]
        for thread in threads:
            thread.start()
        try:
            for number in range(12):
                stored(engine, both(f"new{number}"), both("base0", at=number))
            engine.compact()
        finally:
            done.set()
            for thread in threads:
                thread.join()
        assert failures == []
        assert len(found(engine.search(everything(depth=500)))) == 62

    def test_one_of_many_ids_is_found_exactly(self, engine: RetrievalEngine) -> None:
        self.fill(engine, self.many)
        self.check_filled(engine, self.many)

    @pytest.mark.soak
    def test_one_of_a_million_ids_is_found_exactly(self, engine: RetrievalEngine) -> None:
        self.fill(engine, 1_000_000)
        self.check_filled(engine, 1_000_000)

    @staticmethod
    def fill(engine: RetrievalEngine, many: int, group: int = 20_000) -> None:
        random = np.random.default_rng(many)
        for start in range(0, many, group):
            size = min(group, many - start)
            vectors = random.standard_normal((size, DIMENSIONS)).astype(np.float32)
            vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
            engine.put(
                Doc(f"id{n}", (f"word{n}", f"bucket{n % 1000}", "every"), vector=row, acl=n % 7, at=n)
                for n, row in enumerate(vectors, start)
            )
            engine.commit(Mark(start + size, "filled"))

    @staticmethod
    def check_filled(engine: RetrievalEngine, many: int) -> None:
        assert engine.count() == many
        assert engine.mark() == Mark(many, "filled")
        for number in (0, many // 3, many - 1):
            doc = engine.get([f"id{number}"])[f"id{number}"]
            legs = engine.search(seek(f"word{number}", vector=doc.vector, acls=range(7), depth=10))
            assert ids(legs.words) == [f"id{number}"]
            assert ids(legs.meaning)[0] == f"id{number}"
        bucket = engine.search(seek("bucket5", acls=(5,), depth=many)).words
        assert set(ids(bucket)) == {f"id{n}" for n in range(5, many, 1000) if n % 7 == 5}
        some = frozenset(f"id{n}" for n in range(0, many, max(1, many // 50)))
        assert set(ids(engine.search(seek("every", acls=range(7), ids=some)).words)) == some
        engine.delete([f"id{n}" for n in range(0, many, max(1, many // 50))])
        engine.commit()
        assert engine.get(some) == {}
        assert engine.count() == many - len(some)
