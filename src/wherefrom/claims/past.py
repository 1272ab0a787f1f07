"""A claim as it was known at a time in the past."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any

from wherefrom.core.claims import Claim, ClaimStatus
from wherefrom.core.confidence import capped
from wherefrom.core.evidence import EvidenceRef
from wherefrom.core.histories import ClaimEvent, Step, known_by
from wherefrom.core.stances import as_stood
from wherefrom.errors import NotFound

__all__ = ["as_known", "verification", "whose_place", "with_words"]

_place_of = attrgetter(
    "kind", "id", "session_id", "message_id", "tool_call_id", "artifact_id", "path", "url", "chunk_id"
)


def as_known(claim: Claim, history: Sequence[ClaimEvent], at: float) -> Claim:
    """Its status, evidence, confidence and what it superseded then; NotFound before it was learned.

    A step carries the evidence that it brought, so what came later is what the later steps brought.
    """
    if claim.created_at > at:
        raise NotFound("claim", claim.id)
    earlier = known_by(history, at)
    later = history[len(earlier) :]
    if not later:
        return claim
    status = (earlier[-1].after if earlier else later[0].before) or claim.claim_status
    known = claim.evidence[: max(1, len(claim.evidence) - sum(len(step.evidence) for step in later))]
    evidence = as_stood(known, earlier)
    left = _left_behind(claim, evidence, earlier)
    return replace(
        claim,
        claim_status=status,
        evidence=tuple(_when_nobody_was_surer(ref, left.get("stated_confidence")) for ref in evidence),
        updated_at=earlier[-1].created_at if earlier else claim.created_at,
        **left,
        **(verification(earlier) if status is ClaimStatus.VERIFIED else verification(())),
    )


def _when_nobody_was_surer(ref: EvidenceRef, stated: float | None) -> EvidenceRef:
    return replace(ref, stated=None) if ref.stated is not None and ref.stated == stated else ref


def with_words(history: Sequence[ClaimEvent], claim: Claim) -> Sequence[ClaimEvent]:
    """The steps with the evidence that each brought as it stands on the claim, for whoever read that.

    Steps themselves keep no words of passages and messages, because not everybody who sees a claim may see those.
    """
    if sum(len(step.evidence) for step in history) != len(claim.evidence):
        return history  # of a claim that was put together elsewhere
    standing = iter(claim.evidence)
    return [replace(step, evidence=tuple(map(_with_its_words, step.evidence, standing))) for step in history]


def _with_its_words(kept: EvidenceRef, ref: EvidenceRef) -> EvidenceRef:
    """Whether it counted, and for how much, is as the step says it."""
    return replace(ref, stance=kept.stance, stated=kept.stated) if _place_of(kept) == _place_of(ref) else kept


def verification(history: Sequence[ClaimEvent]) -> dict[str, Any]:
    """Who verified it last, and when, as fields of the claim."""
    last = next((step for step in reversed(history) if step.event == ClaimStatus.VERIFIED), None)
    return {"verified_by": last and last.actor_type, "verified_at": last and last.created_at}


def _left_behind(claim: Claim, evidence: tuple[EvidenceRef, ...], earlier: Sequence[ClaimEvent]) -> dict[str, Any]:
    """What the last step then said of the claim; for a step of an older store, what can be worked out."""
    last = earlier[-1] if earlier else None
    if last is not None and last.confidence is not None:
        return {
            "confidence": last.confidence,
            "stated_confidence": last.stated_confidence,
            "supersedes": last.supersedes,
        }
    stated = claim.confidence if claim.stated_confidence is None else claim.stated_confidence
    return {"confidence": capped(stated, evidence), "supersedes": _superseded_by_then(earlier)}


def _superseded_by_then(earlier: Sequence[ClaimEvent]) -> str | None:
    """The first of those whose place it had taken and not given back."""
    taken: list[str] = []
    for step in earlier:
        other = whose_place(step)
        if other is not None and step.event == Step.SUPERSEDES:
            taken.append(other)
        elif other in taken:
            taken.remove(other)
    return taken[0] if taken else None


def whose_place(step: ClaimEvent) -> str | None:
    """The claim whose place this step took or gave back; steps of older stores say it in their reason alone."""
    if step.before is not step.after or step.event not in (Step.SUPERSEDES, Step.REVERTED):
        return None
    return step.other or (step.reason or "").rpartition("supersedes ")[2] or None
