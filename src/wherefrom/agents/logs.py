"""What a branch did to its knowledge, and what went wrong beside it."""

from __future__ import annotations

import logging
from collections import deque

from wherefrom.ports.logs import ActionLog, LogEntry
from wherefrom.text.secrets import scrub

__all__ = ["BranchLogs"]

_MOST_KEPT = 10_000
_errors = logging.getLogger("wherefrom.logs")


class BranchLogs:
    """Keeps the latest entries, and hands each to the log that it was given; `errors` is the channel beside them.

    A store that keeps sessions tells of what is done in it from a thread of its own.
    """

    def __init__(self, log: ActionLog | None = None, *, branch_id: str, session_id: str) -> None:
        self._log = log
        self._branch_id = branch_id
        self._session_id = session_id
        self.entries: deque[LogEntry] = deque(maxlen=_MOST_KEPT)
        self.errors: deque[str] = deque(maxlen=_MOST_KEPT)

    def emit(self, entry: LogEntry) -> None:
        """Before anything is written. A log that fails keeps nobody from learning."""
        entry = entry.copy()
        entry["branch_id"], entry["session_id"] = self._branch_id, self._session_id
        self.entries.append(entry)
        if self._log is None:
            return
        try:
            self._log.emit(entry)
        except Exception as error:  # noqa: BLE001  -- a log is somebody else's code, and knowledge must not wait for it
            self.fail(f"{entry['event']} of {entry['claim_id']} was not logged", error)

    def fail(self, what: str, error: Exception) -> None:
        told = scrub(f"{what}: {type(error).__name__}: {error}")
        self.errors.append(told)
        _errors.warning("%s", told)
