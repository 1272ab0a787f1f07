"""Who ran and when: agents, and their runs. A show is a named group of runs."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum

from wherefrom.core.access import Visibility
from wherefrom.core.ids import as_id, new_id
from wherefrom.core.values import value
from wherefrom.core.wellformed import as_choice

__all__ = ["Agent", "Run", "RunState"]


class RunState(StrEnum):
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@value
class Run:
    """One execution of an agent; what it learned names it."""

    id: str = field(default_factory=new_id)
    agent_id: str | None = None
    show_id: str | None = None
    title: str = ""
    status: RunState = RunState.RUNNING
    error: str | None = None
    ended_at: float | None = None
    org: str = ""
    seen_by: Visibility = Visibility(org="")
    created_at: float = 0.0
    updated_at: float = 0.0
    version: int = 0

    def __post_init__(self) -> None:
        as_id(self.id, "run")
        object.__setattr__(self, "status", as_choice(RunState, self.status, "run status"))

    @property
    def visibility(self) -> Visibility:
        return self.seen_by


@value
class Agent:
    """An agent that has a name."""

    id: str
    title: str = ""
    description: str = ""
    org: str = ""
    seen_by: Visibility = Visibility(org="")
    created_at: float = 0.0
    updated_at: float = 0.0
    version: int = 0

    def __post_init__(self) -> None:
        as_id(self.id, "agent")

    @property
    def visibility(self) -> Visibility:
        return self.seen_by
