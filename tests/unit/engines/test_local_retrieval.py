"""What is special to `local`: exact terms in tantivy, no trace of the deleted, quantised but exact meaning."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tantivy import TextAnalyzerBuilder, Tokenizer

from wherefrom.core.changes import Mark
from wherefrom.engines.retrieval.local import open_local
from wherefrom.engines.retrieval.local.words import terms_in, text_of
from wherefrom.ports.engines import Doc, IndexSpec, RetrievalEngine
from wherefrom.ports.models import EmbedderId
from wherefrom.testing.retrieval import axis, seek

SPEC = IndexSpec("chunks", EmbedderId("contract", "1", 8), 1)
terms = st.lists(st.text("ab é知🦩\t\n\f\r\x1f012\x0b\u2028", min_size=1))


@pytest.fixture
def engine(tmp_path: Path) -> RetrievalEngine:
    return open_local(tmp_path)(SPEC, None)


def bytes_below(place: Path) -> bytes:
    return b"".join(path.read_bytes() for path in place.rglob("*") if path.is_file())


@given(terms)
def test_joined_terms_split_into_the_same_terms(given_terms: list[str]) -> None:
    assert terms_in(text_of(given_terms)) == tuple(given_terms)


@given(terms)
def test_tantivy_splits_joined_terms_into_the_same_number(given_terms: list[str]) -> None:
    analyzer = TextAnalyzerBuilder(Tokenizer.whitespace()).build()
    assert len(analyzer.analyze(text_of(given_terms))) == len(given_terms)


def test_opening_and_searching_an_index_that_was_never_written_writes_nothing(tmp_path: Path) -> None:
    engine = open_local(tmp_path / "absent")(SPEC, None)
    engine.search(seek("a", vector=axis(0)))
    engine.close()
    assert not (tmp_path / "absent").exists()


def test_compacting_leaves_no_byte_of_deleted_documents(engine: RetrievalEngine, tmp_path: Path) -> None:
    engine.put([Doc(f"keep{n}", ("kept", f"kept{n}"), vector=axis(1)) for n in range(100)])
    secret = Doc("gone-id", ("zyxsecret",), ("zyxtitle",), axis(0), 1, 1, {"tag": frozenset({"zyxtag"})}, b"zyxpayload")
    engine.put([secret])
    engine.commit(Mark(1, "one"))
    engine.delete(["gone-id"])
    engine.commit(Mark(2, "two"))
    assert b"zyxpayload" in bytes_below(tmp_path)
    engine.compact()
    left = bytes_below(tmp_path)
    assert b"zyx" not in left
    assert b"gone-id" not in left
    assert (engine.count(), engine.mark()) == (100, Mark(2, "two"))


def test_a_commit_that_leaves_more_than_a_tenth_deleted_rewrites_by_itself(
    engine: RetrievalEngine, tmp_path: Path
) -> None:
    engine.put([Doc(f"d{n:03}", ("common", f"zyx{n:03}")) for n in range(100)])
    engine.commit()
    engine.delete([f"d{n:03}" for n in range(10)])
    engine.commit()
    assert b"zyx003" in bytes_below(tmp_path)
    engine.put([Doc("d010", ("common",))])
    engine.commit()
    assert b"zyx003" not in bytes_below(tmp_path)
    assert engine.count() == 90


def test_dropping_removes_the_directory(engine: RetrievalEngine, tmp_path: Path) -> None:
    engine.put([Doc("a", ("x",))])
    engine.commit()
    engine.close(drop=True)
    assert list(tmp_path.iterdir()) == []


def test_a_reader_notices_that_an_index_was_dropped_and_written_anew(tmp_path: Path) -> None:
    reader = open_local(tmp_path)(SPEC, None)
    for term in ("first", "other"):
        writer = open_local(tmp_path)(SPEC, None)
        writer.put([Doc("a", (term,))])
        writer.commit(Mark(1, "same"))
        assert [id for id, _ in reader.search(seek(term)).words] == ["a"]
        writer.close(drop=True)


def test_the_best_ten_of_a_large_index_are_those_of_exact_arithmetic(tmp_path: Path) -> None:
    engine = open_local(tmp_path)(IndexSpec("wide", EmbedderId("contract", "1", 128), 1), None)
    chance = np.random.default_rng(3)
    matrix = chance.standard_normal((20_000, 128)).astype(np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    engine.put(Doc(f"{n:05}", (), vector=row) for n, row in enumerate(matrix))
    engine.commit()
    agreed = 0
    for query in chance.standard_normal((50, 128)).astype(np.float32):
        best = {f"{n:05}" for n in np.argsort(-(matrix @ query))[:10]}
        agreed += len(best & {id for id, _ in engine.search(seek(vector=query, depth=10)).meaning})
    assert agreed >= 0.99 * 500


def test_many_small_commits_do_not_pile_up_files(engine: RetrievalEngine, tmp_path: Path) -> None:
    for number in range(40):
        engine.put([Doc(f"d{number}", ("common",), vector=axis(0))])
        engine.commit()
    assert len(engine.search(seek("common", vector=axis(0))).words) == 40
    assert sum(1 for path in tmp_path.rglob("*") if path.is_file()) < 90
