"""One reading process, seen from its parent: frames in and out without ever blocking, and its end."""

from __future__ import annotations

import fcntl
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from subprocess import DEVNULL, PIPE, Popen
from typing import NamedTuple

from wherefrom.ingest.limited.frames import Frame, FrameBuffer, framed

__all__ = ["Limits", "Process"]

_CHILD = "wherefrom.ingest.limited.child"
_PIPE_SIZE = 1 << 20
"""Bytes that wait in a pipe: enough that neither side waits for the other over small documents."""
_READ_SIZE = 1 << 20
_GRACE = 5


class Limits(NamedTuple):
    """Of one process; `seconds` hold for one document."""

    seconds: float
    memory: int


class Process:
    """Requests are answered in their order. `progress_at`: when it last took or gave something."""

    def __init__(self, factory: str, limits: Limits) -> None:
        ours, theirs = _lifeline()
        command = [sys.executable, "-B", "-P", "-s", "-m", _CHILD, factory]
        self._popen = Popen(  # noqa: S603 -- our own interpreter and module
            [*command, str(limits.memory), str(limits.seconds), str(theirs)],
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            bufsize=0,
            cwd="/",
            # A folder of the caller's is no place to take modules from, and its secrets are not for parsers.
            env={"PYTHONPATH": os.pathsep.join(filter(os.path.isabs, sys.path)), "PYTHONUTF8": "1"},
            pass_fds=(theirs,),
            # Ctrl-C is for the parent, which then decides what ends.
            start_new_session=True,
        )
        os.close(theirs)
        assert self._popen.stdin is not None  # noqa: S101 -- both were asked for above
        assert self._popen.stdout is not None  # noqa: S101
        self._lifeline = ours
        self.inlet = self._popen.stdin.fileno()
        self.outlet = self._popen.stdout.fileno()
        for pipe in (self.inlet, self.outlet):
            os.set_blocking(pipe, False)
            _widen(pipe)
        self._unsent: deque[memoryview] = deque()
        self._arrived = FrameBuffer()
        self._incoming = bytearray(_READ_SIZE)  # kept: to ask for as much memory each time takes longer than to read
        self.progress_at = time.monotonic()
        self.is_ready = False
        self.answered = 0

    @property
    def is_alive(self) -> bool:
        return self._popen.poll() is None

    @property
    def has_unsent(self) -> bool:
        return bool(self._unsent)

    def send(self, frame: Frame) -> None:
        self._unsent.extend(memoryview(part) for part in framed(frame))
        self.write()

    def write(self) -> None:
        """As much as the pipe takes. That it is gone is told by `read`."""
        with suppress(BlockingIOError, BrokenPipeError):
            while self._unsent:
                written = os.write(self.inlet, self._unsent[0])
                self.progress_at = time.monotonic()
                rest = self._unsent[0][written:]
                if rest:
                    self._unsent[0] = rest
                else:
                    self._unsent.popleft()

    def read(self) -> Iterable[Frame] | None:
        """The frames that have come; None when no more can come."""
        try:
            size = os.readv(self.outlet, [self._incoming])
        except BlockingIOError:
            return ()
        if not size:
            return None
        self.progress_at = time.monotonic()
        return self._arrived.feed(memoryview(self._incoming)[:size])

    def why_it_ended(self) -> str:
        code = self._popen.wait(_GRACE)
        if code < 0:
            return signal.Signals(-code).name
        return f"exit code {code}"

    def end(self) -> None:
        """At once: whatever it was doing is of no use any more."""
        self._popen.kill()
        self._popen.wait()
        for pipe in (self._popen.stdin, self._popen.stdout):
            if pipe:
                with suppress(BrokenPipeError):
                    pipe.close()
        if self._lifeline >= 0:
            os.close(self._lifeline)
            self._lifeline = -1


def _lifeline() -> tuple[int, int]:
    """A pipe that carries nothing: the child's end hangs up when the parent is gone."""
    theirs, ours = os.pipe()
    return ours, theirs


def _widen(pipe: int) -> None:
    if sys.platform == "linux":
        with suppress(OSError):  # beyond this user's share: slower, nothing else
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_SIZE)
