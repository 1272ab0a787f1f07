"""Commits, other instances, other indexes, many threads, many documents."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from wherefrom.core.changes import Mark
from wherefrom.ports.engines import Can, Doc, RetrievalEngine
from wherefrom.testing.retrieval.material import (
    DIMENSIONS,
    SPEC,
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

__all__ = ["CommittingTests"]


class CommittingTests(IndexTests):
    """One index is one index, and a commit is one commit."""

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

    def test_many_threads_search_while_one_writes(self, open_index: OpenSpec) -> None:
        engine = open_index(SPEC)
        stored(engine, *(both(f"base{n}") for n in range(50)))
        done = threading.Event()

        def look() -> None:
            mine = open_index(SPEC) if Can.IN_RECORD in engine.can else engine
            while not done.wait(0.005):
                legs = mine.search(everything(depth=500))
                assert len(legs.words) >= 50
                assert len(legs.meaning) >= 50

        with ThreadPoolExecutor(32) as pool:
            looking = [pool.submit(look) for _ in range(32)]
            try:
                for number in range(12):
                    stored(engine, both(f"new{number}"), both("base0", at=number))
                engine.compact()
            finally:
                done.set()
            for searching in looking:
                searching.result()
        assert len(found(engine.search(everything(depth=500)))) == 62

    @pytest.mark.soak
    def test_one_of_many_ids_is_found_exactly(self, engine: RetrievalEngine) -> None:
        self.fill(engine, self.many)
        self.check_filled(engine, self.many)

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
