"""Words that somebody may have meant: the nearest of those that are known."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import nlargest
from itertools import pairwise

__all__ = ["nearest_words"]

_SHORTLIST = 200
_LETTERS_A_SLIP = 3


def nearest_words(word: str, vocabulary: Iterable[str], *, limit: int = 3) -> list[str]:
    """At most `limit` known words within one slip for every three letters: nearest first, ties by the alphabet."""
    slips = max(1, len(word) // _LETTERS_A_SLIP)
    grams = _pairs(word)
    alike = (
        (len(grams.intersection(_pairs(known))) - abs(len(known) - len(word)), known)
        for known in vocabulary
        if abs(len(known) - len(word)) <= slips and known != word
    )
    shortlist = [known for _, known in nlargest(_SHORTLIST, alike)]
    near = sorted((distance, known) for known in shortlist if (distance := _slips(word, known)) <= slips)
    return [known for _, known in near[:limit]]


def _pairs(word: str) -> set[tuple[str, str]]:
    padded = f"^{word}$"
    return set(pairwise(padded))


def _slips(one: str, other: str) -> int:
    """Letters to add, drop, change, or swap with the next."""
    before: list[int] = []
    above = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        line = [row]
        for column, facing in enumerate(other, 1):
            cost = min(above[column] + 1, line[-1] + 1, above[column - 1] + (letter != facing))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == facing:
                cost = min(cost, before[column - 2] + 1)
            line.append(cost)
        before, above = above, line
    return above[-1]
