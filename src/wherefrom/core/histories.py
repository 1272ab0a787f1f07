"""A claim's history: its steps, and which of them were known by a time."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from wherefrom.core.access import Visibility
from wherefrom.core.actors import Actor, ActorKind
from wherefrom.core.claims import Claim, ClaimStatus
from wherefrom.core.evidence import EvidenceRef
from wherefrom.core.values import value

__all__ = ["ClaimEvent", "Step", "known_by"]


class Step(StrEnum):
    """What a step of a claim's history was, where it was no move from one status to another."""

    LEARNED = "learned"
    EVIDENCE_ADDED = "evidence_added"
    SUPERSEDES = "supersedes"
    """Written on the new claim; the old one says `superseded`."""
    REVERTED = "reverted"
    SHARED = "shared"


@value
class ClaimEvent:
    """One step of a claim's history: who, when, from, to, why. Append-only. `event` is a Step, or the new status.

    `other` is the claim that took the place of this one, or whose place it took. `confidence`, `stated_confidence` and
    `supersedes` are the claim's own after the step; steps of stores that were older than this have no confidence.
    """

    id: str
    claim: str
    event: str
    seen_by: Visibility
    org: str = ""
    before: ClaimStatus | None = None
    after: ClaimStatus | None = None
    actor_type: ActorKind = ActorKind.SYSTEM
    actor_id: str | None = None
    reason: str | None = None
    evidence: tuple[EvidenceRef, ...] = ()
    run_id: str | None = None
    show_id: str | None = None
    artifact_id: str | None = None
    other: str | None = None
    confidence: float | None = None
    stated_confidence: float | None = None
    supersedes: str | None = None
    created_at: float = 0.0
    position: int = 0
    """Its number among the steps of its claim, from one: clocks may stand still or go back, histories do not."""

    @classmethod
    def of(cls, claim: Claim, event: str, by: Actor, *, id: str, **more: Any) -> ClaimEvent:
        """A step by somebody that left the claim as it is; `more` is what only this step has."""
        return cls(
            id=id,
            claim=claim.id,
            event=str(event),
            seen_by=claim.visibility,
            actor_type=by.kind,
            actor_id=by.id,
            run_id=claim.run_id,
            show_id=claim.show_id,
            artifact_id=claim.artifact_id,
            confidence=claim.confidence,
            stated_confidence=claim.stated_confidence,
            supersedes=claim.supersedes,
            **more,
        )

    @property
    def visibility(self) -> Visibility:
        """Inherited from its claim."""
        return self.seen_by


def known_by(history: Sequence[ClaimEvent], at: float) -> Sequence[ClaimEvent]:
    """The steps that were taken by then, of one claim that existed then; the history is in its order.

    Up to the last of them: a clock that goes back leaves no holes. How it was learned is always among them: older
    stores wrote that down a moment after the claim.
    """
    taken = max((number for number, step in enumerate(history, start=1) if step.created_at <= at), default=0)
    return history[: taken or int(bool(history) and history[0].event == Step.LEARNED)]
