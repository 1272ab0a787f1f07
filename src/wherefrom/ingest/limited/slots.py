"""What a process has been given to do, and what its answers and its end mean for that."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field

from wherefrom.errors import AdapterError, ContentError, WherefromError
from wherefrom.ingest.limited.answers import as_answer, as_picture, as_reading
from wherefrom.ingest.limited.frames import Frame
from wherefrom.ingest.limited.process import Limits, Process
from wherefrom.ingest.limited.wire import (
    ARCHIVE,
    ERROR,
    OPEN,
    PICTURE,
    READ,
    READING,
    RENDER,
    UNPACK,
    UNPACKED,
    Failure,
    View,
    blob_frame,
    view_frame,
)
from wherefrom.ports.documents import Blob
from wherefrom.ports.reading import Picture, Reading, Refused, Unpacked

__all__ = ["Opened", "Slot", "Task"]

_MOST_AHEAD = 24
_BYTES_AHEAD = 1 << 20
"""Documents, or bytes of them, that wait at one process: it never idles, and few are sent again when it ends."""
_SMALLER = "leave it out, or split it and ingest the parts"


@dataclass(eq=False)
class Opened:
    """An archive: told when all that came out of it has been told."""

    blob: Blob
    unread: int = 0
    end: Unpacked | WherefromError | None = None


@dataclass(eq=False)
class Task:
    """A document and what to do with it: read, unpack or draw it."""

    blob: Blob
    kind: bytes
    archive: Opened | None = None
    was_tried: bool = False
    view: View | None = None

    @property
    def frame(self) -> Frame:
        return view_frame(self.blob, self.view) if self.view else blob_frame(self.kind, self.blob)

    @property
    def doing(self) -> str:
        return "drawing" if self.view else "reading"

    def answer(self, frame: Frame) -> Reading | Unpacked | Picture | Failure | None:
        """None: it is an archive, which is not read but unpacked. Nonsense is a ContentError."""
        if frame.kind == ERROR:
            return as_answer(Failure, frame)
        if frame.kind == UNPACKED and self.kind == UNPACK:
            return as_answer(Unpacked, frame)
        if frame.kind == READING and self.kind in (OPEN, READ):
            return as_reading(frame)
        if frame.kind == PICTURE and self.kind == RENDER:
            return as_picture(frame)
        if frame.kind == ARCHIVE and self.kind == OPEN:
            return None
        raise ContentError("the process that read it answered another question", value=frame.kind)

    def told(self, error: WherefromError) -> Refused | WherefromError:
        """What a reader says of a member it will say again: the whole archive need not be opened for it."""
        if self.archive is None or self.kind == UNPACK or not isinstance(error, ContentError):
            return error
        return Refused(self.blob.uri, self.blob.path, error.message, error.hint)


@dataclass(eq=False)
class Slot:
    """A process and the documents it has been sent, the one it is at first."""

    process: Process
    tasks: deque[Task] = field(default_factory=deque[Task])

    @property
    def has_room(self) -> bool:
        waiting = sum(len(task.blob.data) for task in self.tasks)
        return not self.tasks or (len(self.tasks) < _MOST_AHEAD and waiting < _BYTES_AHEAD)

    def send(self, task: Task) -> None:
        if not self.tasks:
            self.process.progress_at = time.monotonic()
        self.process.send(task.frame)
        self.tasks.append(task)

    # Why it did not do what it was at

    def crash(self) -> ContentError:
        how = self.process.why_it_ended()
        if not self.process.is_ready:
            raise AdapterError("the reading process does not start", value=how, hint="see `wherefrom doctor`")
        return ContentError(
            f"{self.tasks[0].doing} it crashed ({how})", hint="leave it out, or repair it and ingest it again"
        )

    def too_slow(self, limits: Limits) -> ContentError:
        return ContentError(f"{self.tasks[0].doing} it took longer than {limits.seconds:g} s", hint=_SMALLER)

    def out_of_memory(self, limits: Limits) -> ContentError:
        most = f"{limits.memory >> 20:,} MiB"
        return ContentError(f"{self.tasks[0].doing} it needs more than {most} of memory", hint=_SMALLER)
