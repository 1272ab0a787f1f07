"""The record on SQLite keeps the contract."""

from collections.abc import Iterator

import pytest

from wherefrom.record.record import SqlRecord
from wherefrom.testing.record import RecordContract


class TestSqliteRecord(RecordContract):
    @pytest.fixture(scope="class")
    @classmethod
    def record(cls, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqlRecord]:
        record = SqlRecord(str(tmp_path_factory.mktemp("record") / "store.db"))
        yield record
        record.close()
