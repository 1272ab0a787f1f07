"""The order of the two legs, and what must hold before there is one."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest

from wherefrom.ports.engines import Doc, Facet, IndexSpec, RetrievalEngine
from wherefrom.ports.models import EmbedderId
from wherefrom.testing.retrieval.material import (
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

__all__ = ["RankingTests"]


class RankingTests(IndexTests):
    """Scores, ties and filters."""

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
        assert engine.search(everything(depth=0)) == ([], [])

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
