"""Claims that nobody was sure of, and that nobody has verified for a week."""

from __future__ import annotations

from wherefrom.claims.raising import raise_about
from wherefrom.core.attention import AttentionEvent
from wherefrom.core.claims import ClaimStatus
from wherefrom.core.clock import DAY
from wherefrom.core.ids import Ids
from wherefrom.core.paging import ClaimFilter
from wherefrom.core.severity import LOW_CONFIDENCE
from wherefrom.ports.record import UnitOfWork

__all__ = ["raise_what_aged"]

_PATIENCE = 7 * DAY
_UNVERIFIED = (ClaimStatus.HYPOTHESIS, ClaimStatus.INFERRED, ClaimStatus.OBSERVED)


def raise_what_aged(unit: UnitOfWork, ids: Ids, now: float) -> int:
    aged = ClaimFilter(status=_UNVERIFIED, less_sure_than=LOW_CONFIDENCE, until=now - _PATIENCE, personal=True)
    return sum(
        raise_about(
            unit,
            claim,
            AttentionEvent.CLAIM_UNVERIFIED,
            ids,
            detail={"text": claim.text, "confidence": claim.confidence},
        )
        for claim in list(unit.claims.every(aged))
        if claim.erased_at is None and not claim.is_of_a_run
    )
