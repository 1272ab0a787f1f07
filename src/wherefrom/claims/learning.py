"""Writing a claim: born by the rules, merged into the one that says the same, linked to those that nearly do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from wherefrom.claims.grounding import Grounded
from wherefrom.claims.likeness import bands
from wherefrom.claims.raising import raise_about, weigh_confidence
from wherefrom.claims.twins import near_twins
from wherefrom.claims.writing import kept, stepped
from wherefrom.core.access import Visibility, check_own_sight, narrowest
from wherefrom.core.actions import Action
from wherefrom.core.actors import Actor
from wherefrom.core.attention import AttentionEvent
from wherefrom.core.claims import ACTIVE, Claim, ClaimStatus
from wherefrom.core.confidence import capped, joined
from wherefrom.core.evidence import QuoteState, same_pointer, stands_on
from wherefrom.core.histories import Step
from wherefrom.core.ids import Ids
from wherefrom.core.lifecycle import check_birth
from wherefrom.core.relations import ClaimRelation, Relation
from wherefrom.core.severity import LOW_CONFIDENCE
from wherefrom.core.values import changed
from wherefrom.errors import InvalidValue
from wherefrom.ports.record import UnitOfWork

__all__ = ["learned"]


def learned(
    unit: UnitOfWork, by: Actor, asked: Claim, looked: Sequence[Grounded], ids: Ids, *, telling: Callable[[str], None]
) -> Claim:
    """The claim as it is kept: a new one, or the one that said so already and now stands on more.

    `telling` is called with the id that it has then, before anything is written.
    """
    claim = _placed(unit, _judged(_templated(unit, asked), looked, org=by.org), looked)
    twin = _twin(claim, unit.claims.same_statement(claim.text))
    telling(claim.id if twin is None else twin.id)
    if twin is not None:
        return _merged(unit, by, twin, claim, looked, ids) if twin.claim_status in ACTIVE else twin
    born = unit.claims.save(claim, expected=0)
    missing = _told_missing(looked)
    kept(unit, born, looked, first=0)
    stepped(unit, by, born, Step.LEARNED, ids, after=born.claim_status, reason=missing, evidence=born.evidence)
    if missing is not None:
        _raise_missing(unit, born, looked, ids)
    _link(unit, born, ids)
    unit.note(Action.LEARN, "claim", born.id, after=born)
    return born


def _told_missing(looked: Iterable[Grounded]) -> str | None:
    return "; ".join(dict.fromkeys(each.missing for each in looked if each.missing)) or None


def _raise_missing(unit: UnitOfWork, claim: Claim, looked: Sequence[Grounded], ids: Ids) -> None:
    """What is not there at all is another thing to do than a quote that is written wrongly."""
    quoted = [each for each in looked if each.standing.quote is QuoteState.ABSENT]
    cited = [each for each in looked if each.standing.quote is not QuoteState.ABSENT]
    for event, among in ((AttentionEvent.QUOTE_NOT_FOUND, quoted), (AttentionEvent.EVIDENCE_NOT_FOUND, cited)):
        if reason := _told_missing(among):
            raise_about(unit, claim, event, ids, detail={"text": claim.text, "reason": reason})


def _judged(claim: Claim, looked: Sequence[Grounded], *, org: str) -> Claim:
    """What a quote that is not there was to prove is a hypothesis, and nobody is surer than their evidence."""
    status = check_birth(claim.claim_status)
    evidence = tuple(each.ref for each in looked)
    return changed(
        claim,
        org=org,
        evidence=evidence,
        claim_status=ClaimStatus.HYPOTHESIS if any(each.missing for each in looked) else status,
        stated_confidence=claim.confidence,
        confidence=capped(claim.confidence, evidence),
    )


def _templated(unit: UnitOfWork, claim: Claim) -> Claim:
    if claim.template is None:
        return claim
    return replace(claim, fields=unit.templates.get(claim.template).checked(claim.fields))


def _placed(unit: UnitOfWork, claim: Claim, looked: Sequence[Grounded]) -> Claim:
    """Seen by nobody who may not see the passages it stands on, and by whoever writes it."""
    parts = [each.chunk.visibility for each in looked if each.chunk is not None]
    seen = narrowest([claim.visibility, *parts], org=claim.org) if parts else claim.visibility
    if seen == Visibility(org=claim.org):
        return claim
    if seen.personal_to is not None and seen.personal_to != claim.actor_id:
        raise InvalidValue(
            "nobody could see a claim that stands on all of these",
            value=[each.ref.chunk_id for each in looked if each.chunk is not None],
            hint="learn from each of them alone",
        )
    claim = replace(
        claim,
        project=seen.project,
        is_personal=seen.personal_to is not None,
        audience=seen.audience,
        agent_scope=seen.agent_scope,
    )
    check_own_sight(unit.actor, claim)
    return claim


def _twin(claim: Claim, alike: Sequence[Claim]) -> Claim | None:
    """Only an active claim that the same people see, about the same thing and the same time.

    What held until May and what holds since June are two statements in the same words: they are linked, not merged. A
    guess is the same as another only if nothing new is brought for it.
    """
    return next(
        (
            each
            for each in alike
            if _is_alike(claim, each)
            and each.erased_at is None
            and each.scope == claim.scope
            and (each.valid_from, each.valid_until) == (claim.valid_from, claim.valid_until)
            and replace(each.visibility, personal_to=None) == replace(claim.visibility, personal_to=None)
            and each.is_personal == claim.is_personal
            and (not each.is_personal or each.actor_id == claim.actor_id)
        ),
        None,
    )


def _is_alike(claim: Claim, each: Claim) -> bool:
    if claim.claim_status in ACTIVE:
        return each.claim_status in ACTIVE
    return each.claim_status is claim.claim_status and all(stands_on(each.evidence, ref) for ref in claim.evidence)


def _merged(unit: UnitOfWork, by: Actor, twin: Claim, claim: Claim, looked: Sequence[Grounded], ids: Ids) -> Claim:
    stored = unit.claims.get(twin.id)  # locked from here on
    new = [each for each in looked if not any(same_pointer(each.ref, ref) for ref in stored.evidence)]
    if not new:
        return stored
    said = stored.confidence if stored.stated_confidence is None else stored.stated_confidence
    evidence, stated = joined(stored.evidence, said, [each.ref for each in new], claim.stated_confidence or 0.0)
    grown = replace(stored, evidence=evidence, stated_confidence=stated, confidence=capped(stated, evidence))
    saved = unit.claims.save(grown)
    kept(unit, saved, new, first=len(stored.evidence))
    status = stored.claim_status
    stepped(
        unit,
        by,
        saved,
        Step.EVIDENCE_ADDED,
        ids,
        before=status,
        after=status,
        evidence=evidence[len(stored.evidence) :],
    )
    if stored.confidence < LOW_CONFIDENCE:
        weigh_confidence(unit, saved)
    unit.note(Action.LEARN, "claim", saved.id, before=stored, after=saved)
    return saved


def _link(unit: UnitOfWork, claim: Claim, ids: Ids) -> None:
    drawn = bands(claim.text)
    for other in near_twins(unit, claim.text, drawn):
        link = ClaimRelation(
            id=ids(), claim=claim.id, relation=Relation.DUPLICATES, other=other, actor_id=claim.actor_id
        )
        unit.claim_relations.save_new([link])
    unit.sketches.keep(claim.id, drawn)
