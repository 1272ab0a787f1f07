"""A claim on its way through the lifecycle. Every function works in a unit that holds the claim's row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wherefrom.claims.grounding import Grounded
from wherefrom.claims.raising import cause_of, raise_about
from wherefrom.claims.writing import kept, stepped
from wherefrom.core.actions import Action
from wherefrom.core.actors import Actor, ActorKind
from wherefrom.core.attention import AttentionEvent
from wherefrom.core.claims import Claim, ClaimEvent, ClaimRelation, ClaimStatus, Relation, Step
from wherefrom.core.confidence import capped
from wherefrom.core.evidence import GroundState
from wherefrom.core.ids import Ids
from wherefrom.core.lifecycle import moved
from wherefrom.core.paging import ClaimEventFilter, ClaimRelationFilter
from wherefrom.errors import AccessDenied, Conflict, InvalidValue
from wherefrom.ports.record import UnitOfWork

__all__ = ["history_of", "moved_to", "require_person", "reverted", "superseded", "turn_of"]

_ACTIONS = {
    ClaimStatus.VERIFIED: Action.VERIFY,
    ClaimStatus.DISPUTED: Action.DISPUTE,
    ClaimStatus.SUPERSEDED: Action.SUPERSEDE,
}

_SUPERSEDES = "supersedes "
"""How the step on the new claim begins; the old claim's id follows."""


def turn_of(status: ClaimStatus) -> Action:
    """The action that brings a claim to this status."""
    return _ACTIONS.get(status, Action.MOVE)


def require_person(actor: Actor, verb: str) -> None:
    if actor.kind not in (ActorKind.USER, ActorKind.SYSTEM):
        raise AccessDenied(
            f"to {verb} is for people", value=actor.id, hint="learn a new claim, and let a person decide"
        )


def moved_to(
    unit: UnitOfWork, id: str, status: ClaimStatus, ids: Ids, *, reason: str | None, looked: Sequence[Grounded] = ()
) -> Claim:
    before = unit.claims.get(id)
    if status is ClaimStatus.SUPERSEDED:
        require_person(unit.actor, "supersede")
    new = tuple(each.ref for each in looked)
    found = [each.ref for each in looked if each.standing.state is GroundState.FRESH]
    after = moved(before, status, by=unit.actor, evidence=new, found=found)
    stated = before.confidence if before.stated_confidence is None else before.stated_confidence
    saved = unit.claims.save(replace(after, confidence=capped(stated, after.evidence)))
    kept(unit, saved, looked, first=len(before.evidence))
    stepped(unit, unit.actor, saved, status, ids, before=before.claim_status, after=status, reason=reason, evidence=new)
    _attend(unit, before, saved, ids, reason)
    unit.note(turn_of(status), "claim", saved.id, before=before, after=saved)
    return saved


def _attend(unit: UnitOfWork, before: Claim, after: Claim, ids: Ids, reason: str | None) -> None:
    if after.claim_status is ClaimStatus.DISPUTED and before.claim_status is ClaimStatus.VERIFIED:
        raise_about(unit, after, AttentionEvent.CLAIM_DISPUTED, ids, detail={"text": after.text, "reason": reason})
    if after.claim_status in (ClaimStatus.VERIFIED, ClaimStatus.SUPERSEDED):
        for event in (AttentionEvent.CLAIM_DISPUTED, AttentionEvent.CLAIM_UNVERIFIED):
            unit.attention.settle(cause_of(event, after.id))


def superseded(unit: UnitOfWork, old_id: str, new_id: str, ids: Ids, *, reason: str | None = None) -> Claim:
    """The new claim takes the place of the old one, and says so; the old one is kept."""
    require_person(unit.actor, "supersede")
    if old_id == new_id:
        raise InvalidValue("a claim cannot supersede itself", value=old_id, hint="name the older claim first")
    # Both rows are locked in one order, whoever asks: two who do it at once must not wait for each other.
    locked = {id: unit.claims.get(id) for id in sorted((old_id, new_id))}
    old, new = locked[old_id], locked[new_id]
    if new.claim_status is ClaimStatus.SUPERSEDED:
        raise Conflict("the new claim is superseded itself", value=new.id, hint="name the one that replaced it")
    _check_no_cycle(unit, old, new)
    _check_is_seen(unit, old, new)
    moved_to(unit, old.id, ClaimStatus.SUPERSEDED, ids, reason=reason or f"superseded by {new.id}")
    saved = unit.claims.save(replace(new, supersedes=new.supersedes or old.id))
    status = new.claim_status
    stepped(unit, unit.actor, saved, Step.SUPERSEDES, ids, before=status, after=status, reason=_SUPERSEDES + old.id)
    link = ClaimRelation(id=ids(), claim=new.id, relation=Relation.SUPERSEDES, other=old.id, actor_id=unit.actor.id)
    unit.claim_relations.save_new([link])
    if new.confidence < old.confidence:
        detail = {"old": old.text, "old_confidence": old.confidence, "new_confidence": new.confidence}
        raise_about(
            unit,
            saved,
            AttentionEvent.CLAIM_WEAKENED,
            ids,
            about=old.id,
            links=(f"claim:{old.id}",),
            detail=detail,
            also_seen_by=[old.visibility],
        )
    return saved


