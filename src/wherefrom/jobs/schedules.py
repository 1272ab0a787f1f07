"""Which sources are due by their cron expressions, in UTC.

A source is due when its schedule fired after it was last run or edited: found by looking back from now, so what was
missed while nobody worked is made up for once, however often it would have fired.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from cronsim import CronSim, CronSimError

from wherefrom.core.actors import Actor
from wherefrom.core.clock import Clock, system_clock
from wherefrom.core.documents import Source
from wherefrom.core.paging import LARGEST_PAGE, SourceFilter
from wherefrom.errors import NotFound
from wherefrom.services.knowledge import Knowledge

__all__ = ["Due", "Schedules"]

_NEVER = float("inf")
_LIST_EVERY = 5.0
_REST = 20
"""However many sources there are, listing them takes at most one twentieth of the time."""


class Due(NamedTuple):
    source: Source
    fired_at: float


class Schedules:
    """Keeps in mind when each schedule fires next; the sources are listed again every few seconds."""

    def __init__(self, knowledge: Knowledge, clock: Clock = system_clock) -> None:
        self._knowledge, self._clock = knowledge, clock
        self._next: dict[tuple[str, str], tuple[str, float]] = {}
        self._list_at = 0.0

    def due(self) -> Sequence[Due]:
        began = self._clock()
        if began >= self._list_at:
            self._list()
            ended = self._clock()
            self._list_at = ended + max(_LIST_EVERY, (ended - began) * _REST)
        return list(self._due(self._clock()))

    def _list(self) -> None:
        orgs = [org.id for org in self._knowledge.record.registry.orgs()]
        found = {(org, source.id): source.cron for org in orgs for source in self._sources(org) if source.cron}
        # One that is new here, or has another schedule, is looked at now; the others when they fire next.
        kept = {key: known for key, known in self._next.items() if found.get(key) == known[0]}
        self._next = {key: (cron, 0.0) for key, cron in found.items()} | kept

    def _sources(self, org: str) -> Iterator[Source]:
        after: str | None = None
        while True:
            page = self._of(org).sources.find(SourceFilter(personal=True), after=after, limit=LARGEST_PAGE)
            yield from page.items
            if (after := page.next) is None:
                return

    def _due(self, now: float) -> Iterator[Due]:
        for (org, id), (cron, at) in list(self._next.items()):
            if now < at:
                continue
            self._next[org, id] = (cron, _fires(cron, now, back=False) or _NEVER)
            fired = _fires(cron, now, back=True)
            try:
                source = self._of(org).sources.get(id)
            except NotFound:
                continue  # removed just now
            if fired is not None and source.cron == cron and fired > source.updated_at:
                yield Due(source, fired)

    def _of(self, org: str) -> Knowledge:
        return self._knowledge.act_as(Actor.system(org))


def _fires(cron: str, now: float, *, back: bool) -> float | None:
    """The last time up to now, or the first after it; None: never, or an expression from another version."""
    moment = datetime.fromtimestamp(now, UTC)
    if back:
        moment = moment.replace(microsecond=max(1, moment.microsecond))  # else this very second would not count
    try:
        fired = next(CronSim(cron, moment, reverse=back), None)
    except CronSimError:
        return None
    return None if fired is None else fired.timestamp()
