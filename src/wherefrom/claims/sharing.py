"""Showing a claim to more people, and saying how claims stand to each other."""

from __future__ import annotations

from dataclasses import replace

from wherefrom.claims.raising import raise_about, weigh_contradictions
from wherefrom.claims.writing import stepped
from wherefrom.core.access import can_view
from wherefrom.core.actions import Action
from wherefrom.core.actors import Role
from wherefrom.core.attention import AttentionEvent
from wherefrom.core.claims import Claim, ClaimRelation, Relation, Step
from wherefrom.core.ids import Ids
from wherefrom.core.paging import ClaimRelationFilter
from wherefrom.errors import Conflict, InvalidValue
from wherefrom.ports.record import UnitOfWork

__all__ = ["WHOLE_ORG", "related", "shared"]

WHOLE_ORG = "org"
_SAID = tuple(each for each in Relation if each is not Relation.SUPERSEDES)
"""What anybody may say of two claims."""


def shared(unit: UnitOfWork, id: str, to: str, ids: Ids) -> Claim:
    """Everybody in the project, or in the org, sees it then; the words of its evidence stay where they were."""
    claim = unit.claims.get(id)
    unit.actor.require(Role.ADMIN, "share a claim")
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
    if project is not None and claim.project not in (None, project):
        raise Conflict(
            "this would take it from those who see it now", value=claim.project, hint=f"wherefrom share {id} --to org"
        )
    saved = unit.claims.save(wider)
    status = claim.claim_status
    stepped(unit, unit.actor, saved, Step.SHARED, ids, before=status, after=status, reason=f"shared with {to}")
    unit.note(Action.SHARE, "claim", id, before=claim, after=saved)
    return saved


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
