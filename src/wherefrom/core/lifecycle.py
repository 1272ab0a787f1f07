"""How a claim may move from one status to another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wherefrom.core.actions import Action
from wherefrom.core.actors import Actor, ActorKind
from wherefrom.core.claims import Claim, ClaimStatus, Curation, as_claim
from wherefrom.core.evidence import EvidenceKind, EvidenceRef
from wherefrom.core.ids import as_id
from wherefrom.core.stances import stance_of
from wherefrom.core.testimony import is_a_persons_word
from wherefrom.core.wellformed import as_choice
from wherefrom.errors import AccessDenied, IllegalTransition, InvalidValue, MissingEvidence

__all__ = ["BIRTH", "MOVES", "check_birth", "check_move", "moved", "newborn", "turn_of"]

_S = ClaimStatus

MOVES: dict[ClaimStatus, frozenset[ClaimStatus]] = {
    _S.HYPOTHESIS: frozenset({_S.OBSERVED, _S.DISPUTED, _S.SUPERSEDED}),
    _S.INFERRED: frozenset({_S.VERIFIED, _S.DISPUTED, _S.SUPERSEDED}),
    _S.OBSERVED: frozenset({_S.VERIFIED, _S.DISPUTED, _S.SUPERSEDED}),
    _S.VERIFIED: frozenset({_S.DISPUTED, _S.SUPERSEDED}),
    _S.DISPUTED: frozenset({_S.VERIFIED, _S.SUPERSEDED}),
    _S.SUPERSEDED: frozenset(),
}

BIRTH = frozenset({_S.HYPOTHESIS, _S.INFERRED, _S.OBSERVED})


_ACTIONS = {_S.VERIFIED: Action.VERIFY, _S.DISPUTED: Action.DISPUTE, _S.SUPERSEDED: Action.SUPERSEDE}


def turn_of(status: ClaimStatus) -> Action:
    """The action that brings a claim to this status."""
    return _ACTIONS.get(status, Action.MOVE)


def check_birth(status: str) -> ClaimStatus:
    """Nothing is born verified: somebody has to look first."""
    asked = as_choice(ClaimStatus, status, "claim status")
    if asked not in BIRTH:
        raise InvalidValue(
            f"a claim cannot be born {asked}", value=asked.value, hint=f"one of: {', '.join(sorted(BIRTH))}"
        )
    return asked


def newborn(claim: Claim, org: str) -> Claim:
    """As it may be written: nobody has judged it, it takes nobody's place, and the store says when it was born."""
    as_id(as_claim(claim).id, "claim")
    if claim.org not in ("", org):
        raise InvalidValue("this belongs to another org", value=claim.org, hint="leave the org out")
    if claim.supersedes is not None:
        raise InvalidValue(
            "nothing is born in another claim's place", value=claim.supersedes, hint="wherefrom supersede OLD NEW"
        )
    if claim.erased_at is not None:
        raise InvalidValue("nothing is born erased", value=claim.id, hint="leave erased_at out")
    return replace(
        claim,
        curation=Curation.PENDING,
        verified_by=None,
        verified_at=None,
        created_at=0.0,
        updated_at=0.0,
        version=0,
    )


def check_move(before: ClaimStatus, after: str) -> ClaimStatus:
    asked = as_choice(ClaimStatus, after, "claim status")
    if asked not in MOVES[before]:
        raise IllegalTransition(before, asked, MOVES[before])
    return asked


def moved(
    claim: Claim, after: str, *, by: Actor, at: float | None = None, evidence: Sequence[EvidenceRef] = ()
) -> Claim:
    """The claim in its new status, with the evidence that was brought and weighed: for it, or against it."""
    asked = check_move(claim.claim_status, after)
    if by.kind is not ActorKind.USER:
        _check_grounds(claim, asked, by, evidence)
    verified = asked is ClaimStatus.VERIFIED
    return replace(
        claim,
        claim_status=asked,
        evidence=claim.evidence + tuple(replace(ref, stance=stance_of(asked)) for ref in evidence),
        verified_by=by.kind if verified else None,
        verified_at=at if verified else None,
    )


def _check_grounds(claim: Claim, after: ClaimStatus, by: Actor, evidence: Sequence[EvidenceRef]) -> None:
    """Who is no person needs more than a thought to observe what was a guess, and a person's word to verify."""
    if after is ClaimStatus.OBSERVED:
        if not evidence:
            raise MissingEvidence(claim.text)
        if all(ref.unproven or ref.kind is EvidenceKind.MODEL_INFERENCE for ref in evidence):
            raise AccessDenied(
                "an agent may observe only on what can be looked at",
                value=by.id,
                hint="bring a file, a passage, a page, a tool's result or a message",
            )
    if after is ClaimStatus.VERIFIED and not any(map(is_a_persons_word, evidence)):
        unproven = any(ref.unproven for ref in evidence)
        raise AccessDenied(
            "an agent may verify only on a person's word" + (", and this one cannot be checked" if unproven else ""),
            value=by.id,
            hint="let the person say so in the conversation and bring from_user_statement(…), or let them verify it",
        )
