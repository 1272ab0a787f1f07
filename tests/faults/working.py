"""Workers in processes of their own, to be stopped, starved and killed."""

import os
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event
from typing import Any

from wherefrom.bootstrap import open_settings
from wherefrom.config import Settings, load_settings
from wherefrom.core.ingestion import Progress
from wherefrom.jobs import attempting, worker
from wherefrom.jobs.opening import open_jobs
from wherefrom.ports.jobs import Attempt, Jobs
from wherefrom.services.knowledge import Knowledge


def settings(store: str, *, allow: str = "") -> Settings:
    said = {"WHEREFROM_EMBEDDER": "hash", "WHEREFROM_ALLOW": allow}
    return load_settings(store=store, environment=said, folder=Path("/"))


@contextmanager
def opened(store: str, *, allow: str = "") -> Iterator[tuple[Knowledge, Jobs]]:
    chosen = settings(store, allow=allow)
    with open_settings(chosen) as knowledge, closing(open_jobs(chosen, knowledge)) as jobs:
        yield knowledge, jobs


def work(store: str, allow: str, told: Connection) -> None:
    """Until it is killed; tells every attempt."""
    _hurry()
    with opened(store, allow=allow) as (_, jobs):
        jobs.work(Event(), lambda attempt: told.send(dict(attempt.outcome)))


def work_and_hang(store: str, good: int, told: Connection) -> None:
    """Hangs in the middle of a run, after as many good ones."""
    done: list[Attempt] = []
    look = worker._Watch.__call__

    def watch(self: worker._Watch, progress: Progress) -> None:
        look(self, progress)
        if len(done) == good and progress.done:
            told.send("hangs")
            time.sleep(3600)

    worker._Watch.__call__ = watch
    _hurry()
    with opened(store) as (_, jobs):
        jobs.work(Event(), done.append)


def work_without_end(store: str, told: Connection) -> None:
    """The first run reads on for ever, the others are as they are."""
    real = worker.attempted

    def attempted(knowledge: Knowledge, task: Any, progress: Any) -> Any:
        worker.attempted = real
        told.send("runs")
        while True:
            progress(Progress(1, 2, ""))
            time.sleep(0.01)

    worker.attempted = attempted
    work(store, "", told)


def work_and_leave(store: str, told: Connection) -> None:
    """Is told to stop in the middle of a run."""
    stop = Event()

    def attempted(knowledge: Knowledge, task: Any, progress: Any) -> Any:
        stop.set()
        progress(Progress(1, 2, ""))

    worker.attempted = attempted
    with opened(store) as (_, jobs):
        jobs.work(stop, told.send)
    told.send("left")


def work_and_meet_a_bug(store: str, told: Connection) -> None:
    def attempted(knowledge: Knowledge, task: Any, progress: Any) -> Any:
        raise ZeroDivisionError("in the middle of marmalade")

    worker.attempted = attempted
    work(store, "", told)


def work_and_tell_sockets(store: str, told: Connection) -> None:
    """Those of the internet that this process has while it works."""
    with opened(store) as (_, jobs):
        jobs.work(Event(), lambda _: told.send(_sockets()))


def _sockets() -> list[str]:
    ours = {os.readlink(f"/proc/self/fd/{each}") for each in os.listdir("/proc/self/fd") if _is_open(each)}
    tables = [Path(f"/proc/self/net/{name}").read_text().splitlines()[1:] for name in ("tcp", "tcp6", "udp", "udp6")]
    return [line for table in tables for line in table if f"socket:[{line.split()[9]}]" in ours]


def _is_open(descriptor: str) -> bool:
    return os.path.lexists(f"/proc/self/fd/{descriptor}")


def _hurry() -> None:
    worker._ADOPT_EVERY = 0.3
    attempting._FIRST_WAIT = 0.2
    attempting._MOST_FAILURES = 3
    attempting._BUSY_WAIT = 0.1
    attempting._LONGEST_BUSY_WAIT = 0.1
