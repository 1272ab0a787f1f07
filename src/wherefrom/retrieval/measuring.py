"""What is found out about a corpus without anybody's judgements: how far meaning can be trusted on it."""

from __future__ import annotations

from dataclasses import replace

from wherefrom.core.ids import content_hash
from wherefrom.ports.engines import Vector
from wherefrom.ports.record import UnitOfWork
from wherefrom.retrieval.docs import embedded_text
from wherefrom.retrieval.shelves import COLLECTIONS, Shelf, Shelves, Stock
from wherefrom.retrieval.trust import SAMPLE, measure_trust

__all__ = ["measured"]

_FEWEST = 20
_GROWTH = 4


def measured(shelves: Shelves, org: str, stock: Stock, unit: UnitOfWork) -> Stock:
    """The same stock, or one that knows more: each collection is asked again whenever it has grown fourfold."""
    trust = dict(stock.trust)
    for collection in COLLECTIONS:
        size = shelves.index(Shelf(org=org, collection=collection), stock, unit).count()
        if size >= _GROWTH * trust.get(collection, {}).get("size", _FEWEST / _GROWTH):
            sample = _sample(unit, collection, stock)
            trust[collection] = {**measure_trust(sample, shelves.embedder(stock)).as_dict(), "size": size}
    return stock if trust == stock.trust else replace(stock, trust=trust)


def _sample(unit: UnitOfWork, collection: str, stock: Stock) -> list[tuple[str, Vector]]:
    texts = {content_hash(text): text for text in _texts(unit, collection)}
    vectors = unit.vectors(stock.made_by).get(texts)
    return [(texts[text_hash], vector) for text_hash, vector in vectors.items()]


def _texts(unit: UnitOfWork, collection: str) -> list[str]:
    """What the embedder read of some items."""
    if collection == "chunks":
        return [passage.embed_text for passage in unit.chunks.passages(unit.chunks.sample(SAMPLE))]
    return [embedded_text(claim) for claim in unit.claims.get_many(unit.claims.sample(SAMPLE)).values()]
