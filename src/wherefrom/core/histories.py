"""A claim's history, read up to a time."""

from __future__ import annotations

from collections.abc import Sequence

from wherefrom.core.claims import ClaimEvent, Step

__all__ = ["known_by"]


def known_by(history: Sequence[ClaimEvent], at: float) -> Sequence[ClaimEvent]:
    """The steps that were taken by then, of one claim that existed then; the history is in its order.

    Up to the last of them: a clock that goes back leaves no holes. How it was learned is always among them: older
    stores wrote that down a moment after the claim.
    """
    taken = max((number for number, step in enumerate(history, start=1) if step.created_at <= at), default=0)
    return history[: taken or int(bool(history) and history[0].event == Step.LEARNED)]
