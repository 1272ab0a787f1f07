"""How often a host is asked."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from threading import Lock

__all__ = ["Pace"]


class Pace:
    """Requests to one host keep their distance, whichever thread makes them; other hosts do not wait for it."""

    def __init__(self, gap: float, sleep: Callable[[float], None] = time.sleep) -> None:
        self.gap = gap
        self._sleep = sleep
        self._next: dict[str, float] = {}
        self._turns: defaultdict[str, Lock] = defaultdict(Lock)
        self._lock = Lock()

    def wait(self, host: str, asked_gap: float = 0.0) -> None:
        """`asked_gap` is what the host itself asks for; the longer one holds."""
        with self._lock:
            turn = self._turns[host]
        with turn:
            pause = self._next.get(host, 0.0) - time.monotonic()
            if pause > 0:
                self._sleep(pause)
            self._next[host] = time.monotonic() + max(self.gap, asked_gap)
