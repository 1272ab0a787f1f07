"""Why evidence could not be looked at when it was given."""

from __future__ import annotations

from wherefrom.core.evidence import EvidenceKind, EvidenceRef
from wherefrom.ports.ground import Ground

__all__ = ["why_unseen"]

_WHY = {
    EvidenceKind.MESSAGE: "this store has no such message",
    EvidenceKind.USER_STATEMENT: "this store has no such message",
    EvidenceKind.TOOL_RESULT: "this store has no result of that call",
}


def why_unseen(ref: EvidenceRef, ground: Ground) -> str:
    if ref.kind in _WHY:
        return _WHY[ref.kind]
    if ref.path is None and ref.url is None:
        return "it names no file"
    return ground.why_not(ref)
