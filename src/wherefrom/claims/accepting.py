"""Somebody saw that evidence changed or is gone, and the claim still stands: how it is now counts from here on."""

from __future__ import annotations

from dataclasses import replace

from wherefrom.claims.checking import seen_now
from wherefrom.claims.grounding import LONGEST_SEEN
from wherefrom.core.actors import Actor
from wherefrom.core.attention import AttentionEvent, AttentionItem
from wherefrom.core.evidence import GroundState, QuoteState, Standing
from wherefrom.core.ids import content_hash
from wherefrom.ports.ground import Ground
from wherefrom.ports.record import Record

__all__ = ["accepted"]

_ACCEPTED: dict[str, GroundState] = {
    AttentionEvent.EVIDENCE_CHANGED: GroundState.CHANGED,
    AttentionEvent.EVIDENCE_GONE: GroundState.GONE,
}


def accepted(record: Record, actor: Actor, ground: Ground, item: AttentionItem, now: float) -> Standing | None:
    """The evidence as it counts from now on; None where nothing is to be accepted."""
    if item.event not in _ACCEPTED:
        return None
    position = int(item.cause.rpartition(":")[2])
    with record.read(actor) as unit:
        standings = unit.grounds.of([item.target_id]).get(item.target_id, ())
        standing = next((each for each in standings if each.position == position), None)
        if standing is None or standing.state is not _ACCEPTED[item.event]:
            return None
        here = seen_now(unit, standing)
    if standing.state is GroundState.GONE:
        # As if it had never been reached: if it comes back it is looked at afresh.
        return replace(standing, state=GroundState.UNREACHABLE, checked_at=now, seen_hash=None, seen_revision=None)
    text = here if here is not None else ground.look(replace(standing, seen_revision=None)).now
    if text is None:
        return None
    seen = replace(
        standing,
        state=GroundState.MOVED,
        quote=QuoteState.ABSENT if standing.ref.detail is not None else standing.quote,
        checked_at=now,
        seen_text=text[:LONGEST_SEEN],
        seen_hash=content_hash(text),
        seen_revision=ground.revision(standing.ref),
    )
    # As the next look will say, so that whoever asks is told the same.
    is_fresh = here is None and ground.look(seen).state is GroundState.FRESH
    return replace(seen, state=GroundState.FRESH) if is_fresh else seen
