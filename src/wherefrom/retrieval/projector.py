"""The projector: follows the numbered changes of the record and keeps every index up to date.

The shared index of passages leads: its mark is committed last, so whatever a crash interrupts is simply done again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from wherefrom.core.actors import Actor
from wherefrom.core.changes import Change, Mark
from wherefrom.core.clock import Clock
from wherefrom.core.ids import content_hash
from wherefrom.core.paging import ChunkFilter, ClaimFilter
from wherefrom.ports.engines import RetrievalEngine, Vector
from wherefrom.ports.record import Record, UnitOfWork
from wherefrom.retrieval.docs import Draft, chunk_drafts, claim_drafts, drafts_of, embedded_text, every
from wherefrom.retrieval.shelves import COLLECTIONS, Shelf, Shelves, Stock, shelves_of, stock_of
from wherefrom.retrieval.trust import SAMPLE, measure_trust

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Progress", "Projector"]

Progress: TypeAlias = Callable[[int, int], None]
"""Called with how many items are done and how many there are."""

_CHANGES_A_STEP = 2_000
_ITEMS_A_STEP = 1_000
_FEWEST_TO_MEASURE = 20
_ABANDONED_AFTER = 6 * 3600.0


class Projector:
    """One for a process. Several processes may project the same change: putting twice is harmless."""

    def __init__(self, record: Record, shelves: Shelves, clock: Clock) -> None:
        self._record = record
        self._shelves = shelves
        self._clock = clock

    def catch_up(self, org: str, *, progress: Progress | None = None) -> Stock:
        """Apply what the indexes have not seen; the stock that is then in use."""
        stock = self._stock(org)
        if self._shelves.is_outdated(stock):
            return self.rebuild(org, progress=progress)
        with self._shelves.writing:
            while True:
                with self._record.read(Actor.system(org)) as unit:
                    mark = self._leader(org, stock, unit).mark()
                changes = self._record.changes.since(org, mark, _CHANGES_A_STEP)
                if changes is None:
                    return self.rebuild(org, progress=progress)
                if not changes:
                    return stock
                stock = self._apply(org, stock, changes)
                if progress is not None:
                    progress(changes[-1].mark.seq, self._record.changes.head(org).seq)

    def rebuild(self, org: str, *, embedder: str | None = None, progress: Progress | None = None) -> Stock:
        """All indexes anew beside the old ones, which are searched meanwhile; then swap.

        Begun again after a crash it embeds nothing twice, because every vector is kept.
        """
        old = self._stock(org)
        new = self._begun(org, self._shelves.new_stock(embedder or old.embedder))
        with self._record.read(Actor.system(org)) as unit:
            mark = unit.head()
        for drafts in self._everything(org, progress):
            new = self._with_people(org, new, drafts)
            self._put(org, new, drafts, touched=(), mark=None)
        self._put(org, new, [], touched=(), mark=mark)
        return self._swapped(org, old, self._measured(org, new))

    def _begun(self, org: str, new: Stock) -> Stock:
        """Written down, so that what a crash leaves behind is swept by the next one."""
        with self._record.write(Actor.system(org)) as unit:
            current = stock_of(unit)
            if current is not None:
                now = self._clock()
                for generation, since in current.building.items():
                    if now - since > _ABANDONED_AFTER:
                        self._shelves.drop(org, replace(current, generation=generation), unit)
                building = {each: at for each, at in current.building.items() if now - at <= _ABANDONED_AFTER}
                self._shelves.keep(unit, replace(current, building=building | {new.generation: now}))
            unit.commit()
        return new

    def _everything(self, org: str, progress: Progress | None) -> Iterator[list[Draft]]:
        with self._record.read(Actor.system(org)) as unit:
            total = unit.chunks.count(ChunkFilter(personal=True)) + unit.claims.count(ClaimFilter(personal=True))
            done = 0
            for repository, where, drafts in (
                (unit.chunks, ChunkFilter(personal=True), chunk_drafts),
                (unit.claims, ClaimFilter(personal=True), claim_drafts),
            ):
                items = every(repository, where)
                while batch := list(islice(items, _ITEMS_A_STEP)):
                    yield drafts(unit, batch)
                    done += len(batch)
                    if progress is not None:
                        progress(done, total)

    def _swapped(self, org: str, old: Stock, new: Stock) -> Stock:
        """In one transaction; if somebody else swapped meanwhile, theirs stays and ours goes."""
        with self._record.write(Actor.system(org)) as unit:
            current = stock_of(unit) or old
            building = {each: at for each, at in current.building.items() if each != new.generation}
            won = current.generation == old.generation
            kept = replace(new, building=building) if won else replace(current, building=building)
            self._shelves.keep(unit, kept)
            unit.commit()
        with self._shelves.handling(self._record, org) as unit:
            self._shelves.drop(org, old if won else new, unit)
        return kept

    def _put(
        self, org: str, stock: Stock, drafts: Sequence[Draft], *, touched: Iterable[str], mark: Mark | None
    ) -> None:
        """Each draft onto its shelf; from every other shelf whatever was touched and does not belong there."""
        vectors = self._vectors(org, stock, drafts)
        ids = set(touched)
        with self._shelves.handling(self._record, org) as unit:
            for shelf in reversed(shelves_of(org, stock)):
                own = [
                    draft for draft in drafts if (draft.collection, draft.person) == (shelf.collection, shelf.person)
                ]
                others = ids - {draft.doc.id for draft in own}
                engine = self._shelves.index(shelf, stock, unit)
                if not own and shelf.person is not None and not engine.get(others):
                    continue
                engine.delete(others)
                engine.put(draft.with_vector(vectors.get(draft.text_hash)) for draft in own)
                engine.commit(mark)

    def _stock(self, org: str) -> Stock:
        with self._record.read(Actor.system(org)) as unit:
            stock = stock_of(unit)
        if stock is not None:
            return stock
        with self._record.write(Actor.system(org)) as unit:
            stock = stock_of(unit) or self._shelves.new_stock()
            self._shelves.keep(unit, stock)
            unit.commit()
        return stock

    def _leader(self, org: str, stock: Stock, unit: UnitOfWork) -> RetrievalEngine:
        return self._shelves.index(Shelf(org=org, collection=COLLECTIONS[0]), stock, unit)

    def _apply(self, org: str, stock: Stock, changes: Sequence[Change]) -> Stock:
        with self._record.read(Actor.system(org)) as unit:
            drafts, touched = drafts_of(unit, changes)
        stock = self._with_people(org, stock, drafts)
        self._put(org, stock, drafts, touched=touched, mark=changes[-1].mark)
        measured = self._measured(org, stock)
        if measured is not stock:
            self._keep(org, measured)
        return measured

    def _measured(self, org: str, stock: Stock) -> Stock:
        """How far meaning can be trusted is asked again whenever a collection has doubled."""
        trust = dict(stock.trust)
        with self._record.read(Actor.system(org)) as unit:
            for collection in COLLECTIONS:
                size = self._shelves.index(Shelf(org=org, collection=collection), stock, unit).count()
                if size >= 2 * trust.get(collection, {}).get("size", _FEWEST_TO_MEASURE / 2):
                    sample = self._sample(unit, collection, stock)
                    figures = measure_trust(sample, self._shelves.embedder(stock)).as_dict()
                    trust[collection] = {**figures, "size": size}
        return stock if trust == stock.trust else replace(stock, trust=trust)

    def _sample(self, unit: UnitOfWork, collection: str, stock: Stock) -> list[tuple[str, Vector]]:
        items = unit.chunks.sample(SAMPLE) if collection == "chunks" else unit.claims.sample(SAMPLE)
        texts = {content_hash(text): text for text in map(embedded_text, items)}
        vectors = unit.vectors(stock.made_by).get(texts)
        return [(texts[text_hash], vector) for text_hash, vector in vectors.items()]

    def _keep(self, org: str, stock: Stock) -> None:
        with self._record.write(Actor.system(org)) as unit:
            current = stock_of(unit)
            if current is not None and current.generation == stock.generation:
                self._shelves.keep(unit, replace(current, trust=stock.trust))
            unit.commit()

    def _with_people(self, org: str, stock: Stock, drafts: Iterable[Draft]) -> Stock:
        """Whoever has a first private item gets a shelf; written down before anything is put there."""
        people = {draft.person for draft in drafts if draft.person is not None}
        if people <= stock.people:
            return stock
        with self._record.write(Actor.system(org)) as unit:
            current = stock_of(unit) or stock
            if current.generation == stock.generation:
                stock = replace(current, people=current.people | people)
                self._shelves.keep(unit, stock)
            else:
                stock = replace(stock, people=stock.people | people)
            unit.commit()
        return stock

    def _vectors(self, org: str, stock: Stock, drafts: Sequence[Draft]) -> Mapping[str, NDArray[np.float32]]:
        """From the record where they were made before; the rest is embedded outside of any writing transaction."""
        with self._record.read(Actor.system(org)) as unit:
            known = dict(unit.vectors(stock.made_by).get(draft.text_hash for draft in drafts))
        missing = {draft.text_hash: draft.embed_text for draft in drafts if draft.text_hash not in known}
        if not missing:
            return known
        made = self._shelves.embedder(stock).embed(list(missing.values()), role="passage")
        fresh = dict(zip(missing, made, strict=True))
        with self._record.write(Actor.system(org)) as unit:
            unit.vectors(stock.made_by).add(fresh)
            unit.commit()
        return known | fresh
