"""The one search: analyse, look on each shelf with both legs, fuse, permit, cite."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from wherefrom.core.actors import Actor
from wherefrom.core.changes import NOTHING_YET
from wherefrom.core.search import Absence, Explanation, Query, Recipe, SearchResult
from wherefrom.ports.engines import Legs, Seek, Vector
from wherefrom.ports.record import Record, UnitOfWork
from wherefrom.retrieval.cite import Found, cited
from wherefrom.retrieval.explain import Look, absence, no_result, ranked
from wherefrom.retrieval.fuse import EXACT_DEPTH, Fused, trusting
from wherefrom.retrieval.past import known_then
from wherefrom.retrieval.plan import Step, planned
from wherefrom.retrieval.projector import Projector
from wherefrom.retrieval.shelves import COLLECTIONS, Shelf, Shelves, Stock, stock_of
from wherefrom.retrieval.trust import Trust
from wherefrom.text.analysis import QueryTerms, analyse_query

__all__ = ["Searcher"]

_DEPTH = 100


class Searcher:
    def __init__(self, record: Record, shelves: Shelves, projector: Projector) -> None:
        self._record = record
        self._shelves = shelves
        self._projector = projector

    def search(self, actor: Actor, query: Query, *, explain: bool = False, expect: str | None = None) -> SearchResult:
        """A write by any process is found by the next search: indexes that are behind are brought up to date first."""
        began = time.perf_counter()
        while True:
            with self._record.read(actor) as unit:
                stock = stock_of(unit)
                if stock is not None and not self._is_behind(stock, unit, actor.org):
                    result = self._searched(unit, actor, query, stock, explain=explain, expect=expect)
                    if result.hits or self._is_in_use(stock, actor):
                        return replace(result, milliseconds=(time.perf_counter() - began) * 1000)
            self._projector.catch_up(actor.org)

    def _is_behind(self, stock: Stock, unit: UnitOfWork, org: str) -> bool:
        if self._shelves.is_outdated(stock):
            return True
        leader = self._shelves.index(Shelf(org=org, collection=COLLECTIONS[0]), stock, unit)
        mark, head = leader.mark() or NOTHING_YET, unit.head()
        if mark.seq > head.seq:  # somebody wrote since our snapshot, or a backup was restored beside a newer index
            return self._record.changes.since(org, mark, 1) is None
        return mark != head

    def _is_in_use(self, stock: Stock, actor: Actor) -> bool:
        """An empty result counts only if the shelves were not swapped and dropped while we looked on them."""
        with self._record.read(actor) as unit:
            current = stock_of(unit)
        return current is not None and current.generation == stock.generation

    def _searched(
        self, unit: UnitOfWork, actor: Actor, query: Query, stock: Stock, *, explain: bool, expect: str | None
    ) -> SearchResult:
        asked = analyse_query(query.text)
        vector = None if query.recipe is Recipe.FAST else self._vector(stock, query)
        looks = [self._look(step, stock, unit, asked, vector) for step in planned(query, actor, unit.acls(), stock)]
        found = sorted((each for look in looks for each in look.found), key=lambda each: (-each.score, each.id))
        found = known_then(unit, found, query.as_of)
        explaining = explain or expect is not None
        hits = cited(unit, found, asked.weights if explaining else {}, query.limit)
        result = SearchResult(
            query=query,
            hits=hits,
            passages=sum(look.engine.count() for look in looks),
            milliseconds=0.0,
            notices=query.notices,
        )
        if not hits:
            result = no_result(unit, result, asked, looks)
        if not explaining:
            return result
        missing = absence(unit, looks, result, asked, vector, expect) if expect else None
        return replace(result, explanation=_explained(looks, asked, missing))

    def _vector(self, stock: Stock, query: Query) -> Vector:
        return self._shelves.embedder(stock).embed([query.text], role="query")[0]

    def _look(self, step: Step, stock: Stock, unit: UnitOfWork, asked: QueryTerms, vector: Vector | None) -> Look:
        engine = self._shelves.index(step.shelf, stock, unit)
        legs = engine.search(Seek(step.where, asked.weights, vector, _DEPTH))
        exact = {term: asked.weights[term] for term in asked.exact}
        named = engine.search(Seek(step.where, exact, depth=EXACT_DEPTH)).words if exact else ()
        trust = stock.trust_in_meaning(step.shelf.collection)
        return Look(step, engine, legs, _found(step, legs, trusting(legs, trust, exact=named), trust))


def _found(step: Step, legs: Legs, fused: Sequence[Fused], trust: Trust) -> list[Found]:
    """What no word brought must at least be nearer in meaning than any unrelated passage is."""
    words, meaning = ranked(legs.words), ranked(legs.meaning)
    return [
        Found(each.id, step.shelf.collection, each.score, words.get(each.id), meaning.get(each.id))
        for each in fused
        if each.id not in meaning or each.id in words or meaning[each.id].score > trust.background
    ]


def _explained(looks: Sequence[Look], asked: QueryTerms, missing: Absence | None) -> Explanation:
    return Explanation(
        terms=dict(asked.weights),
        searched={look.step.shelf.name: look.engine.count() for look in looks},
        filters=tuple(dict.fromkeys(each for look in looks for each in look.step.filters)),
        expected=missing,
    )
