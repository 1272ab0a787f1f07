"""The queue of a store, opened for whoever asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wherefrom.config import Settings
from wherefrom.core.actors import Role
from wherefrom.core.ids import new_id
from wherefrom.errors import NotFound
from wherefrom.jobs.task import Task, turn_of
from wherefrom.plugins import need
from wherefrom.ports.jobs import AttemptTold, Job, Jobs, Stop
from wherefrom.services.knowledge import Knowledge

if TYPE_CHECKING:
    from wherefrom.jobs.queue import Queue

__all__ = ["open_jobs"]


def open_jobs(settings: Settings, knowledge: Knowledge) -> Jobs:
    """MissingExtra where DBOS is not installed; the tables are made if they are not there."""
    need("jobs", "a queue of runs")
    knowledge.actor.require(Role.ADMIN, "queue runs of sources")
    from wherefrom.jobs.queue import Queue

    return _DurableJobs(knowledge, Queue(settings.store, knowledge.record))


class _DurableJobs:
    def __init__(self, knowledge: Knowledge, queue: Queue) -> None:
        self._knowledge, self._queue = knowledge, queue
        self._org = knowledge.actor.org

    def enqueue(self, source: str, *, force: bool = False) -> Job:
        asked = self._knowledge.sources.get(source)
        task = Task(self._org, asked.id, new_id(), turn_of(asked), force)
        self._queue.put(task)
        return self.get(task.job)

    def find(self, source: str | None = None, *, limit: int = 50) -> Sequence[Job]:
        within = f"{self._org}/" if source is None else f"{self._org}/{self._knowledge.sources.get(source).id}/"
        return self._queue.jobs(within, limit=limit)

    def get(self, id: str) -> Job:
        found = self._queue.jobs(f"{id}/") if id.startswith(f"{self._org}/") else ()
        if not found:
            raise NotFound("job", id)
        return found[0]

    def cancel(self, id: str) -> Job:
        self._queue.cancel(self.get(id).id)
        return self.get(id)

    def work(self, stop: Stop, told: AttemptTold, *, once: bool = False) -> None:
        from wherefrom.jobs.worker import Worker

        Worker(self._knowledge, self._queue, stop, told).work(once=once)

    def close(self) -> None:
        self._queue.close()
