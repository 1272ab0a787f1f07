"""A claim as it was known at a time in the past."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wherefrom.core.claims import Claim, ClaimEvent, Step
from wherefrom.core.confidence import capped
from wherefrom.errors import NotFound

__all__ = ["as_known"]


def as_known(claim: Claim, history: Sequence[ClaimEvent], at: float) -> Claim:
    """Its status, its evidence and what it superseded then; NotFound before it was learned.

    A step carries the evidence that it brought, so what came later is what the later steps brought.
    """
    if claim.created_at > at:
        raise NotFound("claim", claim.id)
    later = [step for step in history if step.created_at > at]
    earlier = [step for step in history if step.created_at <= at]
    if not later:
        return claim
    status = (earlier[-1].after if earlier else later[0].before) or claim.claim_status
    evidence = claim.evidence[: max(1, len(claim.evidence) - sum(len(step.evidence) for step in later))]
    superseding = any(step.event == Step.SUPERSEDES for step in later)
    stated = claim.confidence if claim.stated_confidence is None else claim.stated_confidence
    return replace(
        claim,
        claim_status=status,
        evidence=evidence,
        confidence=capped(stated, evidence),
        supersedes=None if superseding else claim.supersedes,
        updated_at=earlier[-1].created_at if earlier else claim.created_at,
    )
