"""A disk that takes as long as an ordinary one to say that it has kept something.

On some machines, this project's among them, that is a tenth of a millisecond; on an SSD without a battery, or over
a network, it is one to ten. Whoever waits for the disk eight times a write looks as fast there as who waits once.
"""

from __future__ import annotations

import shlex
import shutil
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

__all__ = ["slower_syncs"]

_SYNCS = "fsync,fdatasync,sync_file_range,msync"


@contextmanager
def slower_syncs(milliseconds: float) -> Generator[None]:
    """In processes that are spawned meanwhile, each wait for the disk takes so much longer. Needs strace."""
    if not milliseconds:
        yield
        return
    strace = shutil.which("strace")
    if strace is None:
        raise FileNotFoundError("strace is not installed")
    delay = f"inject={_SYNCS}:delay_exit={int(milliseconds * 1000)}"
    # Only those calls are stopped at (--seccomp-bpf): who makes many others pays nothing for it.
    held = [strace, "--seccomp-bpf", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={_SYNCS}", "-e", delay]
    spawning = get_context("spawn")
    with tempfile.TemporaryDirectory(prefix="wherefrom-bench-") as folder:
        python = Path(folder, "python")
        python.write_text(f'#!/bin/sh\nexec {shlex.join([*held, sys.executable])} "$@"\n')
        python.chmod(0o700)
        spawning.set_executable(str(python))
        try:
            yield
        finally:
            spawning.set_executable(sys.executable)
