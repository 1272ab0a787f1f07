"""Reading documents in limited processes: the parent's side."""

from __future__ import annotations

import select
from collections.abc import Iterable, Iterator, Sequence
from threading import BoundedSemaphore, Lock
from types import TracebackType
from typing import TypeVar, cast

from wherefrom.core.locators import Box
from wherefrom.core.passing_over import Passed
from wherefrom.errors import AdapterError, WherefromError
from wherefrom.ingest.limited.answers import as_answer
from wherefrom.ingest.limited.exchange import Exchange, Processes, check_began
from wherefrom.ingest.limited.process import Limits, Process
from wherefrom.ingest.limited.wire import READ, RENDER, Ready, View
from wherefrom.ports.documents import Blob
from wherefrom.ports.reading import Picture, Reading, Refused, Unpacked

__all__ = ["MEMORY", "SECONDS", "LimitedReaders"]

T = TypeVar("T", Reading, Picture)

SECONDS = 30.0
"""For one document. The largest that we know take two or three; a person waits no longer than this."""
MEMORY = 1 << 30
"""Bytes of address space for one process. A 100 MiB PDF or workbook takes about half."""


class LimitedReaders:
    """Reads with the reader that `factory` (`module:attribute`) makes in each process; none is started before its use.

    `read` and `render` are for any number of threads, of which `workers` read at once; each `map` has up to as many
    processes of its own, and one more while it unpacks, so that a `read` within a `map` does not wait for itself.
    """

    def __init__(self, factory: str, *, workers: int = 2, seconds: float = SECONDS, memory: int = MEMORY) -> None:
        self._factory = factory
        self._workers = workers
        self._limits = Limits(seconds, memory)
        self._turns = BoundedSemaphore(workers)
        self._lock = Lock()
        self._idle: list[Process] = []
        self._is_closed = False

    def __enter__(self) -> LimitedReaders:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def read(self, blob: Blob) -> Reading:
        """The document; its own error, or a ContentError if reading it crashed, took too long or too much memory."""
        return self._one(Exchange(self._processes(), [blob], kind=READ), Reading)

    def render(self, blob: Blob, page: int, boxes: Sequence[Box]) -> bytes:
        """The page as PNG; the same errors as for reading it."""
        view = View(page, boxes)
        return self._one(Exchange(self._processes(), [blob], kind=RENDER, view=view), Picture).png

    def _one(self, exchange: Exchange, expected: type[T]) -> T:
        with self._turns:
            ((_, outcome),) = exchange.outcomes()
        if isinstance(outcome, WherefromError):
            raise outcome
        assert isinstance(outcome, expected)  # noqa: S101 -- the exchange takes no other answer to this question
        return outcome

    def map(
        self, blobs: Iterable[Blob]
    ) -> Iterator[tuple[Blob, Reading | Unpacked | Refused | Passed | WherefromError]]:
        """Every document with what became of it, in the order of completion; only a little is taken ahead.

        An archive's members come out as documents of their own, or as `Refused` with the reason, and when all have
        come, the archive itself as `Unpacked`. To leave early, close the iterator.
        """
        # Nobody asked for a picture.
        outcomes = Exchange(self._processes(), blobs, workers=self._workers).outcomes()
        return cast("Iterator[tuple[Blob, Reading | Unpacked | Refused | Passed | WherefromError]]", outcomes)

    def confinement(self) -> str:
        """What holds here for a process that reads, in words."""
        process = self._start()
        try:
            ready = self._greeting_of(process)
        finally:
            process.end()
        memory = f"{self._limits.memory >> 20:,} MiB of memory, {self._limits.seconds:g} s a document"
        return "; ".join((ready.network, ready.files, memory))

    def close(self) -> None:
        """Ends the processes that wait; those at work end with their documents."""
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for process in idle:
            process.end()

    def _processes(self) -> Processes:
        return Processes(self._start, self._take, self._give, self._limits)

    def _start(self) -> Process:
        try:
            return Process(self._factory, self._limits)
        except OSError as error:
            raise AdapterError(
                "no process can be started to read with", value=str(error), hint="free memory or processes"
            ) from error

    def _take(self) -> Process:
        while True:
            with self._lock:
                if not self._idle:
                    break
                process = self._idle.pop()
            if process.is_alive:
                return process
            process.end()
        return self._start()

    def _give(self, process: Process) -> None:
        with self._lock:
            if not self._is_closed:
                self._idle.append(process)
                return
        process.end()

    def _greeting_of(self, process: Process) -> Ready:
        poll = select.poll()
        poll.register(process.outlet, select.POLLIN)
        frames = process.read() if poll.poll(self._limits.seconds * 1000) else None
        if not frames:
            raise AdapterError("the reading process does not start", hint="run it by hand to see why")
        ready = as_answer(Ready, next(iter(frames)))
        check_began(ready)
        return ready
