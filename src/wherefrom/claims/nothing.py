"""Where nothing outside can be looked at, nothing is logged, and no model is asked."""

from __future__ import annotations

from wherefrom.core.evidence import EvidenceRef, GroundState, Standing
from wherefrom.ports.ground import Pin, Sight
from wherefrom.ports.logs import LogEntry
from wherefrom.ports.models import LanguageModel

__all__ = ["NoGround", "NoLog", "no_model"]


class NoGround:
    """Everything outside of the record is out of reach."""

    def resolved(self, ref: EvidenceRef) -> EvidenceRef:
        return ref

    def pin(self, ref: EvidenceRef) -> Pin:
        return Pin(ref, None, why="files and pages are out of reach here")

    def revision(self, ref: EvidenceRef) -> str | None:
        return None

    def look(self, standing: Standing) -> Sight:
        return Sight(GroundState.UNREACHABLE)


class NoLog:
    def emit(self, entry: LogEntry) -> None:
        return None


def no_model(spec: str | None) -> LanguageModel | None:
    return None
