"""How sure to be of a claim: computed from what it stands on, never taken from whoever made it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wherefrom.core.evidence import EvidenceKind, EvidenceRef
from wherefrom.core.wellformed import as_fraction

__all__ = ["CAPS", "cap_of", "capped", "joined"]

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
    """The smaller of what was said and what the strongest evidence can carry, of the evidence that counts.

    What somebody else brought, who was less sure, makes nobody surer than they were.
    """
    said = as_fraction(stated, "confidence")
    carried = (min(said if ref.stated is None else ref.stated, cap_of(ref)) for ref in evidence if ref.counts)
    return max(carried, default=0.0)


def joined(
    evidence: Sequence[EvidenceRef], stated: float, new: Sequence[EvidenceRef], newly_stated: float
) -> tuple[tuple[EvidenceRef, ...], float]:
    """The evidence of two who said the same, and the larger of their numbers; each piece keeps the number of its own.

    So a claim is never less sure than it was, and never surer than the surest of those who said so could be alone.
    """
    surest = max(stated, newly_stated)
    old = (_said_of(ref, stated, surest) for ref in evidence)
    return (*old, *(_said_of(ref, newly_stated, surest) for ref in new)), surest


def _said_of(ref: EvidenceRef, stated: float, surest: float) -> EvidenceRef:
    return ref if ref.stated is not None or stated == surest else replace(ref, stated=stated)
