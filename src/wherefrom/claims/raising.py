"""Putting something before somebody's eyes: one item a cause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wherefrom.core.access import Visibility, narrowest
from wherefrom.core.attention import AttentionEvent, raised
from wherefrom.core.claims import Claim, ClaimStatus
from wherefrom.core.ids import Ids
from wherefrom.core.wellformed import JSON
from wherefrom.ports.record import UnitOfWork

__all__ = ["attend", "cause_of", "raise_about", "weigh_contradictions"]

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


def cause_of(event: AttentionEvent, claim: str, about: str = "") -> str:
    return ":".join(part for part in (event.value, claim, about) if part)


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
    if after.claim_status in (ClaimStatus.VERIFIED, ClaimStatus.SUPERSEDED):
        unit.attention.settle(cause_of(AttentionEvent.CLAIM_UNVERIFIED, after.id))
    weigh_contradictions(unit, after, other=other)


def weigh_contradictions(unit: UnitOfWork, claim: Claim, *, other: str | None = None) -> None:
    """Where one of two claims holds no more, nobody need decide between them; if both do again, somebody must."""
    why = None
    if claim.claim_status in _FALLEN:
        why = f"{claim.id} is {claim.claim_status.value}" + (f" by {other}" if other else "")
    unit.attention.weigh_contradictions(claim.id, why)
