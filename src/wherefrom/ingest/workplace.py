"""Where a run is done: the record, for whom, and the indexes that follow it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass

from wherefrom.core.actors import Actor
from wherefrom.core.clock import Clock
from wherefrom.core.ids import Ids
from wherefrom.ports.record import Record, UnitOfWork
from wherefrom.retrieval.library import Library

__all__ = ["Workplace"]


@dataclass(frozen=True)
class Workplace:
    record: Record
    actor: Actor
    library: Library
    clock: Clock
    ids: Ids

    def reading(self) -> AbstractContextManager[UnitOfWork]:
        return self.record.read(self.actor)

    def writing(self) -> AbstractContextManager[UnitOfWork]:
        return self.record.write(self.actor)
