"""Undo: the latest step is taken back, by a step of its own.

What is taken back is the latest step that moved the claim: a new status, a place that it took, or an undo. So undone
twice the step holds again, a superseding included, and never is more than the latest step undone. A superseding is
undone on both claims, from whichever it is asked. Evidence that came with the step is withdrawn with it, and back with
it; what was added by others stays, and so does who it was shared with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wherefrom.claims.moving import check_is_there, history_of, require_person
from wherefrom.claims.past import verification, whose_place
from wherefrom.claims.raising import attend
from wherefrom.claims.superseding import check_may_take_place, give_back_place, locked, superseder_of, take_place
from wherefrom.claims.writing import stepped
from wherefrom.core.actions import Action
from wherefrom.core.claims import Claim, ClaimStatus
from wherefrom.core.confidence import capped
from wherefrom.core.histories import ClaimEvent, Step
from wherefrom.core.ids import Ids
from wherefrom.core.stances import UNDOABLE, as_stood
from wherefrom.errors import Conflict
from wherefrom.ports.record import UnitOfWork

__all__ = ["reverted"]


def reverted(unit: UnitOfWork, id: str, ids: Ids, *, reason: str | None) -> Claim:
    """The claim as it was before its latest step."""
    require_person(unit.actor, "undo")
    last = _latest(history_of(unit, id), id)
    old = whose_place(last)
    if old is None:
        _step_back(unit, id, last, ids, reason=reason)
    else:
        theirs = _latest(history_of(unit, old), old)
        ours = theirs.other == id or (theirs.other is None and theirs.confidence is None)
        if ClaimStatus.SUPERSEDED not in (theirs.before, theirs.after) or not ours:
            raise Conflict("the claim whose place it took has moved on since", value=old, hint=f"wherefrom undo {old}")
        _step_back(unit, old, theirs, ids, reason=reason, new_id=id)
    return unit.claims.get(id)


def _latest(history: Sequence[ClaimEvent], id: str) -> ClaimEvent:
    last = next((step for step in reversed(history) if step.event in UNDOABLE), None)
    if last is None or last.before is None or (last.before is last.after and whose_place(last) is None):
        raise Conflict("there is nothing to undo", value=id, hint=f"see what happened to it: wherefrom history {id}")
    return last


def _step_back(
    unit: UnitOfWork, id: str, last: ClaimEvent, ids: Ids, *, reason: str | None, new_id: str | None = None
) -> None:
    """`last` moved this claim; where that was into or out of `superseded`, `new_id` took its place or gave it back."""
    if ClaimStatus.SUPERSEDED in (last.before, last.after):
        new_id = new_id or last.other or superseder_of(unit, id)
    claims = locked(unit, id, *([new_id] if new_id else ()))
    claim, history = claims[id], history_of(unit, id)
    check_is_there(claim)
    if _latest(history, id).id != last.id:
        raise Conflict("somebody changed it first", value=id, hint="read it again and retry")
    if last.before is ClaimStatus.SUPERSEDED and new_id is None and last.confidence is None:
        raise Conflict("which claim superseded it is not known any more", value=id, hint="wherefrom supersede OLD NEW")
    if last.before is ClaimStatus.SUPERSEDED and new_id is not None:
        check_may_take_place(unit, claim, claims[new_id])
    saved = _restored(unit, claim, last, history, ids, reason=reason, other=new_id)
    if new_id is not None and last.before is ClaimStatus.SUPERSEDED:
        take_place(unit, saved, claims[new_id], ids, step=Step.REVERTED, reason=f"supersedes {id} again")
    elif new_id is not None:
        give_back_place(unit, saved, claims[new_id], ids)


def _restored(
    unit: UnitOfWork,
    claim: Claim,
    last: ClaimEvent,
    history: Sequence[ClaimEvent],
    ids: Ids,
    *,
    reason: str | None,
    other: str | None,
) -> Claim:
    status = last.before or claim.claim_status
    known = verification(history if status is ClaimStatus.VERIFIED else ())
    undoing = replace(last, id="", event=Step.REVERTED, before=claim.claim_status, after=status, evidence=())
    evidence = as_stood(claim.evidence, [*history, undoing])
    stated = claim.confidence if claim.stated_confidence is None else claim.stated_confidence
    restored = replace(claim, claim_status=status, evidence=evidence, confidence=capped(stated, evidence), **known)
    saved = unit.claims.save(restored)
    stepped(
        unit,
        unit.actor,
        saved,
        Step.REVERTED,
        ids,
        before=claim.claim_status,
        after=status,
        reason=reason,
        other=other,
    )
    disputed = next((step for step in reversed(history) if step.event == ClaimStatus.DISPUTED), None)
    was_verified = disputed is not None and disputed.before is ClaimStatus.VERIFIED
    why = reason if disputed is None else disputed.reason
    attend(unit, claim, saved, ids, reason=why, was_verified=was_verified, other=other)
    unit.note(Action.REVERT, "claim", claim.id, before=claim, after=saved)
    return saved
