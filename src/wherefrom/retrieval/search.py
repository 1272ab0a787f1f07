"""The one search: analyse, look on each shelf with both legs, fuse, permit, cite."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from threading import BoundedSemaphore
from typing import NamedTuple

from wherefrom.core.actors import Actor
from wherefrom.core.changes import NOTHING_YET, Mark
from wherefrom.core.recalls import note_recall
from wherefrom.core.search import Absence, Explanation, LegRank, Query, Recipe, SearchResult
from wherefrom.errors import AdapterError, EmbeddingFailed
from wherefrom.ports.engines import Legs, RetrievalEngine, Seek, Vector
from wherefrom.ports.models import EmbedderId
from wherefrom.ports.record import Record, UnitOfWork
from wherefrom.retrieval.cite import Found, cited
from wherefrom.retrieval.explain import absence, no_result, shown
from wherefrom.retrieval.fuse import EXACT_DEPTH, FUSIONS, Fused, Fusion, expected_score
from wherefrom.retrieval.merge import Look, merged
from wherefrom.retrieval.nearness import least_related
from wherefrom.retrieval.outage import Outages
from wherefrom.retrieval.past import known_then
from wherefrom.retrieval.plan import Step, planned
from wherefrom.retrieval.projector import Projector
from wherefrom.retrieval.rerank import Reranking
from wherefrom.retrieval.shelves import COLLECTIONS, Shelf, Shelves, Stock, stock_of
from wherefrom.retrieval.sizes import Sizes
from wherefrom.text.analysis import QueryTerms, analyse_query

__all__ = ["Searcher"]

_DEPTH = 100
_LEGS = 2
"""By words and by meaning."""
_TRIES = 3
_SPARE = 3
"""So many times what was asked for is taken from each shelf: some may be gone or hidden by the time it is read."""
_TRIES_FOR_ANY = 30
_MOST_AT_ONCE = 8
"""Searches of a process: each holds up to three connections of a database, and its pool has a few more than that."""


class _Asked(NamedTuple):
    """Who asks what, and whether they want to know why; of `expect`, why it is not among the hits."""

    actor: Actor
    query: Query
    explain: bool
    expect: str | None


class _View(NamedTuple):
    """What the looks at all shelves share: what is looked in, what for, and how much is taken from each."""

    unit: UnitOfWork
    stock: Stock
    terms: QueryTerms
    vector: Vector | None
    fusion: Fusion
    depth: int
    most: int
    least: float
    """How near in meaning what no word brought must lie."""
    notices: tuple[str, ...]


class Searcher:
    def __init__(
        self, record: Record, shelves: Shelves, projector: Projector, reranking: Reranking, outages: Outages
    ) -> None:
        self._record = record
        self._shelves = shelves
        self._projector = projector
        self._reranking = reranking
        self._outages = outages
        self._sizes = Sizes(record)
        self._turn = BoundedSemaphore(_MOST_AT_ONCE)
        self._last_embedded: tuple[EmbedderId | None, str, Vector | None] = (None, "", None)
        self._least_related: dict[EmbedderId, float] = {}

    def search(self, actor: Actor, query: Query, *, explain: bool = False, expect: str | None = None) -> SearchResult:
        """A write by any process is found by the next search: indexes that are behind are brought up to date first."""
        began = time.perf_counter()
        with self._turn:
            fused = self._up_to_date(_Asked(actor, query, explain or expect is not None, expect))
        result = shown(self._reranking.reranked(fused), expect)
        if result.hits:
            note_recall()
        return replace(result, milliseconds=(time.perf_counter() - began) * 1000)

    def _up_to_date(self, asked: _Asked) -> SearchResult:
        actor, looked = asked.actor, 0
        began_at: Mark | None = None
        while True:
            with self._record.read(actor) as unit:
                head, stock = unit.head(), stock_of(unit)
                began_at = began_at or head
                if stock is not None and not self._is_behind(actor.org, stock, unit, began_at):
                    looked += 1
                    result = self._tried(unit, asked, stock, is_last=looked >= _TRIES)
                    # An index that moved on while we looked may lack what our snapshot has, and have what that lacks.
                    mark = self._leader(actor.org, stock, unit).mark() or NOTHING_YET
                    if result is not None and (mark == head or self._must_do(result, looked, stock, actor)):
                        return result
                    if result is None or result.hits or mark.seq >= head.seq:
                        continue
                    # Nothing found, and the index lacks what our snapshot has: waiting for others would find nothing.
            try:
                if stock is not None:  # first, because it gives up sooner than what is embedded for good
                    self._vector(actor.org, stock, asked.query)
                self._projector.catch_up(actor.org)
            except EmbeddingFailed as error:
                return self._by_words(asked, error)

    def _by_words(self, asked: _Asked, error: EmbeddingFailed) -> SearchResult:
        """In what the indexes have by now: while the embedder fails, nothing comes to it."""
        org, by_words = asked.actor.org, asked._replace(query=replace(asked.query, recipe=Recipe.FAST))
        with self._record.read(asked.actor) as unit:
            stock = stock_of(unit)
            if stock is None or self._shelves.is_outdated(stock) or not self._leader(org, stock, unit).mark():
                raise error
            result = self._searched(unit, by_words, stock)
        notice = f"found by words alone, and not in what was written last: {error.message}"
        return replace(result, query=asked.query, notices=(*result.notices, notice))

    def _must_do(self, result: SearchResult, looked: int, stock: Stock, actor: Actor) -> bool:
        """Whether a result is taken although somebody wrote meanwhile, because somebody always does."""
        return looked >= (_TRIES if result.hits else _TRIES_FOR_ANY) and self._is_in_use(stock, actor)

    def _tried(self, unit: UnitOfWork, asked: _Asked, stock: Stock, *, is_last: bool) -> SearchResult | None:
        """None if a database lost its patience with us: it does when shelves are dropped while we look there."""
        try:
            return self._searched(unit, asked, stock)
        except AdapterError as error:
            if is_last or not error.retryable:
                raise
            return None

    def _is_behind(self, org: str, stock: Stock, unit: UnitOfWork, began_at: Mark) -> bool:
        """Behind the change that was the last when the search began; later ones may come as fast as they like."""
        if self._shelves.is_outdated(stock):
            return True
        mark = self._leader(org, stock, unit).mark() or NOTHING_YET
        if mark == began_at or mark.seq < began_at.seq:
            return mark != began_at
        # Somebody wrote since, or a backup was restored beside a newer index.
        return self._record.changes.since(org, mark, 1) is None

    def _leader(self, org: str, stock: Stock, unit: UnitOfWork) -> RetrievalEngine:
        return self._shelves.index(Shelf(org=org, collection=COLLECTIONS[0]), stock, unit)

    def _is_in_use(self, stock: Stock, actor: Actor) -> bool:
        """Whether the shelves were not swapped and dropped while we looked on them."""
        with self._record.read(actor) as unit:
            current = stock_of(unit)
        return current is not None and current.generation == stock.generation

    def _searched(self, unit: UnitOfWork, asked: _Asked, stock: Stock) -> SearchResult:
        actor, query = asked.actor, asked.query
        wanted = max(query.limit, self._reranking.depth(query))
        view = self._view(unit, query, stock, wanted)
        looks = [self._look(step, view) for step in planned(query, actor, unit.acls(), stock)]
        hits = cited(
            unit,
            known_then(unit, merged(looks, view.terms), query.as_of, query.statuses),
            view.terms.weights if asked.explain else {},
            wanted,
        )
        sizes = self._sizes.visible(unit, actor.org, ((look.step.shelf.collection, look.engine) for look in looks))
        result = SearchResult(
            query=query,
            hits=hits,
            passages=sum(sizes.values()),
            milliseconds=0.0,
            notices=(*query.notices, *view.notices),
        )
        if not hits:
            result = self._with_cause(unit, actor, result, view.terms, stock)
        if not asked.explain:
            return result
        missing = None
        if asked.expect is not None:
            missing = absence(unit, looks, result, view.terms, view.vector, asked.expect)
        return replace(result, explanation=_explained(looks, sizes, view.terms, missing))

    def _view(self, unit: UnitOfWork, query: Query, stock: Stock, wanted: int) -> _View:
        depth = max(_DEPTH, wanted)
        # Indexes do not know which status held in the past: whatever is found must be looked at.
        most = wanted * _SPARE if query.as_of is None else depth * _LEGS
        vector, notices = None, tuple[str, ...]()
        if query.recipe is not Recipe.FAST:
            try:
                vector = self._vector(unit.actor.org, stock, query)
            except EmbeddingFailed as error:
                notices = (f"found by words alone: {error.message}",)
        least = self._least(stock) if query.related and vector is not None else 0.0
        return _View(unit, stock, analyse_query(query.text), vector, FUSIONS[query.fusion], depth, most, least, notices)

    def _with_cause(
        self, unit: UnitOfWork, actor: Actor, result: SearchResult, terms: QueryTerms, stock: Stock
    ) -> SearchResult:
        """Looks everywhere, whatever was asked for: that is how a filter is told from an unknown word."""
        free = planned(Query(text=result.query.text), actor, unit.acls(), stock)
        engines = [(step.shelf.collection, self._shelves.index(step.shelf, stock, unit)) for step in free]
        sizes = self._sizes.visible(unit, actor.org, engines)
        return no_result(unit, result, terms, [engine for _, engine in engines], sizes)

    def _vector(self, org: str, stock: Stock, query: Query) -> Vector:
        """A question is looked for several times if others write meanwhile; it is embedded once."""
        made_by, text, vector = self._last_embedded
        if (made_by, text) == (stock.made_by, query.text) and vector is not None:
            return vector
        with self._outages.telling(org, stock.embedder):
            vector = self._shelves.embedder(stock).embed([query.text], role="query")[0]
        self._last_embedded = (stock.made_by, query.text, vector)
        return vector

    def _least(self, stock: Stock) -> float:
        """How near in meaning what is related lies; each embedder is asked once."""
        if stock.made_by not in self._least_related:
            self._least_related[stock.made_by] = least_related(self._shelves.embedder(stock))
        return self._least_related[stock.made_by]

    def _look(self, step: Step, view: _View) -> Look:
        stock, terms = view.stock, view.terms
        engine = self._shelves.index(step.shelf, stock, view.unit)
        legs = engine.search(Seek(step.where, terms.weights, view.vector, view.depth))
        exact = {term: terms.weights[term] for term in terms.exact}
        named = engine.search(Seek(step.where, exact, depth=EXACT_DEPTH)).words if exact else ()
        trust = stock.trust_in_meaning(step.shelf.collection)
        expected = expected_score(terms.weight, engine.count())
        fused = view.fusion(legs, trust, exact=named, expected=expected)
        found = _found(step, legs, fused, max(trust.background, view.least), view.most)
        return Look(step, engine, legs, found, trust.background)


def _found(step: Step, legs: Legs, fused: Sequence[Fused], least: float, most: int) -> list[Found]:
    """What no word brought must at least be nearer in meaning than an unrelated passage is."""
    words, meaning = dict(legs.words), dict(legs.meaning)
    telling = (each for each in fused if each.id not in meaning or each.id in words or meaning[each.id] > least)
    return [
        Found(
            each.id,
            step.shelf.collection,
            each.score,
            _placed(each.words_rank, words.get(each.id)),
            _placed(each.meaning_rank, meaning.get(each.id)),
        )
        for each in islice(telling, most)
    ]


def _placed(rank: int | None, score: float | None) -> LegRank | None:
    return None if rank is None or score is None else LegRank(rank=rank, score=score)


def _explained(
    looks: Sequence[Look], sizes: Mapping[str, int], terms: QueryTerms, missing: Absence | None
) -> Explanation:
    return Explanation(
        terms=dict(terms.weights),
        searched=sizes,
        filters=tuple(dict.fromkeys(each for look in looks for each in look.step.filters)),
        expected=missing,
    )
