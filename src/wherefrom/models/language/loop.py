"""The one loop thread, on which the pooled HTTP clients of all models live."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine
from concurrent.futures import CancelledError, TimeoutError
from threading import Lock, Thread
from typing import Any, TypeVar

__all__ = ["run_on_loop"]

T = TypeVar("T")


class _LoopThread:
    """Started when it is first needed, and again in a process that was forked."""

    def __init__(self) -> None:
        self._turn = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._process = 0

    def loop(self) -> asyncio.AbstractEventLoop:
        with self._turn:
            if self._loop is None or self._process != os.getpid():
                self._loop, self._process = asyncio.new_event_loop(), os.getpid()
                Thread(target=self._loop.run_forever, name="wherefrom-models", daemon=True).start()
            return self._loop


_THREAD = _LoopThread()


def run_on_loop(work: Coroutine[Any, Any, T], seconds: float) -> T:
    """The result, from any thread but the loop's own; TimeoutError, and the work is cancelled, after so long."""
    running = asyncio.run_coroutine_threadsafe(asyncio.wait_for(work, seconds), _THREAD.loop())
    try:
        return running.result(seconds + 1.0)
    except CancelledError:
        raise TimeoutError from None
    except BaseException:
        running.cancel()
        raise
