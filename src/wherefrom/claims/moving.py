"""A claim on its way through the lifecycle. Every function works in a unit that holds the claim's row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wherefrom.claims.grounding import Grounded
from wherefrom.claims.raising import attend
from wherefrom.claims.writing import kept, stepped
from wherefrom.core.actors import Actor, ActorKind
from wherefrom.core.claims import Claim, ClaimStatus
from wherefrom.core.confidence import capped
from wherefrom.core.histories import ClaimEvent
from wherefrom.core.ids import Ids
from wherefrom.core.lifecycle import moved, turn_of
from wherefrom.core.paging import ClaimEventFilter
from wherefrom.errors import AccessDenied, Conflict
from wherefrom.ports.record import UnitOfWork

__all__ = ["check_is_there", "histories_of", "history_of", "moved_to", "require_person"]


def require_person(actor: Actor, verb: str) -> None:
    if actor.kind not in (ActorKind.USER, ActorKind.SYSTEM):
        raise AccessDenied(
            f"to {verb} is for people", value=actor.id, hint="learn a new claim, and let a person decide"
        )


def check_is_there(*claims: Claim) -> None:
    """Of an erased claim only its history is left: nothing can be decided about words that nobody can read."""
    for claim in claims:
        if claim.erased_at is not None:
            raise Conflict("this claim was erased", value=claim.id, hint="name another, or learn it anew")


def moved_to(
    unit: UnitOfWork,
    id: str,
    status: ClaimStatus,
    ids: Ids,
    *,
    reason: str | None,
    looked: Sequence[Grounded] = (),
    other: str | None = None,
) -> Claim:
    """By the rules of the lifecycle; `other` is the claim that takes its place, if one does."""
    before = unit.claims.get(id)
    check_is_there(before)
    if status is ClaimStatus.SUPERSEDED:
        require_person(unit.actor, "supersede")
    after = moved(before, status, by=unit.actor, at=unit.now, evidence=[each.ref for each in looked])
    stated = before.confidence if before.stated_confidence is None else before.stated_confidence
    saved = unit.claims.save(replace(after, confidence=capped(stated, after.evidence)))
    kept(unit, saved, looked, first=len(before.evidence))
    stepped(
        unit,
        unit.actor,
        saved,
        status,
        ids,
        before=before.claim_status,
        after=status,
        reason=reason,
        evidence=after.evidence[len(before.evidence) :],
        other=other,
    )
    was_verified = before.claim_status is ClaimStatus.VERIFIED
    attend(unit, before, saved, ids, reason=reason, was_verified=was_verified, other=other)
    unit.note(turn_of(status), "claim", saved.id, before=before, after=saved)
    return saved


def history_of(unit: UnitOfWork, id: str) -> list[ClaimEvent]:
    """Oldest first."""
    return histories_of(unit, [id]).get(id, [])


def histories_of(unit: UnitOfWork, ids: Sequence[str]) -> dict[str, list[ClaimEvent]]:
    """Of several claims at once, each oldest first."""
    found: dict[str, list[ClaimEvent]] = {}
    for step in unit.claim_events.every(ClaimEventFilter(claim=tuple(ids), personal=True)):
        found.setdefault(step.claim, []).append(step)
    for steps in found.values():
        steps.sort(key=lambda step: (step.position, step.created_at))
    return found
