"""Everything that searching needs, built when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from wherefrom.core.clock import Clock
from wherefrom.ports.record import Record
from wherefrom.retrieval.projector import Projector
from wherefrom.retrieval.search import Searcher
from wherefrom.retrieval.shelves import Shelves

__all__ = ["Library"]


class Library:
    """The shelves of a store, who fills them and who looks on them. Opening a store opens none of it."""

    def __init__(self, record: Record, open_shelves: Callable[[], Shelves], clock: Clock) -> None:
        self._record = record
        self._open_shelves = open_shelves
        self._clock = clock

    @cached_property
    def shelves(self) -> Shelves:
        return self._open_shelves()

    @cached_property
    def projector(self) -> Projector:
        return Projector(self._record, self.shelves, self._clock)

    @cached_property
    def searcher(self) -> Searcher:
        return Searcher(self._record, self.shelves, self.projector)

    def close(self) -> None:
        if "shelves" in self.__dict__:
            self.shelves.close()
