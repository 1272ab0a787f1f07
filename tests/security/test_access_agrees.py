"""What SQL lets an actor read is exactly what the pure rule says, in any world, on both databases."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings

from tests.security.agreement import check_agreement
from wherefrom.record.record import SqlRecord
from wherefrom.testing.worlds import World, worlds


@pytest.fixture
def record(store_url: str) -> Iterator[SqlRecord]:
    record = SqlRecord(store_url)
    yield record
    record.close()


@pytest.mark.soak
@settings(
    max_examples=settings.default.max_examples // 3,  # each is a world with hundreds of reads
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(world=worlds())
def test_rule_and_sql_agree_on_every_read(record: SqlRecord, world: World) -> None:
    """The store is shared by the examples; each builds orgs of its own in it."""
    check_agreement(record, world)
