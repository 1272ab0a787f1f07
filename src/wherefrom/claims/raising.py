"""Putting something before somebody's eyes: one item a cause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wherefrom.core.access import Visibility, narrowest
from wherefrom.core.attention import AttentionEvent, cause_of, raised
from wherefrom.core.claims import Claim, ClaimStatus
from wherefrom.core.ids import Ids
from wherefrom.core.severity import LOW_CONFIDENCE
from wherefrom.core.wellformed import JSON
from wherefrom.ports.record import UnitOfWork

__all__ = ["attend", "raise_about", "weigh_confidence", "weigh_contradictions"]

_FALLEN = (ClaimStatus.DISPUTED, ClaimStatus.SUPERSEDED)


def raise_about(
    unit: UnitOfWork,
    claim: Claim,
    event: AttentionEvent,
    ids: Ids,
    *,
    about: str = "",
    links: tuple[str, ...] = (),
    detail: Mapping[str, JSON] | None = None,
    also_seen_by: Sequence[Visibility] = (),
) -> bool:
    """Whether there is something new in it. Seen by whoever may see the claim, and all that the details quote."""
    item = raised(
        event,
        "claim",
        claim.id,
        id=ids(),
        seen_by=narrowest([claim.visibility, *also_seen_by], org=claim.org) if also_seen_by else claim.visibility,
        about=about,
        links=(f"claim:{claim.id}", *links),
        detail=detail,
    )
    return unit.attention.sight(item)


def attend(
    unit: UnitOfWork,
    before: Claim,
    after: Claim,
    ids: Ids,
    *,
    reason: str | None,
    was_verified: bool,
    other: str | None = None,
) -> None:
    """What a claim in another status asks for, and what it asks for no more.

    `was_verified`: when somebody disputed it. `other`: the claim that took its place.
    """
    if after.claim_status is ClaimStatus.DISPUTED and was_verified:
        raise_about(unit, after, AttentionEvent.CLAIM_DISPUTED, ids, detail={"text": after.text, "reason": reason})
    elif before.claim_status is ClaimStatus.DISPUTED:
        unit.attention.settle(cause_of(AttentionEvent.CLAIM_DISPUTED, after.id))
    unit.attention.weigh(_causes(after, other))
    weigh_contradictions(unit, after, other=other)


def weigh_contradictions(unit: UnitOfWork, claim: Claim, *, other: str | None = None) -> None:
    """Where one of two claims holds no more, nobody need decide between them; if both do again, somebody must."""
    fallen = claim.claim_status in _FALLEN
    unit.attention.weigh_contradictions(claim.id, _is_now(claim, other) if fallen else None)


def weigh_confidence(unit: UnitOfWork, claim: Claim) -> None:
    """What more evidence makes sure enough, nobody need verify."""
    why = _why_not_verify(claim, _is_now(claim, None))
    unit.attention.weigh({cause_of(AttentionEvent.CLAIM_UNVERIFIED, claim.id): why})


def _causes(claim: Claim, other: str | None) -> dict[str, str | None]:
    """What there may be to look at, and why not, where that is so: the claim holds no more, or is no guess any more."""
    status, now = claim.claim_status, _is_now(claim, other)
    causes = {cause_of(AttentionEvent.CLAIM_UNVERIFIED, claim.id): _why_not_verify(claim, now)}
    for event in (AttentionEvent.QUOTE_NOT_FOUND, AttentionEvent.EVIDENCE_NOT_FOUND):
        causes[cause_of(event, claim.id)] = None if status is ClaimStatus.HYPOTHESIS else now
    for position, ref in enumerate(claim.evidence):
        why = now if status in _FALLEN else None if ref.counts else "the step that brought it was undone"
        for event in (AttentionEvent.EVIDENCE_CHANGED, AttentionEvent.EVIDENCE_GONE):
            causes[cause_of(event, claim.id, str(position))] = why
    return causes


def _why_not_verify(claim: Claim, now: str) -> str | None:
    """Somebody has judged it, or it is surer than when that was asked for."""
    if claim.claim_status not in (ClaimStatus.HYPOTHESIS, ClaimStatus.INFERRED, ClaimStatus.OBSERVED):
        return now
    return None if claim.confidence < LOW_CONFIDENCE else f"{claim.id} has other evidence now"


def _is_now(claim: Claim, other: str | None) -> str:
    superseded = other if claim.claim_status is ClaimStatus.SUPERSEDED else None
    return f"{claim.id} is {claim.claim_status.value}" + (f" by {superseded}" if superseded else "")
