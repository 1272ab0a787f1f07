"""How often a host is asked."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["Pace"]


class Pace:
    """Requests to one host keep their distance; other hosts do not wait for it."""

    def __init__(self, gap: float, sleep: Callable[[float], None] = time.sleep) -> None:
        self._gap = gap
        self._sleep = sleep
        self._next: dict[str, float] = {}

    def wait(self, host: str, asked_gap: float = 0.0) -> None:
        """`asked_gap` is what the host itself asks for; the longer one holds."""
        pause = self._next.get(host, 0.0) - time.monotonic()
        if pause > 0:
            self._sleep(pause)
        self._next[host] = time.monotonic() + max(self._gap, asked_gap)
