"""Putting something before somebody's eyes: one item a cause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wherefrom.core.access import Visibility, narrowest
from wherefrom.core.attention import AttentionEvent, raised
from wherefrom.core.claims import Claim
from wherefrom.core.ids import Ids
from wherefrom.core.wellformed import JSON
from wherefrom.ports.record import UnitOfWork

__all__ = ["cause_of", "raise_about"]


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
