"""What another program says, read with a limit on its length and on the time it may take."""

from __future__ import annotations

import os
import selectors
import subprocess
from time import monotonic
from types import TracebackType

__all__ = ["Ended", "Pipe", "TooLong", "TooSlow"]

_AT_ONCE = 1 << 18
_LONGEST_COMPLAINT = 2_000


class TooSlow(Exception):
    def __str__(self) -> str:
        return "took too long"


class TooLong(Exception):
    def __str__(self) -> str:
        return "said too much"


class Ended(Exception):
    def __str__(self) -> str:
        return "ended unexpectedly"


class Pipe:
    """The output of a process. Complaints are read along with it, so that a full pipe of them stops nobody."""

    def __init__(self, process: subprocess.Popen[bytes], *, seconds: float) -> None:
        if process.stdout is None or process.stderr is None:
            raise ValueError("the process has no pipes")
        self._process = process
        self._out, self._error = process.stdout.fileno(), process.stderr.fileno()
        self._seconds = seconds
        self._deadline = monotonic() + seconds
        self._said, self._complaint = bytearray(), bytearray()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ)
        self._selector.register(self._error, selectors.EVENT_READ)

    def __enter__(self) -> Pipe:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self._process.kill()
        self.close()

    def close(self) -> None:
        self._selector.close()

    def renew(self) -> None:
        """The time begins anew: for a process that is asked more than once."""
        self._deadline = monotonic() + self._seconds

    def line(self, most: int) -> bytes:
        while b"\n" not in self._said:
            if len(self._said) > most:
                raise TooLong
            if not self._more():
                raise Ended
        return self._taken(self._said.index(b"\n") + 1)[:-1]

    def exactly(self, count: int, most: int) -> bytes:
        if count > most:
            raise TooLong
        while len(self._said) < count:
            if not self._more():
                raise Ended
        return self._taken(count)

    def rest(self, most: int) -> bytes:
        """Until it has closed both pipes."""
        while self._more() or self._selector.get_map():
            if len(self._said) > most:
                raise TooLong
        return bytes(self._said)

    def complaint(self) -> str:
        """The last line of what it complained about."""
        lines = self._complaint.decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else "it gave no reason"

    def _taken(self, count: int) -> bytes:
        taken = bytes(self._said[:count])
        del self._said[:count]
        return taken

    def _more(self) -> bool:
        """Waits for more of either; False once the output has ended."""
        if not self._selector.get_map():
            return False
        left = self._deadline - monotonic()
        ready = self._selector.select(left) if left > 0 else []
        if not ready:
            raise TooSlow
        for key, _ in ready:
            chunk = os.read(key.fd, _AT_ONCE)
            if not chunk:
                self._selector.unregister(key.fd)
            elif key.fd == self._out:
                self._said += chunk
            else:
                self._complaint = (self._complaint + chunk)[-_LONGEST_COMPLAINT:]
        return self._out in self._selector.get_map()
