"""Where every knowledge action is told before it is carried out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypedDict

__all__ = ["ActionLog", "LogEntry"]


class LogEntry(TypedDict):
    """One action, in the shape that audit tools read."""

    event: str
    claim_id: str
    claim_status: str
    evidence_count: int
    evidence_kinds: Sequence[str]
    scope_type: str | None
    scope_id: str | None
    actor_type: str
    actor_id: str | None
    branch_id: str | None
    session_id: str | None
    timestamp: float


class ActionLog(Protocol):
    def emit(self, entry: LogEntry) -> None:
        """May fail: whoever calls it goes on all the same, and tells the error channel."""
        ...
