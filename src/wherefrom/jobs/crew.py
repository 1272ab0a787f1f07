"""Several workers, each a process of its own, so that one that dies takes no other with it."""

from __future__ import annotations

import multiprocessing
import signal
import time
from contextlib import closing
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Event, Thread

from wherefrom.bootstrap import open_settings
from wherefrom.config import Settings
from wherefrom.errors import AdapterError
from wherefrom.jobs.opening import open_jobs
from wherefrom.ports.jobs import Attempt, AttemptTold, Stop

__all__ = ["work"]

_SHORTEST_LIFE = 10.0
"""A worker that dies sooner would die again."""


def work(settings: Settings, stop: Stop, told: AttemptTold, *, workers: int, once: bool) -> None:
    """Until told to stop; `once`: until nothing is left to do now."""
    with open_settings(settings, is_attended=False) as knowledge, closing(open_jobs(settings, knowledge)) as jobs:
        if workers == 1:
            jobs.work(stop, told, once=once)
            return
    crew = _Crew(settings, told, once=once)
    try:
        crew.grow(workers)
        while crew.members and not stop.is_set():
            crew.look_after(replacing=True)
    finally:
        crew.dismiss()


class _Member:
    def __init__(self, settings: Settings, *, once: bool) -> None:
        context = multiprocessing.get_context("spawn")
        self.hears, tells = context.Pipe(duplex=False)
        self.process: SpawnProcess = context.Process(target=_be_member, args=(settings, once, tells))
        self.process.start()
        self.began = time.monotonic()
        tells.close()

    def attempt(self) -> Attempt | None:
        """The next one it tells of; None: it has ended."""
        try:
            return self.hears.recv()
        except EOFError:
            self.process.join()
            self.hears.close()
            return None


class _Crew:
    def __init__(self, settings: Settings, told: AttemptTold, *, once: bool) -> None:
        self._settings, self._told, self._once = settings, told, once
        self.members: list[_Member] = []

    def grow(self, number: int) -> None:
        for _ in range(number):
            self.members.append(_Member(self._settings, once=self._once))

    def look_after(self, *, replacing: bool) -> None:
        """Hears what there is to hear; a worker that died has a successor."""
        heard = wait([member.hears for member in self.members], timeout=0.2)
        for member in [member for member in self.members if member.hears in heard]:
            attempt = member.attempt()
            if attempt is not None:
                self._told(attempt)
                continue
            self.members.remove(member)
            if replacing and member.process.exitcode:
                if time.monotonic() - member.began < _SHORTEST_LIFE:
                    code = member.process.exitcode
                    raise AdapterError("a worker died as soon as it began", value=code, hint="try --workers 1")
                self.grow(1)

    def dismiss(self) -> None:
        for member in self.members:
            member.process.terminate()
        while self.members:
            self.look_after(replacing=False)


def _be_member(settings: Settings, once: bool, tells: Connection) -> None:
    stop = Event()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the first of us passes it on
    signal.signal(signal.SIGTERM, lambda _number, _frame: stop.set())
    Thread(target=_stop_with_parent, args=(stop,), daemon=True).start()
    with open_settings(settings, is_attended=False) as knowledge, closing(open_jobs(settings, knowledge)) as jobs:
        jobs.work(stop, tells.send, once=once)


def _stop_with_parent(stop: Event) -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        stop.set()
