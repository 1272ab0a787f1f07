"""What goes in comes out, and what does not fit stays out."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest

from wherefrom.errors import InvalidValue
from wherefrom.ports.engines import Doc, Facet, IndexSpec, RetrievalEngine, Vector
from wherefrom.testing.retrieval.material import (
    DIMENSIONS,
    ODD_TERMS,
    IndexTests,
    OpenSpec,
    axis,
    both,
    everything,
    found,
    ids,
    leaning,
    seek,
    stored,
)

__all__ = ["StoringTests"]


class StoringTests(IndexTests):
    """Put, replace, delete, get, refuse; terms are exact."""

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
        stored(engine, Doc("b", ("endless" * 20_000, "common"), ("endless" * 20_000,)))
        assert set(ids(engine.search(seek("endless" * 20_000, "common")).words)) == {"a", "b"}
        assert list(engine.search(seek()).words) == []
