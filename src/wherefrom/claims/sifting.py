"""Of evidence that was looked at, what a claim may stand on: each place once, and nothing that was recalled."""

from __future__ import annotations

from collections.abc import Sequence

from wherefrom.claims.grounding import Grounded
from wherefrom.core.evidence import EvidenceKind, distinct
from wherefrom.core.recalls import is_recalled, refuse_recalled

__all__ = ["sifted"]

_SEEN_BY_BRANCHES = frozenset({EvidenceKind.MESSAGE, EvidenceKind.USER_STATEMENT, EvidenceKind.TOOL_RESULT})


def sifted(looked: Sequence[Grounded], text: str) -> Sequence[Grounded]:
    """InvalidValue if there was evidence and all of it was recalled: `text` stands on nothing new then."""
    left = [
        each for each in looked if each.ref.kind not in _SEEN_BY_BRANCHES or not is_recalled(each.standing.seen_text)
    ]
    if looked and not left:
        refuse_recalled(text)
    return left if len(left) < 2 else distinct(left, lambda each: each.ref)
