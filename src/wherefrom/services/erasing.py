"""Erasing: the one exception to append-only. Nothing of the content is left, and the trail says who did it."""

from __future__ import annotations

from collections.abc import Mapping

from wherefrom.core.actions import Action
from wherefrom.core.actors import Role
from wherefrom.core.documents import Entry
from wherefrom.core.values import value
from wherefrom.errors import AdapterError, NotFound
from wherefrom.ports.record import UnitOfWork
from wherefrom.services.copies import forget_copies
from wherefrom.services.desk import Verbs
from wherefrom.services.originals import sweep_originals

__all__ = ["Erased", "Erasing"]


@value
class Erased:
    """What went."""

    kind: str
    id: str
    counts: Mapping[str, int]


class Erasing(Verbs):
    def target_entry(self, id: str) -> Entry:
        """What `entry` would erase, for whoever asks before doing so."""
        with self._record.read(self._actor) as unit:
            return _entry(unit, id)

    def entry(self, id: str) -> Erased:
        """An entry, its passages, and every quote of them. Its contributor may, and admins."""
        with self._record.write(self._actor) as unit:
            entry = _entry(unit, id)
            self._check_may_erase(entry.contributor, "erase this entry")
            unit.erasure.entry(entry.id)
            unit.note(Action.ERASE, "entry", entry.id)
            unit.commit()
        return self._forgotten(Erased(kind="entry", id=entry.id, counts={"entries": 1}), source=entry.source)

    def source(self, id: str) -> Erased:
        """A source and everything that was read from it."""
        self._actor.require(Role.ADMIN, "erase a source")
        with self._record.write(self._actor) as unit:
            source = unit.sources.get(unit.sources.resolve(id))
            unit.erasure.source(source.id)
            unit.note(Action.ERASE, "source", source.id)
            unit.commit()
        return self._forgotten(Erased(kind="source", id=source.id, counts={"sources": 1}))

    def claim(self, id: str) -> Erased:
        """A claim's words and its evidence's; that it existed stays. Whoever learned it may, and admins."""
        with self._record.write(self._actor) as unit:
            claim = unit.claims.get(unit.claims.resolve(id))
            self._check_may_erase(claim.actor_id, "erase this claim")
            unit.erasure.claim(claim.id)
            unit.note(Action.ERASE, "claim", claim.id)
            unit.commit()
        return self._forgotten(Erased(kind="claim", id=claim.id, counts={"claims": 1}))

    def person(self, id: str) -> Erased:
        """All that a person contributed, personal items included. They themselves may, and admins."""
        self._check_may_erase(id, "erase a person's contributions")
        with self._record.write(self._actor) as unit:
            counts = unit.erasure.person(id)
            if not any(counts.values()) and all(member.id != id for member in unit.directory.members()):
                raise NotFound("member", id)
            unit.note(Action.ERASE, "person", id)
            unit.commit()
        return self._forgotten(Erased(kind="person", id=id, counts=counts))

    def _check_may_erase(self, contributor: str | None, verb: str) -> None:
        if contributor is None or contributor != self._actor.id:
            self._actor.require(Role.ADMIN, verb)

    def _forgotten(self, erased: Erased, *, source: str | None = None) -> Erased:
        """`source` is what it was read from: a copy of that would still have its words."""
        sweep_originals(self._desk)
        forget_copies(self._desk, of=source)
        self._desk.retrieval.forget(self._actor.org)
        if not self._record.forget():
            raise AdapterError(
                f"the {erased.kind} is erased from the tables, and a long-running reader keeps old pages in the log",
                value=erased.id,
                hint="end the reader, then run `wherefrom doctor`",
                retryable=True,
            )
        return erased


def _entry(unit: UnitOfWork, id: str) -> Entry:
    """Also one that was deleted before: its words are still there."""
    try:
        return unit.entries.get(unit.entries.resolve(id))
    except NotFound:
        buried = unit.tombstones.get(unit.tombstones.resolve(id))
        if buried.erased_at is not None:
            raise
        return buried
