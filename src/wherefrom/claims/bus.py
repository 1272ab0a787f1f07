"""Whoever in this process wants to hear what happens, hears it right after the commit."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Lock

from wherefrom.core.actions import Announcement

__all__ = ["Bus", "Listener"]

Listener = Callable[[Announcement], None]

_errors = logging.getLogger("wherefrom.bus")


class Bus:
    """Listeners of one org hear what is told of that org; what they may see they ask the store, as anybody does."""

    def __init__(self) -> None:
        self._listeners: list[tuple[str, Listener]] = []
        self._turn = Lock()

    def listen(self, org: str, listener: Listener) -> Callable[[], None]:
        """Until the function that comes back is called."""
        listening = (org, listener)
        with self._turn:
            self._listeners.append(listening)

        def stop() -> None:
            with self._turn:
                if listening in self._listeners:
                    self._listeners.remove(listening)

        return stop

    def tell(self, told: Announcement) -> None:
        """One that fails keeps nobody else from hearing."""
        with self._turn:
            listeners = [listener for org, listener in self._listeners if org == told.org]
        for listener in listeners:
            try:
                listener(told)
            except Exception:  # noqa: BLE001  -- a listener is somebody else's code, and the write is done
                _errors.warning("a listener failed on %s", told.event.value, exc_info=True)
