"""The agreement test has teeth: without any one part of the predicate it fails."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, Phase, given, settings

from tests.security.agreement import check_agreement
from wherefrom.record import visibility
from wherefrom.record.record import SqlRecord
from wherefrom.testing.worlds import World, worlds


@pytest.fixture(params=sorted(visibility.CONJUNCTS))
def without_one_part(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(visibility.CONJUNCTS, request.param, sa.true())
    visibility.visible_classes.cache_clear()
    yield
    visibility.visible_classes.cache_clear()


@pytest.mark.usefixtures("without_one_part")
def test_dropping_a_part_of_the_predicate_is_noticed(tmp_path: Path) -> None:
    record = SqlRecord(str(tmp_path / "store.db"))

    @settings(phases=[Phase.generate], report_multiple_bugs=False, suppress_health_check=[HealthCheck.too_slow])
    @given(world=worlds())
    def agreement(world: World) -> None:
        check_agreement(record, world)

    with pytest.raises(AssertionError):
        agreement()
    record.close()
