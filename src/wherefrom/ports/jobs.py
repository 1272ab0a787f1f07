"""Runs of sources that are done later, by whoever works: asked for by id, never with content."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from typing import Protocol, TypeAlias

from wherefrom.core.values import value
from wherefrom.core.wellformed import JSON

__all__ = ["Attempt", "AttemptTold", "Job", "JobState", "Jobs", "Stop"]


class JobState(StrEnum):
    QUEUED = "queued"
    WAITING = "waiting"
    """For its next attempt."""
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


@value
class Job:
    """One run that was asked for, however many attempts it takes."""

    id: str
    org: str
    source: str
    state: JobState
    attempt: int = 1
    created_at: float = 0.0
    ended_at: float | None = None
    outcome: Mapping[str, JSON] = field(default_factory=dict[str, JSON])
    """Counts, and the code of what went wrong; the words of it stand on the source."""

    @property
    def is_over(self) -> bool:
        return self.state in (JobState.DONE, JobState.FAILED, JobState.CANCELLED)


@value
class Attempt:
    """One attempt that has ended: `ok`, `partial` or `error`, or `again` if there will be another."""

    job: str
    title: str
    outcome: Mapping[str, JSON]


AttemptTold: TypeAlias = Callable[[Attempt], None]


class Stop(Protocol):
    """What a worker looks at between two documents: a threading.Event is one."""

    def is_set(self) -> bool: ...

    def wait(self, timeout: float | None = None) -> bool: ...


class Jobs(Protocol):
    """A queue that outlives its processes. Every verb needs the role admin, and sees the jobs of one org."""

    def enqueue(self, source: str, *, force: bool = False) -> Job:
        """Ask for a run of this source."""
        ...

    def find(self, source: str | None = None, *, limit: int = 50) -> Sequence[Job]:
        """The newest first."""
        ...

    def get(self, id: str) -> Job: ...

    def cancel(self, id: str) -> Job:
        """Take it out of the queue; if it runs already it ends after the document at hand, and what was read stays."""
        ...

    def work(self, stop: Stop, told: AttemptTold, *, once: bool = False) -> None:
        """Run what is queued or due, of every org, until told to stop; `once`: until nothing is left to do now."""
        ...

    def close(self) -> None: ...
