"""Who does the runs: takes them from the queue one by one, sees to the schedules, and adopts what the dead left.

A worker holds the lock of its name for as long as it lives. Whoever can take that lock knows that it is dead, and puts
back into the queue what it was running. Names are numbers, the lowest that is free, so they do not pile up.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from threading import Lock
from typing import Any

from dbos import DBOS

from wherefrom.core.actors import Actor
from wherefrom.core.clock import shown
from wherefrom.core.documents import Source
from wherefrom.core.ids import new_id
from wherefrom.core.ingestion import Progress
from wherefrom.core.wellformed import JSON
from wherefrom.errors import AdapterError, Conflict, NotFound
from wherefrom.jobs.attempting import attempted
from wherefrom.jobs.engine import WORKFLOW, configuration, in_turn
from wherefrom.jobs.queue import Queue
from wherefrom.jobs.schedules import Schedules
from wherefrom.jobs.task import Task, turn_of
from wherefrom.jobs.watching import Watching
from wherefrom.ports.jobs import Attempt, AttemptTold, Stop
from wherefrom.services.knowledge import Knowledge

__all__ = ["Worker"]

_errors = logging.getLogger("wherefrom.jobs")

_LOOK_EVERY = 0.2
_ADOPT_EVERY, _WATCH_EVERY, _CHECK_EVERY, _FORGET_EVERY = 5.0, 30.0, 3600.0, 3600.0
_MOST_DEATHS = 20
"""A run that took so many workers with it is given up."""


class _Stopped(BaseException):
    """Ends a run between two documents. No Exception, so that DBOS keeps no outcome and the run is adopted later."""


class Worker:
    def __init__(self, knowledge: Knowledge, queue: Queue, stop: Stop, told: AttemptTold) -> None:
        self._knowledge, self._queue, self._stop, self._told = knowledge, queue, stop, told
        self._name = ""
        self._schedules = Schedules(knowledge)
        self._watching = Watching(knowledge)
        self._at_work = Lock()
        self._next: dict[str, float] = {}

    def work(self, *, once: bool) -> None:
        with ExitStack() as held:
            self._name = self._take_name(held)
            held.enter_context(self._launched())
            held.callback(self._watching.close)
            while not self._stop.is_set():
                self._try_to_care()
                if once and self._has_nothing_to_do():
                    return
                self._stop.wait(_LOOK_EVERY)

    def _take_name(self, held: ExitStack) -> str:
        for number in count(1):
            with suppress(Conflict):
                held.enter_context(self._knowledge.record.sole(_alive(str(number))))
                return str(number)
        raise AssertionError("numbers do not end")

    @contextmanager
    def _launched(self) -> Generator[None]:
        """One process has one DBOS, so what is registered with it is let go of at the end."""

        @DBOS.workflow(name=WORKFLOW, max_recovery_attempts=_MOST_DEATHS)
        def run_source(*args: Any) -> dict[str, Any]:  # pyright: ignore[reportUnusedFunction]  -- found by its name
            return self._run(Task(*args))

        DBOS(config=configuration(self._queue.place, self._name))
        try:
            with in_turn(self._knowledge.record, "jobs:launch"):
                DBOS.launch()
            yield
            with self._at_work:
                pass  # what is being read comes to its end, or notices that it is to stop
        finally:
            DBOS.destroy(destroy_registry=True)

    def _run(self, task: Task) -> dict[str, Any]:
        """What is done twice, after a crash, comes to the same end."""
        outcome = DBOS.run_step({"name": "read"}, self._attempt, task)
        if outcome["ended"] == "again":
            self._queue.put(task.again(outcome["failures"]), wait=outcome["wait"])
        return outcome

    def _attempt(self, task: Task) -> dict[str, Any]:
        with self._at_work:
            if self._stop.is_set():
                raise _Stopped
            try:
                watch = _Watch(self._stop, self._queue, task)
                return self._tell(task, attempted(self._store_of(task), task, watch))
            except Exception:
                _errors.exception("the run %s met a bug", task.name)
                self._tell(task, {"ended": "error", "code": "bug"})
                raise

    def _tell(self, task: Task, outcome: Mapping[str, JSON]) -> dict[str, Any]:
        try:
            title = self._store_of(task).sources.get(task.source).title
        except NotFound:
            title = task.source
        self._told(Attempt(job=task.job, title=title, outcome=outcome))
        return dict(outcome)

    def _store_of(self, task: Task) -> Knowledge:
        return self._knowledge.act_as(Actor.system(task.org))

    def _try_to_care(self) -> None:
        try:
            self._care()
        except AdapterError as error:
            if not error.retryable:
                raise
            _errors.warning("the store did not answer, it is asked again: %s", error.message)

    def _care(self) -> None:
        for due in self._schedules.due():
            self._put(due.source, shown(due.fired_at))
        for source in self._watching.changed():
            self._put(source, new_id())
        if self._is_time("watch", _WATCH_EVERY):
            self._watching.renew()
        if self._is_time("check", _CHECK_EVERY):
            self._check()
        if self._is_time("adopt", _ADOPT_EVERY):
            self._adopt()
        if self._is_time("forget", _FORGET_EVERY):
            self._queue.forget_old()

    def _put(self, source: Source, name: str) -> None:
        if not self._queue.is_active(f"{source.org}/{source.id}/"):
            self._queue.put(Task(source.org, source.id, name, turn_of(source)))

    def _check(self) -> None:
        """What claims stand on outside of the record: looked at again by one worker, not by each."""
        for org in self._knowledge.record.registry.orgs():
            with suppress(Conflict), self._knowledge.record.sole(f"check:{org.id}"):
                self._knowledge.act_as(Actor.system(org.id)).check()

    def _adopt(self) -> None:
        for executor in self._queue.runners() - {self._name}:
            with suppress(Conflict), self._knowledge.record.sole(_alive(executor)):
                DBOS._recover_pending_workflows([executor])  # pyright: ignore[reportPrivateUsage]  -- asks who had it

    def _has_nothing_to_do(self) -> bool:
        return not self._queue.has_waiting() and self._name not in self._queue.runners()

    def _is_time(self, chore: str, every: float) -> bool:
        now = time.monotonic()
        if now < self._next.get(chore, 0.0):
            return False
        self._next[chore] = now + every
        return True


class _Watch:
    """Looks after every document whether the run is still wanted."""

    def __init__(self, stop: Stop, queue: Queue, task: Task) -> None:
        self._stop, self._queue, self._name = stop, queue, task.name
        self._ask_at = time.monotonic() + 1.0

    def __call__(self, _: Progress) -> None:
        if self._stop.is_set():
            raise _Stopped
        if time.monotonic() >= self._ask_at:
            if self._queue.is_cancelled(self._name):
                raise _Stopped
            self._ask_at = time.monotonic() + 1.0


def _alive(executor: str) -> str:
    return f"executor:{executor}"
