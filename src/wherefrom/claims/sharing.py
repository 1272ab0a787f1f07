"""Showing a claim to more people, and saying how claims stand to each other."""

from __future__ import annotations

from dataclasses import replace

from wherefrom.claims.likeness import bands
from wherefrom.claims.moving import check_is_there, moved_to
from wherefrom.claims.raising import raise_about, weigh_contradictions
from wherefrom.claims.writing import stepped
from wherefrom.core.access import can_view
from wherefrom.core.actions import Action
from wherefrom.core.actors import Actor, ActorKind, Role
from wherefrom.core.attention import AttentionEvent
from wherefrom.core.claims import Claim, ClaimStatus
from wherefrom.core.histories import Step
from wherefrom.core.ids import Ids
from wherefrom.core.paging import ClaimRelationFilter
from wherefrom.core.relations import ClaimRelation, Relation
from wherefrom.errors import Conflict, InvalidValue
from wherefrom.ports.record import UnitOfWork

__all__ = ["WHOLE_ORG", "related", "shared"]

WHOLE_ORG = "org"
_ELSEWHERE = "shared with another project"
_FROM_ELSEWHERE = "shared from another project"
_SAID = tuple(each for each in Relation if each is not Relation.SUPERSEDES)
"""What anybody may say of two claims."""


def shared(unit: UnitOfWork, id: str, to: str, ids: Ids) -> Claim:
    """Everybody in the project, or in the org, sees it then; the words of its evidence stay where they were."""
    claim = unit.claims.get(id)
    unit.actor.require(Role.ADMIN, "share a claim")
    check_is_there(claim)
    project = None if to == WHOLE_ORG else to
    agents = frozenset[str]() if project is None else claim.agent_scope
    wider = replace(claim, project=project, audience=frozenset[str](), is_personal=False, agent_scope=agents)
    if not can_view(unit.actor, wider):
        # Word for word what the record says of a project that is not there.
        raise InvalidValue(
            "there is no project of this name", value=project, hint=f"wherefrom projects create {project}"
        )
    if wider.visibility == claim.visibility or (project is not None and _is_everybodys(claim)):
        raise Conflict("they see it already", value=to, hint="nothing needs to be shared")
    if project is not None and not _stays_in_sight(unit.actor, claim, project):
        return _copied(unit, claim, wider, ids)
    saved = unit.claims.save(wider)
    status = claim.claim_status
    stepped(unit, unit.actor, saved, Step.SHARED, ids, before=status, after=status, reason=f"shared with {to}")
    unit.note(Action.SHARE, "claim", id, before=claim, after=saved)
    return saved


def _stays_in_sight(actor: Actor, claim: Claim, project: str) -> bool:
    """Whether those who see it now will, once it is the project's."""
    return claim.actor_id == actor.id if claim.is_personal else claim.project == project


def _copied(unit: UnitOfWork, claim: Claim, wider: Claim, ids: Ids) -> Claim:
    """A claim of their own for those who are to see it too: one claim has one place, and nobody loses this one.

    It stands on the same evidence, whose words stay where they were, and goes its own way from here on.
    """
    if claim.claim_status in (ClaimStatus.DISPUTED, ClaimStatus.SUPERSEDED):
        raise Conflict(
            f"it is {claim.claim_status.value}", value=claim.id, hint="share a claim that holds, or all of it: --to org"
        )
    for twin in unit.claims.same_statement(claim.text):
        if twin.visibility == wider.visibility and twin.scope == claim.scope and twin.erased_at is None:
            raise Conflict("they see it already", value=twin.id, hint="nothing needs to be shared")
    is_verified = claim.claim_status is ClaimStatus.VERIFIED
    status = ClaimStatus.OBSERVED if is_verified else claim.claim_status
    asked = replace(
        wider,
        id=ids(),
        claim_status=status,
        evidence=tuple(ref for ref in claim.evidence if ref.counts),
        verified_by=None,
        verified_at=None,
        supersedes=None,
        piece_id=None,
        created_at=0.0,
        updated_at=0.0,
        version=0,
    )
    copy = unit.claims.save(asked, expected=0)
    unit.claims.stand_as(copy.id, claim.id)
    stepped(unit, unit.actor, copy, Step.LEARNED, ids, after=status, reason=_FROM_ELSEWHERE, evidence=copy.evidence)
    # Who sees the one may not see the other, nor hear of its project.
    status = claim.claim_status
    stepped(unit, unit.actor, claim, Step.SHARED, ids, before=status, after=status, reason=_ELSEWHERE, other=copy.id)
    link = ClaimRelation(id=ids(), claim=copy.id, relation=Relation.DUPLICATES, other=claim.id, actor_id=unit.actor.id)
    unit.claim_relations.save_new([link])
    unit.sketches.keep(copy.id, bands(copy.text))
    for each in (claim, copy):
        unit.note(Action.SHARE, "claim", each.id, after=each)
    if is_verified and unit.actor.kind is ActorKind.USER:
        moved_to(unit, copy.id, ClaimStatus.VERIFIED, ids, reason="verified where it was shared from")
    return unit.claims.get(copy.id)


def _is_everybodys(claim: Claim) -> bool:
    return claim.project is None and not claim.audience and not claim.is_personal


def related(unit: UnitOfWork, one: str, relation: str, other: str, ids: Ids) -> ClaimRelation:
    if relation == Relation.SUPERSEDES:
        raise InvalidValue("superseding is more than a relation", value=relation, hint="wherefrom supersede OLD NEW")
    if relation not in _SAID:
        raise InvalidValue("unknown relation", value=relation, hint=f"one of: {', '.join(_SAID)}")
    said = Relation(relation)
    link = ClaimRelation(id=ids(), claim=one, relation=said, other=other, actor_id=unit.actor.id)
    claims = {id: unit.claims.get(id) for id in sorted((one, other))}
    check_is_there(*claims.values())
    known = unit.claim_relations.find(ClaimRelationFilter(claim=one, other=other, relation=said, personal=True))
    if known.items:
        return known.items[0]
    saved = unit.claim_relations.save(link)
    if said is Relation.CONTRADICTS:
        first, second = (claims[id] for id in sorted(claims))
        _raise_contradiction(unit, first, second, ids)
    unit.note(Action.RELATE, "claim", one, after=saved)
    return saved


def _raise_contradiction(unit: UnitOfWork, first: Claim, second: Claim, ids: Ids) -> None:
    """One item, whichever of the two it was said of."""
    raise_about(
        unit,
        first,
        AttentionEvent.CONTRADICTION,
        ids,
        about=second.id,
        links=(f"claim:{second.id}",),
        detail={"text": f"{first.text} ↔ {second.text}", "one": first.text, "other": second.text},
        also_seen_by=[second.visibility],
    )
    for each in (first, second):
        weigh_contradictions(unit, each)
