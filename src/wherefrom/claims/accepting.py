"""Somebody saw that evidence changed, and the claim still stands: what it says now is what counts from here on."""

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


def accepted(record: Record, actor: Actor, ground: Ground, item: AttentionItem, now: float) -> Standing | None:
    """The evidence as it counts from now on. None for everything but a change: what is gone stays gone."""
    if item.event != AttentionEvent.EVIDENCE_CHANGED:
        return None
    position = int(item.cause.rpartition(":")[2])
    with record.read(actor) as unit:
        standings = unit.grounds.of([item.target_id]).get(item.target_id, ())
        standing = next((each for each in standings if each.position == position), None)
        if standing is None or standing.state is not GroundState.CHANGED:
            return None
        here = seen_now(unit, standing)
    text = here if here is not None else ground.look(standing).now
    if text is None:
        return None
    return replace(
        standing,
        state=GroundState.MOVED,
        quote=QuoteState.ABSENT if standing.ref.detail is not None else standing.quote,
        checked_at=now,
        seen_text=text[:LONGEST_SEEN],
        seen_hash=content_hash(text),
        seen_revision=ground.revision(standing.ref),
    )
