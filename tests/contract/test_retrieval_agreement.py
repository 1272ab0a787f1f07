"""Engines that score words themselves agree with the plain arithmetic of `memory`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import create_engine, make_url

from wherefrom.engines.retrieval.local import open_local
from wherefrom.engines.retrieval.memory import open_memory
from wherefrom.engines.retrieval.postgres import open_postgres
from wherefrom.engines.retrieval.postgres.lexemes import lexeme
from wherefrom.engines.retrieval.sqlite_fts5 import open_sqlite_fts5, read_term, written_term
from wherefrom.ports.engines import Doc, IndexSpec, RetrievalEngine
from wherefrom.ports.models import EmbedderId
from wherefrom.testing.retrieval import seek

SPEC = IndexSpec("agree", EmbedderId("contract", "1", 8), 1)
any_text = st.text("abx09XÄé知🦩 '\"\\=#:*\0\t\x1f", min_size=1)


def corpus(*, titles: bool) -> list[Doc]:
    chance = np.random.default_rng(11)
    vocabulary = [f"w{n}" for n in range(60)]
    docs: list[Doc] = []
    for number in range(300):
        size = int(chance.integers(1, 40))
        body = [vocabulary[int(n)] for n in np.minimum(59, chance.geometric(0.08, size))]
        title = [vocabulary[int(n)] for n in chance.integers(0, 60, 3)] if titles and number % 2 else []
        vector = chance.standard_normal(8).astype(np.float32)
        docs.append(Doc(f"d{number:03}", body, title, vector / np.linalg.norm(vector), acl=number % 4))
    return docs


def assert_agreement(engine: RetrievalEngine, *, titles: bool) -> None:
    reference = open_memory()(SPEC, None)
    for index in (reference, engine):
        index.put(corpus(titles=titles))
        index.commit()
    chance = np.random.default_rng(12)
    for _ in range(25):
        weights = {f"w{n}": float(chance.uniform(0.2, 3)) for n in chance.integers(0, 62, 4)}
        question = seek(weights=weights, vector=chance.standard_normal(8).astype(np.float32), acls=(1, 2, 3), depth=400)
        ours, theirs = engine.search(question), reference.search(question)
        assert dict(ours.words) == pytest.approx(dict(theirs.words), rel=1e-4)
        assert dict(ours.meaning) == pytest.approx(dict(theirs.meaning), abs=1e-6)


def test_local_agrees(tmp_path: Path) -> None:
    assert_agreement(open_local(tmp_path)(SPEC, None), titles=True)


def test_sqlite_agrees_where_there_are_no_titles() -> None:
    with create_engine("sqlite://").connect() as connection:
        assert_agreement(open_sqlite_fts5()(SPEC, connection), titles=False)


@pytest.fixture
def database(postgres_url: str) -> Iterator[object]:
    database = create_engine(make_url(postgres_url).set(drivername="postgresql+psycopg"))
    yield database
    database.dispose()


@pytest.mark.postgres
def test_postgres_agrees(database: object) -> None:
    assert_agreement(open_postgres(database)(SPEC, None), titles=True)  # pyright: ignore[reportArgumentType]


@pytest.mark.postgres
def test_postgres_reads_every_frequency_back_from_its_rank(database: object) -> None:
    engine, reference = open_postgres(database)(SPEC, None), open_memory()(SPEC, None)  # pyright: ignore[reportArgumentType]
    docs = [Doc(f"d{n:03}", ("often",) * n + ("pad",) * (101 - n)) for n in range(1, 101)]
    for index in (engine, reference):
        index.put([*docs, *(Doc(f"other{n}", ("pad",)) for n in range(50))])
        index.commit()
    assert dict(engine.search(seek("often")).words) == pytest.approx(dict(reference.search(seek("often")).words))


@given(any_text, any_text)
def test_sqlite_writes_terms_so_that_no_two_are_alike_and_each_can_be_read_back(one: str, other: str) -> None:
    assert read_term(written_term(one)) == one
    assert (written_term(one) == written_term(other)) == (one == other)
    assert written_term(one).isascii()
    assert written_term(one).isalnum()


@given(any_text, any_text)
def test_postgres_lexemes_tell_terms_and_fields_apart(one: str, other: str) -> None:
    assert (lexeme("b", one) == lexeme("b", other)) == (one == other)
    assert lexeme("b", one) != lexeme("t", one)
