"""Logs of knowledge actions: lines in a file, a list in memory, spans where OpenTelemetry is at work."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterable
from pathlib import Path
from threading import Lock
from typing import Any

from wherefrom.core.actions import Action
from wherefrom.core.actors import Actor
from wherefrom.core.claims import Claim
from wherefrom.core.evidence import EvidenceRef
from wherefrom.ports.logs import ActionLog, LogEntry

__all__ = ["JsonlLog", "MemoryLog", "SeveralLogs", "SpanLog", "entry_of", "tell"]

_errors = logging.getLogger("wherefrom.logs")


class JsonlLog:
    """One JSON object a line, appended; a reader sees whole lines only. `~` is the home directory."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path).expanduser()
        self._turn = Lock()

    def emit(self, entry: LogEntry) -> None:
        line = json.dumps(entry, ensure_ascii=False, allow_nan=False) + "\n"
        with self._turn:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("ab", buffering=0) as file:
                file.write(line.encode("utf-8", "replace"))


class MemoryLog:
    """For tests and short scripts."""

    def __init__(self) -> None:
        self.entries: list[LogEntry] = []

    def emit(self, entry: LogEntry) -> None:
        self.entries.append(entry)


class SpanLog:
    """A span an action, under whatever span is open; nothing where the program does not use OpenTelemetry itself."""

    def emit(self, entry: LogEntry) -> None:
        trace: Any = sys.modules.get("opentelemetry.trace")
        if trace is None:
            return
        told = {f"wherefrom.{name}": value for name, value in entry.items() if value is not None}
        trace.get_tracer("wherefrom").start_span(entry["event"], attributes=told).end()


class SeveralLogs:
    """Each in turn; one that fails does not keep the others from it, and whoever told them hears of it then."""

    def __init__(self, logs: Iterable[ActionLog]) -> None:
        self._logs = tuple(logs)

    def emit(self, entry: LogEntry) -> None:
        failed: list[Exception] = []
        for log in self._logs:
            try:
                log.emit(entry)
            except Exception as error:  # noqa: BLE001  -- a log is somebody else's code
                failed.append(error)
        if len(failed) == 1:
            raise failed[0]
        if failed:
            raise ExceptionGroup("; ".join(f"{type(error).__name__}: {error}" for error in failed), failed)


def tell(log: ActionLog, entry: LogEntry) -> None:
    """Before the store is called. Whatever happens to a log, the action goes on; the error channel hears of it."""
    try:
        log.emit(entry)
    except Exception:  # noqa: BLE001  -- a log is somebody else's code, and knowledge must not wait for it
        _errors.warning("a knowledge action was not logged: %s %s", entry["event"], entry["claim_id"], exc_info=True)


def entry_of(
    action: Action,
    claim: Claim,
    by: Actor,
    now: float,
    *,
    status: str,
    evidence: Iterable[EvidenceRef],
    id: str | None = None,
) -> LogEntry:
    """`id` is that of the claim which says so already, where there is one."""
    refs = tuple(evidence)
    return LogEntry(
        event=action.value,
        claim_id=id or claim.id,
        claim_status=str(status),
        evidence_count=len(refs),
        evidence_kinds=[ref.kind.value for ref in refs],
        scope_type=None if claim.scope_type is None else claim.scope_type.value,
        scope_id=claim.scope_id,
        actor_type=by.kind.value,
        actor_id=by.id,
        branch_id=claim.branch_id,
        session_id=claim.session_id,
        timestamp=now,
    )
