"""How a store is: what is in it, and what needs mending."""

from __future__ import annotations

from collections.abc import Mapping

from wherefrom.core.paging import ClaimFilter, EntityFilter, EntryFilter, SourceFilter
from wherefrom.core.values import value
from wherefrom.services.attention import Inbox
from wherefrom.services.desk import Verbs

__all__ = ["Health", "State"]


@value
class State:
    """What an actor sees of a store at a glance."""

    org: str
    actor: str
    role: str
    counts: Mapping[str, int]


class Health(Verbs):
    def state(self) -> State:
        """Of attention, what is open."""
        attention = Inbox(self._desk).count()
        with self._record.read(self._actor) as unit:
            counts = {
                "sources": unit.sources.count(SourceFilter(personal=True)),
                "entries": unit.entries.count(EntryFilter(personal=True)),
                "claims": unit.claims.count(ClaimFilter(personal=True)),
                "entities": unit.entities.count(EntityFilter(personal=True)),
                "attention": attention,
            }
        return State(org=self._actor.org, actor=self._actor.id, role=self._actor.role.value, counts=counts)
