"""How much there is to search, counted as the actor may see it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from wherefrom.core.changes import Mark
from wherefrom.core.claims import ACTIVE
from wherefrom.core.paging import ChunkFilter, ClaimFilter
from wherefrom.ports.record import UnitOfWork

__all__ = ["Sizes"]

_MOST_KNOWN = 1_000
_QUICK = 0.005
_REST = 20
"""A slow count is done again after this many times its own duration, so that it never takes much of the time."""

_Key: TypeAlias = tuple[str, str, frozenset[int]]


class _Counted(NamedTuple):
    size: int
    head: Mark
    at: float
    took: float


class Sizes:
    """Remembers counts: an index knows only how much there is in all, which would tell of what is hidden."""

    def __init__(self) -> None:
        self._known: dict[_Key, _Counted] = {}

    def visible(self, unit: UnitOfWork, org: str, collections: Iterable[str]) -> dict[str, int]:
        """Exact in small stores; in large ones that are being written to it may lag a moment."""
        head, acls = unit.head(), unit.acls()
        return {each: self._size(unit, (org, each, acls), head) for each in collections}

    def _size(self, unit: UnitOfWork, key: _Key, head: Mark) -> int:
        known = self._known.get(key)
        now = time.monotonic()
        if known is not None and (known.head == head or now - known.at < _REST * known.took > _REST * _QUICK):
            return known.size
        size = _counted(unit, key[1])
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        self._known[key] = _Counted(size, head, now, time.monotonic() - now)
        return size


def _counted(unit: UnitOfWork, collection: str) -> int:
    if collection == "chunks":
        return unit.chunks.count(ChunkFilter(personal=True))
    return unit.claims.count(ClaimFilter(personal=True, status=ACTIVE))
