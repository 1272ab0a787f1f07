"""Claims as they were known at a time in the past."""

from __future__ import annotations

from collections.abc import Sequence

from wherefrom.core.claims import ACTIVE, ClaimStatus
from wherefrom.core.paging import ClaimEventFilter
from wherefrom.ports.record import UnitOfWork
from wherefrom.retrieval.cite import Found

__all__ = ["known_then"]


def known_then(unit: UnitOfWork, found: Sequence[Found], as_of: float | None) -> Sequence[Found]:
    """Those that were active then, whatever has become of them since."""
    if as_of is None:
        return found
    return [each for each in found if _status_at(unit, each.id, as_of) in ACTIVE]


def _status_at(unit: UnitOfWork, claim: str, as_of: float) -> ClaimStatus | None:
    """What the last event up to then made of it; a claim without a history is as it was born."""
    last = ClaimEventFilter(claim=claim, until=as_of, newest_first=True, personal=True)
    events = unit.claim_events.find(last, limit=1).items
    if events:
        return events[0].after
    later = unit.claim_events.find(ClaimEventFilter(claim=claim, personal=True), limit=1).items
    stored = unit.claims.get_many([claim]).get(claim)
    return later[0].before if later else stored.claim_status if stored else None
