"""`postgres` keeps the contract."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from sqlalchemy import create_engine, make_url

from wherefrom.engines.retrieval.postgres import open_postgres
from wherefrom.testing.retrieval import OpenSpec, RetrievalContract


@pytest.mark.postgres
class TestPostgresRetrieval(RetrievalContract):
    many = 1_000_000 if os.environ.get("WHEREFROM_SOAK") == "1" else 20_000

    @pytest.fixture
    def open_index(self, postgres_url: str) -> Iterator[OpenSpec]:
        database = create_engine(make_url(postgres_url).set(drivername="postgresql+psycopg"), max_overflow=30)
        open_any = open_postgres(database)
        yield lambda spec: open_any(spec, None)
        database.dispose()
