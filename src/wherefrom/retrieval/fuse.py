"""One ranking from two legs.

`trusting`, the default, adds the scores of both legs, each measured from its own background to its own best, weighted
by how far meaning can be trusted: on this corpus (trust.py), and for this query (whose best stands out more).
`rrf` is reciprocal rank fusion, which sees ranks only. `docs/decisions/fusion.md` compares them with others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, log, nextafter
from typing import NamedTuple, Protocol

from wherefrom.ports.engines import Legs
from wherefrom.retrieval.trust import Trust

__all__ = ["EXACT_DEPTH", "FUSIONS", "Fused", "Fusion", "expected_score", "rrf", "trusting", "words_share"]

EXACT_DEPTH = 6
"""How many hits to ask of the seek for exact terms alone: one more than may be lifted to the front."""

_WORDS_SHARE = 0.95
_SHARE_PER_REACH = 0.52
_LEAST_SHARE, _GREATEST_SHARE = 0.1, 0.87
_LEAN = 0.1
_EXPECTED_PART = 0.32
_TENTH = 9
_UNSEEN_WORDS, _UNSEEN_MEANING = 0.5, 0.7
_RRF_K = 60
_BELOW_NAMED = 0.49
_FIRST_FIVE = 5

_PRIOR = Trust()

Leg = Sequence[tuple[str, float]]


class Fused(NamedTuple):
    """A score in [0, 1] and the rank in each leg, counted from one; None where the leg did not bring it."""

    id: str
    score: float
    words_rank: int | None
    meaning_rank: int | None


class Fusion(Protocol):
    def __call__(self, legs: Legs, trust: Trust = ..., *, exact: Leg = ..., expected: float = ...) -> list[Fused]:
        """Best first, ties by id. `exact` are the best hits for the exact terms alone, at most `EXACT_DEPTH`.

        `expected` is what the best of the word leg should score (`expected_score`); 0 where it is not known.
        """
        ...


def trusting(legs: Legs, trust: Trust = _PRIOR, *, exact: Leg = (), expected: float = 0.0) -> list[Fused]:
    """The default: scores, weighted by trust."""
    words = _from_background(legs.words, 0.0, best=_coverage(legs, expected))
    meaning = _from_background(legs.meaning, trust.background)
    share = words_share(legs, trust)
    unseen_words = _UNSEEN_WORDS * _floor(words, legs.words, legs.meaning)
    unseen_meaning = _UNSEEN_MEANING * _floor(meaning, legs.meaning, legs.words)
    scores = {
        id: share * words.get(id, unseen_words) + (1.0 - share) * meaning.get(id, unseen_meaning)
        for id in words.keys() | meaning.keys()
    }
    return _ranked(scores, legs, exact)


def rrf(legs: Legs, trust: Trust = _PRIOR, *, exact: Leg = (), expected: float = 0.0) -> list[Fused]:
    """Reciprocal rank fusion, k = 60; one is the score of what stands first in both legs."""
    scores: dict[str, float] = {}
    for leg in (legs.words, legs.meaning):
        for rank, (id, _) in enumerate(leg, 1):
            scores[id] = scores.get(id, 0.0) + (_RRF_K + 1) / (_RRF_K + rank) / 2
    return _ranked(scores, legs, exact)


FUSIONS: Mapping[str, Fusion] = {"rrf": rrf, "trusting": trusting}
"""By the name under which a recipe asks for it."""


def expected_score(asked_weight: float, documents: int) -> float:
    """What a passage scores that holds a good part of the words asked for, in an index of so many."""
    return _EXPECTED_PART * asked_weight * log(1 + documents)


def words_share(legs: Legs, trust: Trust) -> float:
    """The weight of the word leg; the rest is the meaning leg's."""
    if not legs.words or not legs.meaning:
        return 1.0 if legs.words else 0.0
    share = _WORDS_SHARE - _SHARE_PER_REACH * trust.reach
    share += _LEAN * (_lead(legs.words, 0.0) - _lead(legs.meaning, trust.background))
    return min(_GREATEST_SHARE, max(_LEAST_SHARE, share))


def _lead(leg: Leg, background: float) -> float:
    """How far the first stands above the tenth, as a part of all that it stands above the background."""
    best, tenth = leg[0][1], leg[min(_TENTH, len(leg) - 1)][1]
    height = best - background
    return min(1.0, (best - tenth) / height) if height > 0 else 0.0


def _coverage(legs: Legs, expected: float) -> float:
    """A best passage that holds only a small part of the question says little, however far it is ahead of the rest."""
    if not expected or not legs.words or not legs.meaning:
        return 1.0
    return min(1.0, legs.words[0][1] / expected) ** 2


def _from_background(leg: Leg, background: float, best: float = 1.0) -> dict[str, float]:
    """Nought at the background, or at the last where that lies deeper: no order is lost; `best` at the first."""
    if not leg:
        return {}
    lowest = min(background, leg[-1][1])
    height = leg[0][1] - lowest
    return {id: best * (score - lowest) / height if height > 0 else 0.0 for id, score in leg}


def _floor(scaled: Mapping[str, float], leg: Leg, other: Leg) -> float:
    """What only the other leg brought lies below the last of this one; a shorter leg was not cut, it had no more."""
    return scaled[leg[-1][0]] if leg and len(leg) >= len(other) else 0.0


def _ranked(scores: dict[str, float], legs: Legs, exact: Leg) -> list[Fused]:
    words_rank = {id: rank for rank, (id, _) in enumerate(legs.words, 1)}
    meaning_rank = {id: rank for rank, (id, _) in enumerate(legs.meaning, 1)}
    lifted = _lift(scores, exact)
    order = sorted(lifted.items(), key=lambda scored: (-scored[1], scored[0]))
    return [Fused(id, min(1.0, score), words_rank.get(id), meaning_rank.get(id)) for id, score in order]


def _lift(scores: dict[str, float], exact: Leg) -> dict[str, float]:
    """Who names one thing wants that thing: few holders of the name come first, of many at least one is among five."""
    holders = [id for id, _ in exact]
    if not holders:
        return scores
    if len(holders) < EXACT_DEPTH:
        below = {id: _BELOW_NAMED * score for id, score in scores.items()}
        return below | {id: 0.5 + 0.5 * scores.get(id, 0.0) for id in holders}
    order = sorted(scores, key=lambda id: (-scores[id], id))[:_FIRST_FIVE]
    if len(order) < _FIRST_FIVE or not set(order).isdisjoint(holders):
        return scores
    best = max(holders, key=lambda id: scores.get(id, 0.0))
    return scores | {best: nextafter(scores[order[-1]], inf)}
