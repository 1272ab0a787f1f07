"""How evidence stands to its claim: for it, against it, or withdrawn. The history tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from wherefrom.core.claims import ClaimStatus
from wherefrom.core.evidence import EvidenceRef, Stance
from wherefrom.core.histories import ClaimEvent, Step

__all__ = ["UNDOABLE", "as_stood", "stance_of"]

UNDOABLE = frozenset({*(str(status) for status in ClaimStatus), Step.SUPERSEDES, Step.REVERTED})
"""Steps that moved the claim, and so can be undone."""

_AGAINST = (ClaimStatus.DISPUTED, ClaimStatus.SUPERSEDED)


def stance_of(event: str) -> Stance | None:
    """Of the evidence that comes with such a step."""
    return Stance.AGAINST if event in _AGAINST else None


class _Brought(NamedTuple):
    """A step, and which evidence of the claim it brought."""

    step: ClaimEvent
    start: int
    end: int


def as_stood(evidence: Sequence[EvidenceRef], history: Sequence[ClaimEvent]) -> tuple[EvidenceRef, ...]:
    """Each piece as it stands after these steps. What an erased step brought is nowhere told, and stays as it is."""
    found, undone = list(evidence), _undone(history)
    for step, start, end in _brought(history, len(found)):
        if [ref.kind for ref in step.evidence] == [ref.kind for ref in found[start:end]]:
            stance = Stance.WITHDRAWN if step.id in undone else stance_of(step.event)
            found[start:end] = [replace(ref, stance=stance) for ref in found[start:end]]
    return tuple(found)


def _brought(history: Sequence[ClaimEvent], count: int) -> Iterator[_Brought]:
    """Evidence is kept in the order of the steps; what no step tells of was there first."""
    end = count
    for step in reversed(history):
        start = 0 if step is history[0] else max(0, end - len(step.evidence))
        yield _Brought(step, start, end)
        end = start


def _undone(history: Sequence[ClaimEvent]) -> set[str]:
    """The moves that were taken back and not done again. An undo takes back the step before it, an undo included."""
    undone: set[str] = set()
    latest: str | None = None
    for step in history:
        if step.event == Step.REVERTED and step.before is not step.after and latest is not None:
            undone ^= {latest}
        elif step.event in UNDOABLE and step.before is not step.after:
            latest = step.id
    return undone
