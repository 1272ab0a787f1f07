"""What is special to `postgres`: a graph of neighbours above a size, one round trip a search, many writers."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from sqlalchemy import Engine, create_engine, event, make_url

from wherefrom.core.changes import Mark
from wherefrom.engines.retrieval.postgres import open_postgres
from wherefrom.errors import AdapterError
from wherefrom.ports.engines import Doc, IndexSpec
from wherefrom.ports.models import EmbedderId
from wherefrom.testing.retrieval import axis, seek

pytestmark = pytest.mark.postgres
SPEC = IndexSpec("chunks", EmbedderId("contract", "1", 8), 1)


@pytest.fixture
def database(postgres_url: str) -> Iterator[Engine]:
    database = create_engine(make_url(postgres_url).set(drivername="postgresql+psycopg"))
    yield database
    database.dispose()


def test_above_the_threshold_a_graph_finds_nearly_the_same_and_as_many_as_asked(database: Engine) -> None:
    spec = IndexSpec("wide", EmbedderId("contract", "1", 32), 1)
    engine = open_postgres(database, exact_below=5_000)(spec, None)
    chance = np.random.default_rng(3)
    matrix = chance.standard_normal((6_000, 32)).astype(np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    engine.put(Doc(f"{n:05}", ("common",), vector=row, acl=n % 100) for n, row in enumerate(matrix))
    engine.commit()
    with database.connect() as connection:
        graphs = connection.exec_driver_sql("SELECT indexdef FROM pg_indexes WHERE indexdef LIKE '%%hnsw%%'").scalars()
        assert ["ef_construction" in definition for definition in graphs] == [True]
    agreed = 0
    for query in chance.standard_normal((40, 32)).astype(np.float32):
        best = {f"{n:05}" for n in np.argsort(-(matrix @ query))[:10]}
        agreed += len(best & {id for id, _ in engine.search(seek(vector=query, depth=10, acls=range(100))).meaning})
        assert len(engine.search(seek(vector=query, depth=10, acls=(7,))).meaning) == 10
    assert agreed >= 0.95 * 400
    engine.put([Doc("new", (), vector=matrix[0])])
    engine.commit()
    assert engine.search(seek(vector=matrix[0], depth=2)).meaning[0][0] in ("00000", "new")


def test_a_search_is_one_statement(database: Engine) -> None:
    engine = open_postgres(database)(SPEC, None)
    engine.put([Doc("a", ("fox",), vector=axis(0))])
    engine.commit()
    engine.search(seek("fox", vector=axis(0)))
    statements: list[Any] = []
    event.listen(database, "before_cursor_execute", lambda *told: statements.append(told[2]))
    legs = engine.search(seek("fox", vector=axis(0)))
    assert ([id for id, _ in legs.words], [id for id, _ in legs.meaning]) == (["a"], ["a"])
    assert len(statements) == 1


def test_many_writers_lose_nothing(database: Engine) -> None:
    def write(writer: int) -> None:
        engine = open_postgres(database)(SPEC, None)
        for number in range(10):
            engine.put([Doc(f"{writer}-{number}", ("common",), vector=axis(0)), Doc("shared", ("common", "shared"))])
            engine.commit(Mark(number, f"{writer}"))

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(write, range(6)))
    engine = open_postgres(database)(SPEC, None)
    assert engine.count() == 61
    assert len(engine.search(seek("common", depth=100)).words) == 61


def test_a_server_that_is_away_is_an_adapter_error_that_may_be_retried() -> None:
    away = create_engine("postgresql+psycopg://nobody@127.0.0.1:1/none")
    with pytest.raises(AdapterError) as failed:
        open_postgres(away)(SPEC, None).count()
    assert failed.value.retryable
