"""Why something was found, why something was not, and why nothing was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from wherefrom.core.paging import ChunkFilter
from wherefrom.core.search import Absence, Hit, LegRank, NoResult, Recipe, SearchResult
from wherefrom.errors import NotFound
from wherefrom.ports.engines import Doc, RetrievalEngine, Seek, Vector, Where
from wherefrom.ports.record import UnitOfWork
from wherefrom.retrieval.cite import wrapped
from wherefrom.retrieval.merge import Look
from wherefrom.retrieval.plan import told_values
from wherefrom.retrieval.spelling import meant
from wherefrom.text.analysis import QueryTerms

__all__ = ["absence", "no_result", "ranked", "shown"]

_DEEPEST = 10_000
_NOT_THERE = "nothing of this id is there for you"


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
    id = _resolved(unit, expected, result.hits)
    if id is None:
        return Absence(id=expected, reason=_NOT_THERE)
    if any(hit.id == id for hit in result.hits):
        return None
    for look in looks:
        doc = look.engine.get([id]).get(id)
        if doc is not None:
            return _left_out(look, doc) or _placed(look, asked, vector, result, id)
    if any(chunk.retired_at is not None for chunk in unit.chunks.get_many([id]).values()):
        return Absence(id=id, reason="its document has changed since, and no longer says this")
    return Absence(id=id, reason="left out by the filter: kind")


def shown(result: SearchResult, expected: str | None) -> SearchResult:
    """The hits that were asked for, wrapped; an expected one that came after them is told with its place."""
    hits = result.hits[: result.query.limit]
    cut = replace(result, hits=wrapped(hits))
    if expected is None or result.explanation is None or result.explanation.expected is not None:
        return cut
    place, hit = next((each for each in enumerate(result.hits, 1) if each[1].is_of(expected)), (0, None))
    if hit is None or place <= len(hits):
        return cut
    reason = f"rank {place:,} of all; shown are {len(hits)}"
    missing = Absence(id=hit.id, reason=reason, words=hit.words, meaning=hit.meaning)
    return replace(cut, explanation=replace(result.explanation, expected=missing))


def _resolved(unit: UnitOfWork, expected: str, hits: Sequence[Hit]) -> str | None:
    """A passage or a claim; of an entry the passage that was found, else its first."""
    for repository in (unit.chunks, unit.claims):
        try:
            return repository.resolve(expected)
        except NotFound:
            continue
    try:
        entry = unit.entries.resolve(expected)
    except NotFound:
        return None
    found = [hit.id for hit in hits if hit.citation is not None and hit.citation.entry == entry]
    passages = [chunk.id for chunk in unit.chunks.find(ChunkFilter(entry=entry, personal=True), limit=1).items]
    return next(iter([*found, *passages]), None)


def _left_out(look: Look, doc: Doc) -> Absence | None:
    where = look.step.where
    failed = [
        f"{facet} in {told_values(facet, values)} (it is {told_values(facet, doc.facets.get(facet, ())) or 'none'})"
        for facet, values in sorted(where.any_of.items())
        if values.isdisjoint(doc.facets.get(facet, ()))
    ]
    if where.until is not None and doc.at > where.until:
        failed.append("known by the time asked for (it came later)")
    return Absence(id=doc.id, reason=f"left out by the filter: {'; '.join(failed)}") if failed else None


def _placed(look: Look, asked: QueryTerms, vector: Vector | None, result: SearchResult, id: str) -> Absence:
    deep = look.engine.search(Seek(look.step.where, asked.weights, vector, _DEEPEST))
    words, meaning = ranked(deep.words).get(id), ranked(deep.meaning).get(id)
    told = [f"rank {words.rank:,} in words" if words else "none of the query's words are in it"]
    if meaning:
        told.append(f"similarity {meaning.score:.2f}, rank {meaning.rank:,} in meaning")
    elif result.query.recipe is Recipe.FAST:
        told.append("meaning was not asked for")
    else:
        told.append("not near in meaning")
    return Absence(id=id, reason=f"{', '.join(told)}; shown are {len(result.hits)}", words=words, meaning=meaning)


def no_result(
    unit: UnitOfWork,
    result: SearchResult,
    asked: QueryTerms,
    engines: Sequence[RetrievalEngine],
    sizes: Mapping[str, int],
) -> SearchResult:
    """The same empty result, with its cause. `engines` are all that the actor could have asked."""
    if not any(sizes.values()):
        return replace(result, cause=NoResult.NOTHING_INGESTED)
    acls = unit.acls()
    if _known(engines, acls, asked.weights):
        return replace(result, cause=NoResult.ALL_FILTERED)
    unknown = {word: terms for word, terms in asked.words.items() if not _known(engines, acls, terms)}
    if not unknown:
        return replace(result, cause=NoResult.BELOW_THRESHOLD)
    return replace(result, cause=NoResult.WORDS_UNKNOWN, nearest=meant(unit, engines, acls, unknown))


def _known(engines: Iterable[RetrievalEngine], acls: frozenset[int], terms: Iterable[str]) -> bool:
    """Whether one of these words is found when only permission narrows."""
    asked = Seek(Where(acls), dict.fromkeys(terms, 1.0), depth=1)
    return any(engine.search(asked).words for engine in engines)
