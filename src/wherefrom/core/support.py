"""Whether what is known says so: a sentence, the verdict on it, and who says what where."""

from __future__ import annotations

from enum import StrEnum

from wherefrom.core.documents import Citation
from wherefrom.core.evidence import GroundState
from wherefrom.core.search import ItemKind
from wherefrom.core.values import value

__all__ = ["Bearing", "Support", "Verdict", "Witness"]

_STANDING = frozenset({GroundState.FRESH, GroundState.MOVED, GroundState.UNREACHABLE, GroundState.UNCHECKABLE})
"""What counts; a place that says something else by now, or is gone, does not."""


class Verdict(StrEnum):
    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    UNKNOWN = "unknown"


class Bearing(StrEnum):
    """How a passage or a claim stands to a sentence."""

    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    SILENT = "silent"


@value
class Witness:
    """A passage or a claim that bears on a sentence: its words, its place, and whether the place still says so.

    `behind` is who stands behind it: whoever brought the document, or where the claim is in its life.
    """

    kind: ItemKind
    id: str
    bearing: Bearing
    text: str
    place: str
    title: str
    freshness: GroundState
    behind: str
    reason: str = ""
    score: float = 0.0
    citation: Citation | None = None
    uri: str | None = None

    @property
    def stands(self) -> bool:
        return self.freshness in _STANDING


@value
class Support:
    """What is known about a sentence. `judged_by` is `rules`, or the name of the model that judged."""

    sentence: str
    verdict: Verdict
    judged_by: str
    supporting: tuple[Witness, ...] = ()
    contradicting: tuple[Witness, ...] = ()
    nearest: tuple[str, ...] = ()
    """Where something similar stands, if nothing bears on it."""
    passages: int = 0
    milliseconds: float = 0.0
    notices: tuple[str, ...] = ()

    @property
    def deciding(self) -> tuple[Witness, ...]:
        """Those that the verdict rests on."""
        if self.verdict is Verdict.UNKNOWN:
            return ()
        return self.supporting if self.verdict is Verdict.SUPPORTED else self.contradicting
