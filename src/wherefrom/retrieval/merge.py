"""One ranking from several shelves.

A shelf scores against its own best, and an index that holds one claim has a best one for every question. So each shelf
counts for as much as its best is worth beside the others': how many of the question's words it has, how near it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wherefrom.ports.engines import Legs, RetrievalEngine
from wherefrom.retrieval.cite import Found
from wherefrom.retrieval.plan import Step
from wherefrom.text.analysis import QueryTerms

__all__ = ["Look", "merged"]


class Look(NamedTuple):
    """One shelf, and what both legs found there. `background` is how near in meaning what is unrelated lies."""

    step: Step
    engine: RetrievalEngine
    legs: Legs
    found: Sequence[Found]
    background: float


def merged(looks: Sequence[Look], asked: QueryTerms) -> list[Found]:
    """Best first, ties by id."""
    telling = [look for look in looks if look.found]
    worths = _worths(telling, asked) if len(telling) > 1 else [1.0] * len(telling)
    scored = [
        each._replace(score=each.score * worth)
        for look, worth in zip(telling, worths, strict=True)
        for each in look.found
    ]
    return sorted(scored, key=lambda each: (-each.score, each.id))


def _worths(looks: Sequence[Look], asked: QueryTerms) -> list[float]:
    words = _beside_the_best([_coverage(look, asked) for look in looks])
    meaning = _beside_the_best([_nearness(look) for look in looks])
    return [max(pair) for pair in zip(words, meaning, strict=True)]


def _beside_the_best(figures: Sequence[float]) -> list[float]:
    best = max(figures)
    return [figure / best if best > 0.0 else 0.0 for figure in figures]


def _coverage(look: Look, asked: QueryTerms) -> float:
    """How much of the question stands in the shelf's first by words."""
    if not look.legs.words:
        return 0.0
    first = look.legs.words[0][0]
    doc = look.engine.get([first]).get(first)
    if doc is None:  # deleted since
        return 0.0
    held = {*doc.title, *doc.body}
    return sum(
        max((asked.weights[term] for term in terms if term in held), default=0.0) for terms in asked.words.values()
    )


def _nearness(look: Look) -> float:
    return max(0.0, look.legs.meaning[0][1] - look.background) if look.legs.meaning else 0.0
