"""Steps of projecting, made ready: what is slow (reading, analysing, embedding) is done before anybody has to wait.

Embedding and analysing go on side by side, and the next step is made ready while the last one is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

from wherefrom.core.actors import Actor
from wherefrom.core.changes import NOTHING_YET, Change, Mark
from wherefrom.ports.engines import Vector
from wherefrom.ports.record import Record
from wherefrom.retrieval.docs import Draft, Touched, touched_by
from wherefrom.retrieval.foreseen import Foreseen
from wherefrom.retrieval.shelves import Shelves, Stock

__all__ = ["NOTHING", "Ready", "Step", "made_ready", "prepared"]

_WORTH_A_THREAD = 256


class Ready(NamedTuple):
    """Drafts and their vectors; `fresh` are those that the record does not keep yet."""

    drafts: Sequence[Draft]
    vectors: Mapping[str, Vector]
    fresh: Mapping[str, Vector]


NOTHING = Ready((), {}, {})


class Step(NamedTuple):
    """Changes since a mark, for the indexes of one generation, as the record was when its head was `seen`."""

    since: Mark | None
    generation: str
    changes: Sequence[Change]
    seen: Mark
    ids: frozenset[str]
    ready: Ready

    @property
    def reaches(self) -> Mark:
        return self.changes[-1].mark


def prepared(
    record: Record,
    shelves: Shelves,
    org: str,
    stock: Stock,
    since: Mark | None,
    limit: int,
    workers: ThreadPoolExecutor,
    foreseen: Foreseen,
) -> Step | None:
    """None if the mark is unknown to the record."""
    with record.read(Actor.system(org)) as unit:
        seen = unit.head()
        changes = record.changes.since(org, since, limit)
        if changes is None:
            return None
        # Not later ones: an index must have what the record had at its mark, not what came after.
        changes = [change for change in changes if change.mark.seq <= seen.seq]
        if not changes:
            return Step(since, stock.generation, (), since or NOTHING_YET, frozenset(), NOTHING)
        touched = touched_by(unit, changes)
    ready = made_ready(record, shelves, org, stock, touched, workers, foreseen)
    return Step(since, stock.generation, changes, seen, frozenset(touched.ids), ready)


def made_ready(
    record: Record,
    shelves: Shelves,
    org: str,
    stock: Stock,
    touched: Touched,
    workers: ThreadPoolExecutor,
    foreseen: Foreseen,
) -> Ready:
    """Vectors come from the record where they were made before; the rest is embedded."""
    hashes = touched.text_hashes
    texts = dict(zip(hashes, touched.texts, strict=True))
    known = foreseen.vectors(stock.made_by, texts)
    with record.read(Actor.system(org)) as unit:
        known |= unit.vectors(stock.made_by).get(text_hash for text_hash in texts if text_hash not in known)
    missing = {text_hash: text for text_hash, text in texts.items() if text_hash not in known}
    embed = partial(_embedded, shelves, stock, missing)
    if len(missing) < _WORTH_A_THREAD:
        fresh = embed()
        return Ready(touched.drafts(foreseen, hashes), {**known, **fresh}, fresh)
    embedding = workers.submit(embed)
    drafts = touched.drafts(foreseen, hashes)
    fresh = embedding.result()
    return Ready(drafts, {**known, **fresh}, fresh)


def _embedded(shelves: Shelves, stock: Stock, texts: Mapping[str, str]) -> Mapping[str, Vector]:
    if not texts:
        return {}
    return dict(zip(texts, shelves.embedder(stock).embed(list(texts.values()), role="passage"), strict=True))
