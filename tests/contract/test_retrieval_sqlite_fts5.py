"""`sqlite_fts5` keeps the contract; here every call is a transaction of its own, as a unit of work would be."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from wherefrom.engines.retrieval.sqlite_fts5 import SqliteRetrieval
from wherefrom.testing.retrieval import OpenSpec, RetrievalContract


class UnitPerCall(SqliteRetrieval):
    def _in_unit(self, begin: str, call: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        self._connection.exec_driver_sql(begin)
        try:
            return call(*arguments, **named)
        finally:
            self._connection.exec_driver_sql("COMMIT")

    def commit(self, *arguments: Any) -> None:
        self._in_unit("BEGIN IMMEDIATE", super().commit, *arguments)

    def compact(self) -> None:
        self._in_unit("BEGIN IMMEDIATE", super().compact)

    def close(self, **named: Any) -> None:
        self._in_unit("BEGIN IMMEDIATE", super().close, **named)

    def search(self, *arguments: Any) -> Any:
        return self._in_unit("BEGIN", super().search, *arguments)


class TestSqliteRetrieval(RetrievalContract):
    many = 1_000_000 if os.environ.get("WHEREFROM_SOAK") == "1" else 100_000

    @pytest.fixture
    def open_index(self, tmp_path: Path) -> Iterator[OpenSpec]:
        place = f"sqlite:///{tmp_path / 'record.db'}"
        record = create_engine(place, isolation_level="AUTOCOMMIT", pool_size=0, connect_args={"timeout": 60})
        with record.connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode = WAL")
        yield lambda spec: UnitPerCall(record.connect(), spec)
        record.dispose()