def _check_no_cycle(unit: UnitOfWork, old: Claim, new: Claim) -> None:
    """What the old claim superseded, and that before it, must not be the new one."""
    ahead, seen = [old.id], set[str]()
    while ahead:
        id = ahead.pop()
        if id == new.id:
            raise InvalidValue("this would supersede in a circle", value=new.id, hint=f"{old.id} supersedes it already")
        seen.add(id)
        older = unit.claim_relations.every(ClaimRelationFilter(claim=id, relation=Relation.SUPERSEDES, personal=True))
        known = unit.claims.get_many([id]).get(id)
        named = {each.other for each in older}
        if known is not None and known.supersedes is not None:
            named.add(known.supersedes)
        ahead += named - seen


def _check_is_seen(unit: UnitOfWork, old: Claim, new: Claim) -> None:
    """Whoever loses the old claim must find the new one."""
    was, seen = old.visibility, new.visibility
    hidden = seen.personal_to is not None and seen.personal_to != was.personal_to
    hidden |= was.personal_to is None and bool(seen.audience) and not (was.audience and was.audience <= seen.audience)
    if was.personal_to is None and seen.project not in (None, was.project):
        hidden |= any(each.restricted for each in unit.directory.projects() if each.id == seen.project)
    if hidden:
        raise Conflict(
            "fewer people see the new claim than the old one", value=new.id, hint=f"wherefrom share {new.id} --to org"
        )


def history_of(unit: UnitOfWork, id: str) -> list[ClaimEvent]:
    """Oldest first."""
    steps = unit.claim_events.every(ClaimEventFilter(claim=id, personal=True))
    return sorted(steps, key=lambda step: (step.position, step.created_at))


_UNDOABLE = frozenset({*(str(status) for status in ClaimStatus), Step.SUPERSEDES, Step.REVERTED})


def reverted(unit: UnitOfWork, id: str, ids: Ids, *, reason: str | None) -> Claim:
    """The status before the latest move, by a step of its own. Undone twice, the move holds again."""
    require_person(unit.actor, "undo")
    claim = unit.claims.get(id)
    last = next((step for step in reversed(history_of(unit, id)) if step.event in _UNDOABLE), None)
    if last is not None and last.event == Step.SUPERSEDES and claim.supersedes is not None:
        named = (last.reason or "").removeprefix(_SUPERSEDES)
        reverted(unit, named or claim.supersedes, ids, reason=reason)
        return unit.claims.get(id)
    if last is None or last.before is None or last.before is last.after:
        raise Conflict("there is nothing to undo", value=id, hint="its history begins with how it was learned")
    if last.event == Step.REVERTED and last.before is ClaimStatus.SUPERSEDED:
        raise Conflict("which claim superseded it was undone with it", value=id, hint="wherefrom supersede OLD NEW")
    saved = unit.claims.save(replace(claim, claim_status=last.before))
    stepped(unit, unit.actor, saved, Step.REVERTED, ids, before=claim.claim_status, after=last.before, reason=reason)
    if claim.claim_status is ClaimStatus.SUPERSEDED:
        _let_go(unit, saved, ids)
    if claim.claim_status is ClaimStatus.DISPUTED:
        unit.attention.settle(cause_of(AttentionEvent.CLAIM_DISPUTED, id))
    unit.note(Action.REVERT, "claim", id, before=claim, after=saved)
    return saved


def _newest_superseded(unit: UnitOfWork, new: Claim) -> str | None:
    left = unit.claim_relations.every(ClaimRelationFilter(claim=new.id, relation=Relation.SUPERSEDES, personal=True))
    newest = max(left, key=lambda link: link.created_at, default=None)
    return newest.other if newest else None


def _let_go(unit: UnitOfWork, old: Claim, ids: Ids) -> None:
    """The claims that superseded it do so no more."""
    links = unit.claim_relations.every(ClaimRelationFilter(other=old.id, relation=Relation.SUPERSEDES, personal=True))
    for link in list(links):
        new = unit.claims.get(link.claim)
        unit.claim_relations.delete(link.id)
        if new.supersedes == old.id:
            new = unit.claims.save(replace(new, supersedes=_newest_superseded(unit, new)))
        status = new.claim_status
        stepped(
            unit,
            unit.actor,
            new,
            Step.REVERTED,
            ids,
            before=status,
            after=status,
            reason=f"no longer supersedes {old.id}",
        )
        unit.attention.settle(cause_of(AttentionEvent.CLAIM_WEAKENED, new.id, old.id))
