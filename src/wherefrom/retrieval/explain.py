"""Why something was found, why something was not, and why nothing was."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from wherefrom.core.search import Absence, LegRank, NoResult, SearchResult
from wherefrom.errors import NotFound
from wherefrom.ports.engines import Legs, RetrievalEngine, Seek, Vector, Where
from wherefrom.ports.record import UnitOfWork
from wherefrom.retrieval.cite import Found
from wherefrom.retrieval.plan import Step
from wherefrom.text.analysis import QueryTerms

__all__ = ["Look", "absence", "no_result", "ranked"]

_DEEPEST = 10_000
_NOT_THERE = "nothing of this id is there for you"


class Look(NamedTuple):
    """One shelf, and what both legs found there."""

    step: Step
    engine: RetrievalEngine
    legs: Legs
    found: Sequence[Found]


def ranked(leg: Sequence[tuple[str, float]]) -> dict[str, LegRank]:
    """Where a leg put each item, counted from one."""
    return {id: LegRank(rank=rank, score=score) for rank, (id, score) in enumerate(leg, start=1)}


def absence(
    unit: UnitOfWork,
    looks: Sequence[Look],
    result: SearchResult,
    asked: QueryTerms,
    vector: Vector | None,
    expected: str,
) -> Absence | None:
    """Why this id is not among the hits; None if it is. What may not be seen reads the same as what is not there."""
    id = _resolved(unit, expected)
    if id is None:
        return Absence(id=expected, reason=_NOT_THERE)
    if any(hit.id == id for hit in result.hits):
        return None
    for look in looks:
        if id not in look.engine.get([id]):
            continue
        where = look.step.where
        if not _holds(look.engine, where._replace(ids=frozenset({id})), id):
            return Absence(id=id, reason=f"left out by the filter: {'; '.join(look.step.filters) or 'time'}")
        deep = look.engine.search(Seek(where, asked.weights, vector, _DEEPEST))
        words, meaning = ranked(deep.words).get(id), ranked(deep.meaning).get(id)
        return Absence(id=id, reason=_placed(words, meaning, result), words=words, meaning=meaning)
    return Absence(id=id, reason="it lies on a shelf that was not asked for")


def _resolved(unit: UnitOfWork, expected: str) -> str | None:
    for repository in (unit.chunks, unit.claims):
        try:
            return repository.resolve(expected)
        except NotFound:
            continue
    return None


def _holds(engine: RetrievalEngine, where: Where, id: str) -> bool:
    """Whether a filter lets an item through, asked with the item's own words."""
    own = dict.fromkeys(engine.get([id])[id].body, 1.0)
    return any(each == id for each, _ in engine.search(Seek(where, own, depth=1)).words)


def _placed(words: LegRank | None, meaning: LegRank | None, result: SearchResult) -> str:
    told = [
        f"rank {words.rank:,} in words" if words else "none of the query's words are in it",
        f"similarity {meaning.score:.2f}, rank {meaning.rank:,} in meaning" if meaning else "not near in meaning",
    ]
    return f"{', '.join(told)}; shown are {len(result.hits)}"


def no_result(unit: UnitOfWork, result: SearchResult, asked: QueryTerms, looks: Sequence[Look]) -> SearchResult:
    """The same empty result, with its cause."""
    if not result.passages:
        return replace(result, cause=NoResult.NOTHING_INGESTED)
    if any(_freed(look, asked.weights) for look in looks):
        return replace(result, cause=NoResult.ALL_FILTERED)
    unknown = [word for word, terms in asked.words.items() if not any(_freed(look, terms) for look in looks)]
    if not unknown:
        return replace(result, cause=NoResult.BELOW_THRESHOLD)
    return replace(result, cause=NoResult.WORDS_UNKNOWN)


def _freed(look: Look, terms: Iterable[str]) -> bool:
    """Whether these words are found when only permission narrows."""
    where = Where(look.step.where.acls)
    return bool(look.engine.search(Seek(where, dict.fromkeys(terms, 1.0), depth=1)).words)
