"""Everything that searching needs, built when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from wherefrom.core.actors import Actor
from wherefrom.core.clock import Clock
from wherefrom.core.ids import content_hash
from wherefrom.ports.engines import Vector
from wherefrom.ports.models import EmbedderId
from wherefrom.ports.record import Record
from wherefrom.retrieval.foreseen import Foreseen
from wherefrom.retrieval.outage import Outages
from wherefrom.retrieval.projector import Projector
from wherefrom.retrieval.rerank import Reranking
from wherefrom.retrieval.search import Searcher
from wherefrom.retrieval.shelves import Shelves, Stock, shelves_of, stock_of

__all__ = ["Embedded", "Library"]


class Embedded(NamedTuple):
    """Vectors by the hash of their text, and who made them."""

    made_by: EmbedderId
    vectors: Mapping[str, Vector]


class Library:
    """The shelves of a store, who fills them and who looks on them. Opening a store opens none of it."""

    def __init__(
        self,
        record: Record,
        open_shelves: Callable[[], Shelves],
        clock: Clock,
        reranking: Reranking,
        *,
        default_embedder: str,
    ) -> None:
        self.default_embedder = default_embedder
        self.foreseen = Foreseen()
        self.outages = Outages(record)
        self._record = record
        self._open_shelves = open_shelves
        self._clock = clock
        self._reranking = reranking

    @cached_property
    def shelves(self) -> Shelves:
        return self._open_shelves()

    @cached_property
    def projector(self) -> Projector:
        return Projector(self._record, self.shelves, self._clock, self.outages, self.foreseen)

    @cached_property
    def searcher(self) -> Searcher:
        return Searcher(self._record, self.shelves, self.projector, self._reranking, self.outages)

    def catch_up(self, org: str) -> Stock:
        return self.projector.catch_up(org)

    def embedder_name(self, org: str) -> str:
        """Of the embedder in use, or of the one that will be; nothing is opened for it."""
        stock = self._stock(org)
        return stock.embedder if stock is not None else self.default_embedder

    def unembedded(self, org: str, texts: Iterable[str]) -> Mapping[str, str]:
        """Those that the embedder in use has never read, by their hash."""
        by_hash = {content_hash(text): text for text in texts}
        made_by = (self._stock(org) or self.catch_up(org)).made_by
        with self._record.read(Actor.system(org)) as unit:
            known = unit.vectors(made_by).get(by_hash)
        return {hash: text for hash, text in by_hash.items() if hash not in known}

    def embedded(self, org: str, texts: Mapping[str, str]) -> Embedded:
        """Their vectors, by the same hashes; nobody has to wait for it."""
        stock = self._stock(org) or self.catch_up(org)
        if not texts:
            return Embedded(stock.made_by, {})
        with self.outages.telling(org, stock.embedder):
            made = self.shelves.embedder(stock).embed(list(texts.values()), role="passage")
        return Embedded(stock.made_by, dict(zip(texts, made, strict=True)))

    def keep(self, org: str, embedded: Embedded) -> None:
        """So that nobody embeds these texts again."""
        if not embedded.vectors:
            return
        with self._record.write(Actor.system(org), at_leisure=True) as unit:
            unit.vectors(embedded.made_by).add(embedded.vectors)
            unit.commit()
        self.foreseen.add_vectors(embedded.made_by, embedded.vectors)

    def forget(self, org: str) -> None:
        """After an erasure: no index of the org keeps a byte, a word or a count of what is gone."""
        self.foreseen.forget()
        if self._stock(org) is None:
            return
        self.projector.strike_builds(org)
        stock = self.projector.catch_up(org)
        with self.shelves.handling(self._record, org) as unit:
            for shelf in shelves_of(org, stock):
                self.shelves.index(shelf, stock, unit).compact()

    def drop(self, org: str) -> None:
        """Before an org is deleted: its indexes, with their bytes."""
        stock = self._stock(org)
        if stock is not None:
            self.projector.strike_builds(org)
            with self.shelves.handling(self._record, org) as unit:
                self.shelves.drop(org, stock, unit)

    def _stock(self, org: str) -> Stock | None:
        """None if nothing was ever indexed; then nothing is opened either."""
        with self._record.read(Actor.system(org)) as unit:
            return stock_of(unit)

    def close(self) -> None:
        if "shelves" in self.__dict__:
            self.shelves.close()
