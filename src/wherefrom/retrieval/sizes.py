"""How much there is to search, counted as the actor may see it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from wherefrom.core.actors import Actor
from wherefrom.core.changes import Mark
from wherefrom.core.claims import ACTIVE
from wherefrom.core.paging import ChunkFilter, ClaimFilter
from wherefrom.ports.engines import RetrievalEngine
from wherefrom.ports.record import Record, UnitOfWork

__all__ = ["Sizes"]

_MOST_KNOWN = 1_000
_EXACT_BELOW = 5_000
_CHANGES_WORTH_COUNTING = 50
"""Of a large collection one part in so many must have changed before it is counted again: counting takes time."""

_Key: TypeAlias = tuple[str, str, frozenset[int]]


class _Counted(NamedTuple):
    size: int
    head: Mark

    def still_holds(self, head: Mark) -> bool:
        if head == self.head:
            return True
        changed = head.seq - self.head.seq
        return self.size >= _EXACT_BELOW and 0 <= changed <= self.size // _CHANGES_WORTH_COUNTING


class Sizes:
    """An index knows only how much there is in all; where something is hidden, that would tell of it."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._known: dict[_Key, _Counted] = {}
        self._classes: dict[str, tuple[Mark, frozenset[int]]] = {}

    def visible(self, unit: UnitOfWork, org: str, engines: Iterable[tuple[str, RetrievalEngine]]) -> dict[str, int]:
        """By collection. Above some thousands it may lag by a fiftieth."""
        head, acls = unit.head(), unit.acls()
        sees_all = acls >= self._all_classes(org, head)
        sizes: dict[str, int] = {}
        for collection, engine in engines:
            if collection == "chunks" and sees_all:
                sizes[collection] = sizes.get(collection, 0) + engine.count()
            elif collection not in sizes:
                sizes[collection] = self._size(unit, (org, collection, acls), head)
        return sizes

    def _all_classes(self, org: str, head: Mark) -> frozenset[int]:
        known = self._classes.get(org)
        if known is None or known[0] != head:
            with self._record.read(Actor.system(org)) as unit:
                self._classes[org] = known = (head, unit.acls())
        return known[1]

    def _size(self, unit: UnitOfWork, key: _Key, head: Mark) -> int:
        known = self._known.get(key)
        if known is not None and known.still_holds(head):
            return known.size
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        size = _counted(unit, key[1])
        self._known[key] = _Counted(size, head)
        return size


def _counted(unit: UnitOfWork, collection: str) -> int:
    if collection == "chunks":
        return unit.chunks.count(ChunkFilter(personal=True))
    return unit.claims.count(ClaimFilter(personal=True, status=ACTIVE))
