"""Many documents through a few processes: all kept busy, each document's fate its own."""

from __future__ import annotations

import math
import select
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from wherefrom.core.passing_over import Passed
from wherefrom.errors import AdapterError, ContentError, WherefromError
from wherefrom.ingest.limited.answers import as_answer, as_error, as_member
from wherefrom.ingest.limited.frames import Frame
from wherefrom.ingest.limited.process import Limits, Process
from wherefrom.ingest.limited.slots import Opened, Slot, Task
from wherefrom.ingest.limited.wire import BLOB, OPEN, PASSED, READ, READY, REFUSED, UNPACK, Failure, Ready, View
from wherefrom.ports.documents import Blob
from wherefrom.ports.reading import Picture, Reading, Refused, Unpacked

__all__ = ["Answer", "Exchange", "Outcome", "Processes", "check_began"]

Answer: TypeAlias = Reading | Unpacked | Refused | Passed | Picture | WherefromError
Outcome: TypeAlias = tuple[Blob, Answer]

_PATIENCE, _SHARE = 3.0, 0.6
"""Seconds that the processes may keep us waiting, and the share of our time, before one more is started: often it is
we who are the slower, and then another would only take the core from us and learn anew what the first knows."""
_MOST_UNPACKED = 64
_BYTES_UNPACKED = 32 << 20
"""Members of archives, or bytes of them, that wait to be read; meanwhile unpacking pauses."""


class Processes(NamedTuple):
    """Where an exchange gets its processes from, fresh or used, and where it leaves those that can go on."""

    start: Callable[[], Process]
    take: Callable[[], Process]
    give: Callable[[Process], None]
    limits: Limits


