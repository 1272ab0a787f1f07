"""One attempt to run a source, and what it came to: in counts and codes, so that a queue holds no content."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from wherefrom.core.ingestion import IngestReport, Told
from wherefrom.core.wellformed import JSON
from wherefrom.errors import Conflict, WherefromError
from wherefrom.jobs.task import Task
from wherefrom.services.knowledge import Knowledge

__all__ = ["attempted"]

_MOST_FAILURES = 5
_FIRST_WAIT, _BACK_OFF, _LONGEST_WAIT = 5.0, 4.0, 900.0
_BUSY_WAIT, _LONGEST_BUSY_WAIT = 2.0, 60.0


def attempted(knowledge: Knowledge, task: Task, progress: Told) -> Mapping[str, JSON]:
    """Idempotent, as a run is: whoever does it again reads what is left."""
    try:
        report = knowledge.sources.run(task.source, force=task.force, progress=progress)
    except WherefromError as error:
        if isinstance(error, Conflict) and _is_busy(knowledge, task):
            wait = min(_BUSY_WAIT * 2 ** min(task.number - 1, 10), _LONGEST_BUSY_WAIT)
            return {"ended": "again", "code": "busy", "wait": wait, "failures": task.failures}
        return _failed(error, task.failures + 1)
    return _counts(report)


def _failed(error: WherefromError, failures: int) -> Mapping[str, JSON]:
    may_pass = error.retryable or isinstance(error, Conflict)
    if not may_pass or failures >= _MOST_FAILURES:
        return {"ended": "error", "code": error.code, "failures": failures}
    wait = min(_FIRST_WAIT * _BACK_OFF ** (failures - 1), _LONGEST_WAIT)
    return {"ended": "again", "code": error.code, "wait": wait, "failures": failures}


def _counts(report: IngestReport) -> Mapping[str, JSON]:
    counts = {name: count for name, count in report.summary().items() if isinstance(count, int)}
    return {"ended": "partial" if report.failed else "ok", **counts, "failed": len(report.failed)}


def _is_busy(knowledge: Knowledge, task: Task) -> bool:
    """Whether somebody else reads this source right now; any other conflict is a failure that may pass."""
    with suppress(Conflict), knowledge.record.sole(f"ingest:{task.org}:{task.source}"):
        return False
    return True
