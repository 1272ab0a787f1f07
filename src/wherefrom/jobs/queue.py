"""The queue, as DBOS keeps it: an attempt at a job is a workflow, named after the job and the number of the attempt."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, cast

from dbos import EnqueueOptions, WorkflowStatus

from wherefrom.core.wellformed import JSON
from wherefrom.jobs.engine import QUEUE, WORKFLOW, open_client, place_of
from wherefrom.jobs.task import Task
from wherefrom.ports.jobs import Job, JobState
from wherefrom.ports.record import Record

__all__ = ["Queue"]

_STATES = {
    "DELAYED": JobState.WAITING,
    "ENQUEUED": JobState.QUEUED,
    "PENDING": JobState.RUNNING,
    "CANCELLED": JobState.CANCELLED,
}
_ACTIVE = ["DELAYED", "ENQUEUED", "PENDING"]
_OVER = ["SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"]
_KEPT_FOR = 30 * 86_400.0
_FORGOTTEN_AT_ONCE = 500


class Queue:
    def __init__(self, store: str, record: Record) -> None:
        self.place = place_of(store)
        self._client = open_client(self.place, record)

    def put(self, task: Task, *, wait: float | None = None) -> None:
        """Nothing happens if it was put there before."""
        options: EnqueueOptions = {
            "workflow_name": WORKFLOW,
            "queue_name": QUEUE,
            "workflow_id": task.name,
            "queue_partition_key": task.turn,
        }
        if wait is not None:
            options["delay_seconds"] = wait
        self._client.enqueue(options, *task)

    def jobs(self, prefix: str, *, limit: int | None = None) -> Sequence[Job]:
        """The newest first; of several attempts the last one counts."""
        told: dict[str, Job] = {}
        for workflow in self._found(prefix, limit=limit, sort_desc=True, load_output=True):
            job = _job(workflow)
            if job.id not in told or told[job.id].attempt < job.attempt:
                told[job.id] = job
        return list(told.values())

    def is_active(self, prefix: str) -> bool:
        return bool(self._found(prefix, status=_ACTIVE, limit=1))

    def is_cancelled(self, name: str) -> bool:
        return bool(self._found(name, status="CANCELLED", limit=1))

    def cancel(self, job: str) -> None:
        self._client.cancel_workflows([each.workflow_id for each in self._found(f"{job}/", status=_ACTIVE)])

    def has_waiting(self) -> bool:
        """Whether something could be run now."""
        return bool(self._found("", status="ENQUEUED", limit=1))

    def runners(self) -> set[str]:
        """The executors that run something, alive or dead."""
        return {each.executor_id for each in self._found("", status="PENDING") if each.executor_id}

    def forget_old(self) -> None:
        """What has been over for a month."""
        before = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - _KEPT_FOR))
        old = self._found("", status=_OVER, completed_before=before, limit=_FORGOTTEN_AT_ONCE)
        if old:
            self._client.delete_workflows([each.workflow_id for each in old])

    def close(self) -> None:
        self._client.destroy()

    def _found(self, prefix: str, **where: Any) -> Sequence[WorkflowStatus]:
        asked: dict[str, Any] = {"load_input": False, "load_output": False} | where
        return self._client.list_workflows(name=WORKFLOW, workflow_id_prefix=prefix or None, **asked)


def _job(workflow: WorkflowStatus) -> Job:
    org, source, asked, number = workflow.workflow_id.split("/")
    outcome = cast("dict[str, JSON]", workflow.output) if isinstance(workflow.output, dict) else {}
    if workflow.status not in _STATES and not outcome:
        outcome = {"ended": "error", "code": "bug" if workflow.status == "ERROR" else "killed_too_often"}
    over = JobState.FAILED if outcome.get("ended") == "error" else JobState.DONE
    return Job(
        id=f"{org}/{source}/{asked}",
        org=org,
        source=source,
        state=_STATES.get(workflow.status, over),
        attempt=int(number),
        created_at=(workflow.created_at or 0) / 1000,
        ended_at=workflow.completed_at / 1000 if workflow.completed_at else None,
        outcome=outcome,
    )
