"""A command on a terminal of its own: what a person would see, and type."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

# A run that was itself started in the background has interrupts switched off, and whatever it starts inherits that.
_ON_A_TERMINAL = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.login_tty(int(sys.argv[1]))
os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
"""


class Terminal:
    def __init__(self, words: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
        self._end, far_end = os.openpty()
        self._process = subprocess.Popen(
            [sys.executable, "-c", _ON_A_TERMINAL, str(far_end), "-m", "wherefrom", *words],
            cwd=folder,
            env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", **environment},
            pass_fds=[far_end],
        )
        os.close(far_end)
        self.seen = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._end)

    def wait_for(self, text: str) -> None:
        while text not in self.seen:
            data = os.read(self._end, 4096)
            assert data, f"ended without {text!r}: {self.seen}"
            self.seen += data.decode(errors="replace")

    def type(self, text: str) -> None:
        os.write(self._end, text.encode())

    def interrupted(self) -> int:
        """Ctrl-C, and once more if need be: one that comes just before a read begins is seen only at the next key."""
        while self._process.poll() is None:
            with suppress(OSError, subprocess.TimeoutExpired):
                self.type("\x03")
                self._process.wait(timeout=1)
        return self.ended()

    def ended(self) -> int:
        """The exit code; all that was printed is in `seen`."""
        with suppress(OSError):  # on Linux the end of a terminal is an I/O error
            while data := os.read(self._end, 4096):
                self.seen += data.decode(errors="replace")
        return self._process.wait()
