"""The record on SQLite or Postgres."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager

from wherefrom.core.access import Visibility
from wherefrom.core.actors import Actor
from wherefrom.core.clock import Clock, stopped, system_clock
from wherefrom.core.ids import Ids, new_id
from wherefrom.record.changes import SqlChangeFeed
from wherefrom.record.classes import Classes
from wherefrom.record.database import Database
from wherefrom.record.forgetting import forget
from wherefrom.record.locks import sole
from wherefrom.record.migrating import bring_up_to_date
from wherefrom.record.registry import SqlRegistry
from wherefrom.record.unit import Heard, SqlUnitOfWork
from wherefrom.record.workspace import Workspace

__all__ = ["SqlRecord"]


class SqlRecord:
    """Opens a store, brings it up to date, and hands out units of work."""

    def __init__(
        self, store: str, *, clock: Clock = system_clock, ids: Ids = new_id, heard: Heard | None = None
    ) -> None:
        self.database = Database(store)
        self._clock = clock
        self._ids = ids
        self._heard = heard
        self._classes: dict[int, Visibility] = {}
        try:
            bring_up_to_date(self.database)
        except BaseException:
            self.database.close()
            raise
        self.changes = SqlChangeFeed(self.database)
        self.registry = SqlRegistry(self.database, clock)

    @contextmanager
    def read(self, actor: Actor) -> Generator[SqlUnitOfWork]:
        with self.database.reading() as connection:
            self.database.enter(connection, actor.org)
            classes = Classes(connection, self._classes)
            yield SqlUnitOfWork(Workspace(connection, actor, classes, self._clock, writes=False), self._ids)

    @contextmanager
    def write(self, actor: Actor, *, at_leisure: bool = False) -> Generator[SqlUnitOfWork]:
        with self.database.writing(at_leisure=at_leisure) as connection:
            self.database.enter(connection, actor.org)
            classes = Classes(connection, self._classes)
            work = Workspace(connection, actor, classes, stopped(self._clock), writes=True)
            yield SqlUnitOfWork(work, self._ids, self._heard)

    def sole(self, task: str) -> AbstractContextManager[None]:
        return sole(self.database, task)

    def forget(self) -> bool:
        return forget(self.database)

    def close(self) -> None:
        self.database.close()
