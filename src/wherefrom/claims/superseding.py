"""A claim takes the place of another, and gives it back."""

from __future__ import annotations

from dataclasses import replace

from wherefrom.claims.moving import check_is_there, moved_to, require_person
from wherefrom.claims.raising import raise_about
from wherefrom.claims.writing import stepped
from wherefrom.core.attention import AttentionEvent, cause_of
from wherefrom.core.claims import Claim, ClaimStatus
from wherefrom.core.histories import Step
from wherefrom.core.ids import Ids
from wherefrom.core.paging import ClaimRelationFilter
from wherefrom.core.relations import ClaimRelation, Relation
from wherefrom.errors import Conflict, InvalidValue
from wherefrom.ports.record import UnitOfWork

__all__ = ["check_may_take_place", "give_back_place", "locked", "superseded", "superseder_of", "take_place"]


def superseded(unit: UnitOfWork, old_id: str, new_id: str, ids: Ids, *, reason: str | None = None) -> Claim:
    """The new claim takes the place of the old one, and says so; the old one is kept."""
    require_person(unit.actor, "supersede")
    if old_id == new_id:
        raise InvalidValue("a claim cannot supersede itself", value=old_id, hint="name the older claim first")
    both = locked(unit, old_id, new_id)
    old, new = both[old_id], both[new_id]
    check_may_take_place(unit, old, new)
    said = reason or f"superseded by {new.id}"
    moved_to(unit, old.id, ClaimStatus.SUPERSEDED, ids, reason=said, other=new.id)
    return take_place(unit, old, new, ids, step=Step.SUPERSEDES, reason=f"supersedes {old.id}")


def locked(unit: UnitOfWork, *claims: str) -> dict[str, Claim]:
    """All rows in one order, whoever asks: two who do it at once must not wait for each other."""
    return {id: unit.claims.get(id) for id in sorted(claims)}


def check_may_take_place(unit: UnitOfWork, old: Claim, new: Claim) -> None:
    check_is_there(new)
    if new.claim_status is ClaimStatus.SUPERSEDED:
        raise Conflict("the new claim is superseded itself", value=new.id, hint="name the one that replaced it")
    _check_no_cycle(unit, old, new)
    _check_is_seen(unit, old, new)


def take_place(unit: UnitOfWork, old: Claim, new: Claim, ids: Ids, *, step: Step, reason: str) -> Claim:
    """What is written on the new claim. Of several whose place it took it names the first."""
    saved = unit.claims.save(replace(new, supersedes=new.supersedes or old.id))
    _told(unit, saved, ids, step=step, reason=reason, other=old.id)
    link = ClaimRelation(id=ids(), claim=new.id, relation=Relation.SUPERSEDES, other=old.id, actor_id=unit.actor.id)
    unit.claim_relations.save_new([link])
    if new.confidence < old.confidence:
        detail = {"text": new.text, "old": old.text, "old_confidence": old.confidence, "new_confidence": new.confidence}
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


def give_back_place(unit: UnitOfWork, old: Claim, new: Claim, ids: Ids) -> Claim:
    """The claim that superseded another does so no more."""
    for link in _links(unit, ClaimRelationFilter(claim=new.id, other=old.id, personal=True)):
        unit.claim_relations.delete(link.id)
    left = _links(unit, ClaimRelationFilter(claim=new.id, personal=True))
    if new.supersedes == old.id:
        first = min(left, key=lambda link: (link.created_at, link.id), default=None)
        new = unit.claims.save(replace(new, supersedes=None if first is None else first.other))
    _told(unit, new, ids, step=Step.REVERTED, reason=f"no longer supersedes {old.id}", other=old.id)
    unit.attention.settle(cause_of(AttentionEvent.CLAIM_WEAKENED, new.id, old.id))
    return new


def superseder_of(unit: UnitOfWork, old: str) -> str | None:
    """The claim that took its place."""
    links = _links(unit, ClaimRelationFilter(other=old, personal=True))
    return links[0].claim if links else None


def _links(unit: UnitOfWork, where: ClaimRelationFilter) -> list[ClaimRelation]:
    return list(unit.claim_relations.every(replace(where, relation=Relation.SUPERSEDES)))


def _told(unit: UnitOfWork, claim: Claim, ids: Ids, *, step: Step, reason: str, other: str) -> None:
    status = claim.claim_status
    stepped(unit, unit.actor, claim, step, ids, before=status, after=status, reason=reason, other=other)


def _check_no_cycle(unit: UnitOfWork, old: Claim, new: Claim) -> None:
    """What the old claim superseded, and that before it, must not be the new one."""
    ahead, seen = [old.id], set[str]()
    while ahead:
        id = ahead.pop()
        if id == new.id:
            raise InvalidValue("this would supersede in a circle", value=new.id, hint=f"{old.id} supersedes it already")
        seen.add(id)
        named = {link.other for link in _links(unit, ClaimRelationFilter(claim=id, personal=True))}
        known = unit.claims.get_many([id]).get(id)
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
