"""`memory`: dictionaries and plain arithmetic. The reference that the other engines are compared with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from threading import RLock

import numpy as np

from wherefrom.core.changes import Mark
from wherefrom.engines.retrieval.bm25 import TITLE_WEIGHT, idf, saturation
from wherefrom.engines.retrieval.checks import accepted, admits, query_vector, terms_of
from wherefrom.ports.engines import Can, Doc, IndexSpec, Legs, OpenIndex, RetrievalEngine, Seek, Vector

__all__ = ["MemoryRetrieval", "open_memory"]


@dataclass
class _Field:
    """One inverted field."""

    postings: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])
    lengths: dict[str, int] = field(default_factory=dict[str, int])
    total: int = 0

    def add(self, id: str, terms: Iterable[str]) -> None:
        counts = Counter(terms)
        for term, count in counts.items():
            self.postings.setdefault(term, {})[id] = count
        self.lengths[id] = counts.total()
        self.total += counts.total()

    def remove(self, id: str, terms: Iterable[str]) -> None:
        for term in set(terms):
            holders = self.postings[term]
            del holders[id]
            if not holders:
                del self.postings[term]
        self.total -= self.lengths.pop(id)

    def scores(self, term: str) -> Iterator[tuple[str, float]]:
        holders = self.postings.get(term, {})
        rarity = idf(len(self.lengths), len(holders))
        average = self.total / len(self.lengths) if self.lengths else 0.0
        for id, frequency in holders.items():
            yield id, rarity * saturation(frequency, self.lengths[id], average)


@dataclass
class _Shelf:
    """What all open instances of one index share."""

    docs: dict[str, Doc] = field(default_factory=dict[str, Doc])
    body: _Field = field(default_factory=_Field)
    title: _Field = field(default_factory=_Field)
    mark: Mark | None = None
    lock: RLock = field(default_factory=RLock)

    def remove(self, id: str) -> None:
        doc = self.docs.pop(id, None)
        if doc is not None:
            self.body.remove(id, doc.body)
            self.title.remove(id, doc.title)

    def add(self, doc: Doc) -> None:
        self.remove(doc.id)
        self.docs[doc.id] = doc
        self.body.add(doc.id, doc.body)
        self.title.add(doc.id, doc.title)


class MemoryRetrieval:
    """An index that lives as long as the function that opened it."""

    can = Can.WORDS | Can.MEANING | Can.MANY_WRITERS

    def __init__(self, spec: IndexSpec, shelves: dict[IndexSpec, _Shelf], *, title_weight: float) -> None:
        self.spec = spec
        self._shelves = shelves
        self._title_weight = title_weight
        self._staged: dict[str, Doc | None] = {}

    @property
    def _shelf(self) -> _Shelf:
        return self._shelves.setdefault(self.spec, _Shelf())

    def put(self, docs: Iterable[Doc]) -> None:
        self._staged.update((doc.id, doc) for doc in accepted(docs, self.spec))

    def delete(self, ids: Iterable[str]) -> None:
        self._staged.update(dict.fromkeys(ids))

    def commit(self, mark: Mark | None = None) -> None:
        shelf = self._shelf
        with shelf.lock:
            for id, doc in self._staged.items():
                shelf.add(doc) if doc else shelf.remove(id)
            shelf.mark = mark or shelf.mark
            self._staged = {}

    def mark(self) -> Mark | None:
        return self._shelf.mark

    def search(self, seek: Seek) -> Legs:
        shelf = self._shelf
        with shelf.lock:
            permitted = {id: doc for id, doc in shelf.docs.items() if admits(seek.where, doc)}
            words = self._words(shelf, seek)
        meaning = self._meaning(permitted, query_vector(seek, self.spec))
        return Legs(
            _best({id: score for id, score in words.items() if id in permitted}, seek.depth),
            _best(meaning, seek.depth),
        )

    def get(self, ids: Iterable[str]) -> Mapping[str, Doc]:
        docs = self._shelf.docs
        return {id: docs[id] for id in ids if id in docs}

    def count(self) -> int:
        return len(self._shelf.docs)

    def compact(self) -> None:
        """Nothing to do: what is removed is gone at once."""

    def close(self, *, drop: bool = False) -> None:
        self._staged = {}
        if drop:
            self._shelves.pop(self.spec, None)

    def _words(self, shelf: _Shelf, seek: Seek) -> dict[str, float]:
        scores: dict[str, float] = {}
        for term, weight in terms_of(seek):
            for part, boost in ((shelf.title, self._title_weight), (shelf.body, 1.0)):
                for id, score in part.scores(term):
                    scores[id] = scores.get(id, 0.0) + weight * boost * score
        return scores

    @staticmethod
    def _meaning(docs: Mapping[str, Doc], query: Vector | None) -> dict[str, float]:
        near = {id: doc.vector for id, doc in docs.items() if doc.vector is not None}
        if query is None or not near:
            return {}
        # In double precision, then rounded: equal vectors must score equal wherever they stand in the matrix.
        cosines = (np.stack(list(near.values())).astype(np.float64) @ query.astype(np.float64)).astype(np.float32)
        return dict(zip(near, cosines.tolist(), strict=True))


def open_memory(*, title_weight: float = TITLE_WEIGHT) -> OpenIndex:
    """A backend whose indexes are shared by all that it opens."""
    shelves: dict[IndexSpec, _Shelf] = {}

    def open_index(spec: IndexSpec, transaction: object | None = None) -> RetrievalEngine:
        return MemoryRetrieval(spec, shelves, title_weight=title_weight)

    return open_index


def _best(scores: Mapping[str, float], depth: int) -> list[tuple[str, float]]:
    return sorted(scores.items(), key=lambda hit: (-hit[1], hit[0]))[:depth]
