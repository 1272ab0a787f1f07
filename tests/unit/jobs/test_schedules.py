"""Which sources are due, seen with a clock that the test moves."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.bootstrap import open_settings
from wherefrom.config import load_settings
from wherefrom.jobs.schedules import Schedules, _fires
from wherefrom.services.knowledge import Knowledge

NOON = datetime(2024, 6, 3, 12, 0, tzinfo=UTC).timestamp()
HOUR, DAY = 3600.0, 86_400.0


class Clock:
    now = NOON

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def knowledge(tmp_path: Path, clock: Clock) -> Iterator[Knowledge]:
    settings = load_settings(store=str(tmp_path / "store.db"), environment={}, folder=tmp_path)
    with open_settings(settings, clock=clock) as knowledge:
        yield knowledge


def add(knowledge: Knowledge, tmp_path: Path, cron: str | None) -> str:
    return knowledge.sources.add("folder", str(tmp_path), cron=cron).id


def due(schedules: Schedules) -> list[tuple[str, float]]:
    return [(each.source.id, each.fired_at) for each in schedules.due()]


def test_a_source_is_due_when_its_schedule_fires_and_not_before(
    knowledge: Knowledge, clock: Clock, tmp_path: Path
) -> None:
    source, schedules = add(knowledge, tmp_path, "0 13 * * *"), Schedules(knowledge, clock)
    add(knowledge, tmp_path, None)
    assert due(schedules) == []
    clock.now = NOON + HOUR - 1
    assert due(schedules) == []
    clock.now = NOON + HOUR
    assert due(schedules) == [(source, NOON + HOUR)]
    assert due(schedules) == []


def test_what_was_missed_for_a_week_is_made_up_for_once(knowledge: Knowledge, clock: Clock, tmp_path: Path) -> None:
    source = add(knowledge, tmp_path, "0 * * * *")
    clock.now = NOON + 7 * DAY + 120.0
    assert due(Schedules(knowledge, clock)) == [(source, NOON + 7 * DAY)]


def test_a_run_or_an_edit_since_then_counts(knowledge: Knowledge, clock: Clock, tmp_path: Path) -> None:
    source = add(knowledge, tmp_path, "0 13 * * *")
    clock.now = NOON + 2 * HOUR
    knowledge.sources.edit(source, title="read by hand meanwhile")
    assert due(Schedules(knowledge, clock)) == []


def test_a_schedule_that_is_taken_away_or_changed_is_noticed(
    knowledge: Knowledge, clock: Clock, tmp_path: Path
) -> None:
    one, other = (add(knowledge, tmp_path, "0 13 * * *") for _ in range(2))
    schedules = Schedules(knowledge, clock)
    assert due(schedules) == []
    knowledge.sources.edit(one, cron=None)
    knowledge.sources.edit(other, cron="30 12 * * *")
    clock.now = NOON + HOUR / 2
    assert due(schedules) == [(other, NOON + HOUR / 2)]
    knowledge.sources.remove(other)
    clock.now = NOON + 3 * DAY
    assert due(schedules) == []


def test_a_source_that_is_removed_between_two_listings_is_passed_over(
    knowledge: Knowledge, clock: Clock, tmp_path: Path
) -> None:
    source, schedules = add(knowledge, tmp_path, "* * * * * *"), Schedules(knowledge, clock)
    schedules.due()
    knowledge.sources.remove(source)
    clock.now += 1.0
    assert due(schedules) == []


def test_every_org_has_its_schedules(knowledge: Knowledge, clock: Clock, tmp_path: Path) -> None:
    knowledge.orgs.create("acme")
    theirs = knowledge.act_as(knowledge.record.registry.member("acme", "local"))
    source = add(theirs, tmp_path, "0 13 * * *")
    clock.now = NOON + HOUR
    assert [(each.source.org, each.source.id) for each in Schedules(knowledge, clock).due()] == [("acme", source)]


@given(
    now=st.floats(1e9, 3e9),
    cron=st.sampled_from(["* * * * * *", "*/5 * * * *", "0 3 * * *", "30 2 * * 1", "0 0 29 2 *", "0 0 1 1 *"]),
)
def test_the_last_time_is_not_after_now_and_the_next_one_is(now: float, cron: str) -> None:
    last, following = _fires(cron, now, back=True), _fires(cron, now, back=False)
    assert last is not None
    assert following is not None
    assert last <= now < following
    assert _fires(cron, last, back=True) == last
    assert _fires(cron, last, back=False) == following
