"""What every change of a claim leaves behind: a step of its history, and what was seen of its evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wherefrom.claims.grounding import Grounded
from wherefrom.core.actors import Actor
from wherefrom.core.claims import Claim, ClaimStatus
from wherefrom.core.evidence import EvidenceKind, EvidenceRef
from wherefrom.core.histories import ClaimEvent, Step
from wherefrom.core.ids import Ids
from wherefrom.ports.record import UnitOfWork

__all__ = ["kept", "stepped"]

_HAS_CLASS = frozenset(
    {EvidenceKind.CHUNK, EvidenceKind.MESSAGE, EvidenceKind.USER_STATEMENT, EvidenceKind.TOOL_RESULT}
)

_HIDDEN = "[hidden]"


def stepped(
    unit: UnitOfWork,
    by: Actor,
    claim: Claim,
    event: str,
    ids: Ids,
    *,
    before: ClaimStatus | None = None,
    after: ClaimStatus | None = None,
    reason: str | None = None,
    evidence: Sequence[EvidenceRef] = (),
    other: str | None = None,
) -> ClaimEvent:
    """One more step, and the claim as it is after it.

    Words of passages and messages stay with the evidence itself, which not everybody may see.
    """
    step = ClaimEvent.of(
        claim,
        event,
        by,
        id=ids(),
        before=before,
        after=after,
        reason=reason,
        evidence=tuple(_without_words(ref) for ref in evidence),
        other=other,
        position=1 if event == Step.LEARNED else 0,  # the first; the record numbers what follows
    )
    unit.claim_events.save_new([step])
    return step


def kept(unit: UnitOfWork, claim: Claim, looked: Sequence[Grounded], *, first: int) -> None:
    """What was seen of the evidence that was added, from this position on."""
    unit.grounds.keep(
        replace(each.standing, claim=claim.id, position=position) for position, each in enumerate(looked, start=first)
    )


def _without_words(ref: EvidenceRef) -> EvidenceRef:
    if ref.kind is EvidenceKind.MODEL_INFERENCE:
        return replace(ref, detail=_HIDDEN, content_hash=None)  # that kind cannot be without
    return replace(ref, detail=None, content_hash=None) if ref.kind in _HAS_CLASS else ref
