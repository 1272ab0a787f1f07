"""Claims as they were known at a time in the past."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from wherefrom.core.claims import ClaimStatus
from wherefrom.core.histories import ClaimEvent, known_by
from wherefrom.core.paging import ClaimEventFilter
from wherefrom.ports.record import UnitOfWork
from wherefrom.retrieval.cite import Found

__all__ = ["known_then"]


def known_then(
    unit: UnitOfWork, found: Sequence[Found], as_of: float | None, statuses: Collection[ClaimStatus]
) -> Sequence[Found]:
    """Those that were in one of these statuses then, whatever has become of them since."""
    if as_of is None or not found:
        return found
    then = _statuses_at(unit, [each.id for each in found], as_of)
    return [each for each in found if then.get(each.id) in statuses]


def _statuses_at(unit: UnitOfWork, ids: Sequence[str], as_of: float) -> dict[str, ClaimStatus | None]:
    """What the last step up to then made of each; a claim without a history is as it was born."""
    steps: dict[str, list[ClaimEvent]] = {}
    for step in unit.claim_events.every(ClaimEventFilter(claim=tuple(ids), personal=True)):
        steps.setdefault(step.claim, []).append(step)
    then: dict[str, ClaimStatus | None] = {}
    for id, claim in unit.claims.get_many(ids).items():
        known = sorted(steps.get(id, ()), key=lambda step: (step.position, step.created_at))
        earlier = known_by(known, as_of)
        judged = [step.after for step in earlier if step.after is not None]
        later = known[len(earlier) :]
        then[id] = judged[-1] if judged else later[0].before if later else claim.claim_status
    return then
