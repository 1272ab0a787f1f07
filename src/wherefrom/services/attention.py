"""The inbox: what somebody should look at. One item a cause."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from wherefrom.claims.accepting import accepted
from wherefrom.claims.ageing import raise_what_aged
from wherefrom.core.access import Visibility, check_own_sight
from wherefrom.core.actions import Action
from wherefrom.core.attention import AttentionEvent, AttentionItem, AttentionStatus, raised
from wherefrom.core.clock import DAY, as_timestamp
from wherefrom.core.ids import as_id
from wherefrom.core.paging import AttentionFilter, Page, as_filter
from wherefrom.core.wellformed import JSON
from wherefrom.errors import InvalidValue
from wherefrom.ports.record import UnitOfWork
from wherefrom.services.desk import Verbs

__all__ = ["Inbox"]

_STATE = "attention"


class Inbox(Verbs):
    def find(
        self, where: AttentionFilter | None = None, *, after: str | None = None, limit: int = 50
    ) -> Page[AttentionItem]:
        """What is open, newest first, unless something else is asked for. What slept long enough is awake again."""
        self.sweep()
        newest = AttentionFilter(status=AttentionStatus.OPEN, personal=True, newest_first=True)
        asked = as_filter(where, newest)
        with self._record.read(self._actor) as unit:
            return unit.attention.find(asked, after=after, limit=limit)

    def count(self, where: AttentionFilter | None = None) -> int:
        """How many `find` would give, over all pages."""
        self.sweep()
        asked = as_filter(where, AttentionFilter(status=AttentionStatus.OPEN, personal=True))
        with self._record.read(self._actor) as unit:
            return unit.attention.count(asked)

    def get(self, id: str) -> AttentionItem:
        with self._record.read(self._actor) as unit:
            return unit.attention.get(unit.attention.resolve(id))

    def assign(self, id: str, to: str | None) -> AttentionItem:
        """To a member, or with None to nobody."""
        with self._record.write(self._actor) as unit:
            if to is not None and all(member.id != to for member in unit.directory.members()):
                raise InvalidValue("there is no member of this name", value=as_id(to, "member"), hint="name a member")
            return self._changed(unit, id, assignee=to)

    def snooze(self, id: str, until: datetime | float | str) -> AttentionItem:
        """Out of sight until then."""
        wake = as_timestamp(until, "until")
        if wake <= self._desk.clock():
            raise InvalidValue("this time has passed", value=until, hint="name a time to come")
        with self._record.write(self._actor) as unit:
            return self._changed(unit, id, status=AttentionStatus.SNOOZED, snoozed_until=wake)

    def resolve(self, id: str) -> AttentionItem:
        """Somebody looked. Evidence that changed counts as it is from now on: the claim still stands on it."""
        item = self.get(id)
        standing = accepted(self._record, self._actor, self._desk.ground, item, self._desk.clock())
        with self._record.write(self._actor) as unit:
            if standing is not None:
                unit.grounds.keep([standing])
            return self._changed(unit, item.id, status=AttentionStatus.RESOLVED, snoozed_until=None)

    def reopen(self, id: str) -> AttentionItem:
        with self._record.write(self._actor) as unit:
            return self._changed(unit, id, status=AttentionStatus.OPEN, snoozed_until=None)

    def report(
        self,
        event: AttentionEvent,
        target_kind: str,
        target_id: str,
        *,
        seen_by: Visibility | None = None,
        detail: Mapping[str, JSON] | None = None,
        links: tuple[str, ...] = (),
    ) -> bool:
        """Tell of something that failed: a run, an embedding. Whether it is news."""
        item = raised(
            event,
            target_kind,
            target_id,
            id=self._desk.ids(),
            seen_by=seen_by or Visibility(org=self._actor.org),
            detail=detail,
            links=links,
        )
        with self._record.write(self._actor) as unit:
            check_own_sight(unit.actor, item)
            news = unit.attention.sight(item)
            unit.commit()
        return news

    def sweep(self) -> int:
        """Once a day: claims that nobody was sure of and nobody verified in a week, and items whose sleep is over."""
        now = self._desk.clock()
        with self._record.read(self._actor) as unit:
            state = unit.engine_state(f"{_STATE}:{self._actor.id}")
            asleep = unit.attention.count(AttentionFilter(status=AttentionStatus.SNOOZED, personal=True))
        due = state is None or now - float(state.get("swept_at", 0.0)) >= DAY
        if not due and not asleep:
            return 0
        with self._record.write(self._actor) as unit:
            if due:
                unit.set_engine_state(f"{_STATE}:{self._actor.id}", {"swept_at": now})
            told = raise_what_aged(unit, self._desk.ids, now) if due else 0
            told += self._woken(unit, now)
            unit.commit()
        return told

    def _woken(self, unit: UnitOfWork, now: float) -> int:
        sleeping = list(unit.attention.every(AttentionFilter(status=AttentionStatus.SNOOZED, personal=True)))
        awake = [item for item in sleeping if item.snoozed_until is None or item.snoozed_until <= now]
        for item in awake:
            unit.attention.save(replace(item, status=AttentionStatus.OPEN, snoozed_until=None))
        return len(awake)

    def _changed(self, unit: UnitOfWork, id: str, **changes: object) -> AttentionItem:
        before = unit.attention.get(unit.attention.resolve(id))
        after = unit.attention.save(replace(before, **changes))  # pyright: ignore[reportArgumentType]  -- fields of an item, named by the verbs above
        unit.note(Action.ATTEND, "attention", after.id, before=before, after=after)
        unit.commit()
        return after