class Exchange:
    """One round: what goes in comes out, in the order of completion. For one thread."""

    def __init__(
        self,
        processes: Processes,
        blobs: Iterable[Blob],
        *,
        kind: bytes = OPEN,
        view: View | None = None,
        workers: int = 1,
    ) -> None:
        self._processes = processes
        self._blobs = iter(blobs)
        self._kind = kind
        self._view = view
        self._workers = workers
        self._slots: list[Slot] = []
        self._waited = 0.0
        self._began = time.monotonic()
        self._unpacker: Slot | None = None
        self._archives: deque[Opened] = deque()
        self._unpacked: deque[Task] = deque()
        self._outcomes: deque[Outcome] = deque()

    def outcomes(self) -> Iterator[Outcome]:
        try:
            is_busy = True
            while is_busy:
                is_busy = self._fill()
                while self._outcomes:
                    yield self._outcomes.popleft()
                if is_busy:
                    self._wait()
        finally:
            for slot in self._all_slots():
                self._leave(slot)

    def _all_slots(self) -> list[Slot]:
        return [*self._slots, self._unpacker] if self._unpacker else self._slots

    def _leave(self, slot: Slot) -> None:
        if slot.tasks:
            slot.process.end()
        else:
            self._processes.give(slot.process)

    # What goes in

    def _fill(self) -> bool:
        """Give work to whoever has room; False when nothing is left to wait for."""
        if self._archives and not (self._unpacker and self._unpacker.tasks):
            self._unpack(self._archives.popleft())
        while self._has_room() and (task := self._next_task()):
            self._send(self._least_busy(), task)
        return any(slot.tasks for slot in self._all_slots())

    def _has_room(self) -> bool:
        return self._may_start or any(slot.has_room for slot in self._slots)

    @property
    def _may_start(self) -> bool:
        if len(self._slots) >= self._workers or self._waited < _PATIENCE * len(self._slots):
            return False
        return not self._slots or self._waited >= _SHARE * (time.monotonic() - self._began)

    def _least_busy(self) -> Slot:
        """Another process is started only when all that run have something to do."""
        slot = min(self._slots, key=lambda slot: len(slot.tasks), default=None)
        if slot is None or (slot.tasks and self._may_start):
            slot = Slot(self._processes.take())
            self._slots.append(slot)
        return slot

    def _next_task(self) -> Task | None:
        if self._unpacked:
            return self._unpacked.popleft()
        blob = next(self._blobs, None)
        return Task(blob, self._kind, view=self._view) if blob else None

    def _unpack(self, opened: Opened) -> None:
        """In a process of its own: members are read while others still come out, even where one process reads."""
        if self._unpacker is None:
            self._unpacker = Slot(self._processes.take())
        self._send(self._unpacker, Task(opened.blob, UNPACK, opened))

    def _send(self, slot: Slot, task: Task) -> None:
        try:
            slot.send(task)
        except WherefromError as error:
            self._finish(task, error)

    # What comes out

    def _wait(self) -> None:
        """Until something has come, or somebody took too long."""
        listened = [slot for slot in self._all_slots() if slot.tasks and self._has_use_for(slot)]
        poll = select.poll()
        for slot in listened:
            poll.register(slot.process.outlet, select.POLLIN)
            if slot.process.has_unsent:
                poll.register(slot.process.inlet, select.POLLOUT)
        due = min(slot.process.progress_at for slot in listened) + self._processes.limits.seconds
        began = time.monotonic()
        ready = {pipe for pipe, _ in poll.poll(max(0.0, min(due - began, self._patience_left)) * 1000)}
        self._waited += time.monotonic() - began
        for slot in listened:
            if slot.process.inlet in ready:
                slot.process.write()
            if slot.process.outlet in ready:
                self._hear(slot)
            elif time.monotonic() - slot.process.progress_at >= self._processes.limits.seconds:
                self._replace(slot, slot.too_slow(self._processes.limits))

    @property
    def _patience_left(self) -> float:
        """Until one more may be started; forever, if that is so already or never will be."""
        left = _PATIENCE * len(self._slots) - self._waited
        return left if left > 0 and len(self._slots) < self._workers else math.inf

    def _has_use_for(self, slot: Slot) -> bool:
        if slot is not self._unpacker:
            return True
        waiting = sum(len(task.blob.data) for task in self._unpacked)
        return len(self._unpacked) < _MOST_UNPACKED and waiting < _BYTES_UNPACKED

    def _hear(self, slot: Slot) -> None:
        try:
            frames = slot.process.read()
            if frames is None:
                self._replace(slot, slot.crash(), may_be_innocent=True)
                return
            for frame in frames:
                if not self._take_in(slot, frame):
                    return
        except ContentError as nonsense:
            self._replace(slot, nonsense)

    def _take_in(self, slot: Slot, frame: Frame) -> bool:
        """One frame; False when the process is no longer the one that sent it. Nonsense is a ContentError."""
        if frame.kind == READY:
            check_began(as_answer(Ready, frame))
            slot.process.is_ready = True
            return True
        if not slot.tasks:
            raise ContentError("the process that read it answered without being asked")
        task = slot.tasks[0]
        if task.kind == UNPACK and frame.kind in (BLOB, REFUSED, PASSED):
            self._take_member(task, frame)
            return True
        answer = task.answer(frame)
        if isinstance(answer, Failure) and answer.is_spent:
            self._replace(slot, slot.out_of_memory(self._processes.limits), may_be_innocent=True)
            return False
        slot.tasks.popleft()
        slot.process.answered += 1
        self._finish(task, task.told(as_error(answer)) if isinstance(answer, Failure) else answer)
        return True

    def _take_member(self, task: Task, frame: Frame) -> None:
        opened = task.archive
        assert opened is not None  # noqa: S101 -- set with every UNPACK
        opened.unread += 1
        if frame.kind == BLOB:
            self._unpacked.append(Task(as_member(frame), READ, opened))
        elif frame.kind == PASSED:
            passed = as_answer(Passed, frame)
            self._finish(Task(Blob(opened.blob.uri, b"", passed.path), READ, opened), passed)
        else:
            refused = as_answer(Refused, frame)
            self._finish(Task(Blob(refused.uri, b"", refused.path), READ, opened), refused)

    def _finish(self, task: Task, answer: Answer | None) -> None:
        if answer is None:
            self._archives.append(Opened(task.blob))
            return
        opened = task.archive
        if opened is None:
            self._outcomes.append((task.blob, answer))
            return
        if task.kind == UNPACK:
            opened.end = answer if isinstance(answer, Unpacked | WherefromError) else None
        else:
            opened.unread -= 1
            self._outcomes.append((task.blob, answer))
        if opened.end is not None and not opened.unread:
            self._outcomes.append((opened.blob, opened.end))

    # When a process ends

    def _replace(self, slot: Slot, error: ContentError, *, may_be_innocent: bool = False) -> None:
        """The document it was at failed; the others go to a fresh process.

        A process that has read others before may have ended because of what those left behind: then the document gets
        a second chance in a fresh one, so that its fate is not its neighbours'.
        """
        slot.process.end()
        head = slot.tasks[0]
        if may_be_innocent and slot.process.answered and not head.was_tried and head.kind != UNPACK:
            head.was_tried = True
        else:
            slot.tasks.popleft()
            self._finish(head, error)
        waiting, slot.tasks = slot.tasks, deque()
        if waiting:
            slot.process = self._processes.start()
            for task in waiting:
                self._send(slot, task)
        elif slot is self._unpacker:
            self._unpacker = None
        else:
            self._slots.remove(slot)


def check_began(ready: Ready) -> None:
    if ready.broken:
        raise AdapterError("the reading process cannot begin", value=ready.broken, hint="see `wherefrom doctor`")
