"""Why evidence could not be looked at when it was given."""

from __future__ import annotations

from wherefrom.core.evidence import EvidenceKind, EvidenceRef
from wherefrom.ports.ground import Ground

__all__ = ["why_unseen"]

_WHY = {
    EvidenceKind.URL: "it could not be fetched",
    EvidenceKind.MESSAGE: "this store has no such message",
    EvidenceKind.USER_STATEMENT: "this store has no such message",
    EvidenceKind.TOOL_RESULT: "this store has no result of that call",
}


def why_unseen(ref: EvidenceRef, ground: Ground) -> str:
    """Files are looked at once more, which costs nothing; pages are not, because that can take long."""
    if ref.kind in _WHY:
        return _WHY[ref.kind]
    if ref.path is None:
        return "it names no file"
    return ground.pin(ref).why or "it is there now"
