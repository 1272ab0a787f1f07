"""The record on Postgres keeps the contract."""

from collections.abc import Iterator

import pytest

from tests.postgres_server import fresh_database
from wherefrom.record.record import SqlRecord
from wherefrom.testing.record import RecordContract

pytestmark = pytest.mark.postgres


class TestPostgresRecord(RecordContract):
    @pytest.fixture(scope="class")
    @classmethod
    def record(cls, postgres_server: str) -> Iterator[SqlRecord]:
        with fresh_database(postgres_server) as url:
            record = SqlRecord(url)
            yield record
            record.close()
