"""What `doctor` finds."""

from __future__ import annotations

from enum import StrEnum

from wherefrom.core.values import value

__all__ = ["Check", "CheckState"]


class CheckState(StrEnum):
    OK = "ok"
    NOTE = "note"
    """Nothing is wrong, and something could be better."""
    PROBLEM = "problem"


@value
class Check:
    """One thing that was looked at; `mend` is the command, or the step, that puts it right."""

    name: str
    state: CheckState
    told: str
    mend: str | None = None

    @classmethod
    def ok(cls, name: str, told: str) -> Check:
        return cls(name=name, state=CheckState.OK, told=told)

    @classmethod
    def note(cls, name: str, told: str, mend: str) -> Check:
        return cls(name=name, state=CheckState.NOTE, told=told, mend=mend)

    @classmethod
    def problem(cls, name: str, told: str, mend: str) -> Check:
        return cls(name=name, state=CheckState.PROBLEM, told=told, mend=mend)
