"""How loudly a state speaks: (severity, tone), one value space for claims, sources, runs and embeddings."""

from __future__ import annotations

from typing import Literal, TypeAlias

from wherefrom.core.actors import ActorKind
from wherefrom.core.claims import Claim, ClaimStatus
from wherefrom.core.clock import shown
from wherefrom.core.documents import EmbeddingStatus, RunStatus, SourceStatus
from wherefrom.core.evidence import Stance, strongest
from wherefrom.core.testimony import is_a_persons_word

__all__ = ["LOW_CONFIDENCE", "Loudness", "Severity", "Tone", "claim_line", "derive_claim_severity", "derive_severity"]

Severity: TypeAlias = Literal["critical", "warning", "info", "neutral"]
Tone: TypeAlias = Literal["danger", "warning", "info", "success", "neutral"]
Loudness: TypeAlias = tuple[Severity, Tone]

LOW_CONFIDENCE = 0.5

_CLAIMS: dict[ClaimStatus, Loudness] = {
    ClaimStatus.DISPUTED: ("warning", "warning"),
    ClaimStatus.OBSERVED: ("info", "info"),
    ClaimStatus.INFERRED: ("info", "info"),
    ClaimStatus.HYPOTHESIS: ("info", "neutral"),
    ClaimStatus.VERIFIED: ("neutral", "success"),
    ClaimStatus.SUPERSEDED: ("neutral", "neutral"),
}

_OPERATIONS: dict[str, Loudness] = {
    SourceStatus.FAILED: ("critical", "danger"),
    RunStatus.ERROR: ("critical", "danger"),
    RunStatus.PARTIAL: ("warning", "warning"),
    SourceStatus.STALE: ("warning", "warning"),
    SourceStatus.PENDING: ("info", "info"),
    EmbeddingStatus.READY: ("neutral", "success"),
    SourceStatus.INDEXED: ("neutral", "success"),
    RunStatus.OK: ("neutral", "success"),
}


def derive_claim_severity(claim: Claim) -> Loudness:
    if claim.claim_status is ClaimStatus.HYPOTHESIS and claim.confidence < LOW_CONFIDENCE:
        return ("warning", "warning")
    return _CLAIMS[claim.claim_status]


def derive_severity(state: SourceStatus | RunStatus | EmbeddingStatus) -> Loudness:
    """For sources, runs and embeddings."""
    return _OPERATIONS[state]


def claim_line(claim: Claim) -> str:
    """One line that says where a claim stands: `verified · by user · 2026-05-20`."""
    status = claim.claim_status
    if status is ClaimStatus.VERIFIED:
        by = _stands_behind(claim)
        day = shown(claim.verified_at or claim.updated_at or claim.created_at)[:10]
        return f"verified · by {by} · {day}" if by else f"verified · {day}"
    if status is ClaimStatus.DISPUTED:
        count = sum(ref.stance is Stance.AGAINST for ref in claim.evidence)
        return f"disputed · {count} conflicting evidence ref{'s' if count != 1 else ''}" if count else "disputed"
    return f"{status} · confidence {claim.confidence:.2g} · from {strongest(claim.evidence).kind}"


def _stands_behind(claim: Claim) -> ActorKind | None:
    """An agent verifies on a person's word alone, and only passes it on; the history tells who made the step."""
    if claim.verified_by is not None and any(ref.counts and is_a_persons_word(ref) for ref in claim.evidence):
        return ActorKind.USER
    return claim.verified_by
