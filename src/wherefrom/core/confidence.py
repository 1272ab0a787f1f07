"""How sure to be of a claim: computed from what it stands on, never taken from whoever made it."""

from __future__ import annotations

from collections.abc import Sequence

from wherefrom.core.evidence import EvidenceKind, EvidenceRef
from wherefrom.core.wellformed import as_fraction

__all__ = ["CAPS", "cap_of", "capped"]

_K = EvidenceKind

CAPS: dict[EvidenceKind, float] = {
    _K.FILE: 1.0,
    _K.ARTIFACT: 1.0,
    _K.CHUNK: 1.0,
    _K.HUMAN_ASSERTION: 0.95,
    _K.TOOL_RESULT: 0.9,
    _K.URL: 0.8,
    _K.MESSAGE: 0.7,
    _K.USER_STATEMENT: 0.7,
    _K.MODEL_INFERENCE: 0.6,
}


def cap_of(ref: EvidenceRef) -> float:
    """What it can carry; a person's word that nobody could check no more than an inference."""
    return CAPS[_K.MODEL_INFERENCE if ref.unproven else ref.kind]


def capped(stated: float, evidence: Sequence[EvidenceRef]) -> float:
    """The smaller of what was said and what the strongest evidence can carry."""
    return min(as_fraction(stated, "confidence"), max(map(cap_of, evidence)))
