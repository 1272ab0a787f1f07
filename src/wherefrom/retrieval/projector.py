"""The projector: follows the numbered changes of the record and keeps every index up to date.

The shared index of passages leads: its mark is committed last, so whatever a crash interrupts is simply done again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from wherefrom.core.actors import Actor
from wherefrom.core.changes import Mark
from wherefrom.core.clock import Clock
from wherefrom.core.paging import LARGEST_PAGE, ChunkFilter, ClaimFilter
from wherefrom.ports.engines import RetrievalEngine, Vector
from wherefrom.ports.record import Record, UnitOfWork
from wherefrom.retrieval.docs import Draft, Touched, living_claims, touched_by
from wherefrom.retrieval.foreseen import Foreseen
from wherefrom.retrieval.measuring import measured
from wherefrom.retrieval.outage import Outages
from wherefrom.retrieval.preparing import NOTHING, Ready, Step, made_ready, prepared
from wherefrom.retrieval.shelves import COLLECTIONS, Shelf, Shelves, Stock, shelves_of, stock_of

__all__ = ["Progress", "Projector"]


Progress: TypeAlias = Callable[[int, int], None]
"""Called with how many items are done and how many there are."""

_CHANGES_A_STEP = 4_500
_ITEMS_A_STEP = LARGEST_PAGE
_WORKERS = 2  # one makes the next step ready, one embeds for it
_ALL_CHUNKS, _ALL_CLAIMS = ChunkFilter(personal=True), ClaimFilter(personal=True)


class Projector:
    """One for a process. Several processes may project the same change: putting twice is harmless."""

    def __init__(
        self, record: Record, shelves: Shelves, clock: Clock, outages: Outages, foreseen: Foreseen | None = None
    ) -> None:
        self._foreseen = foreseen or Foreseen()
        self._record = record
        self._shelves = shelves
        self._clock = clock
        self._outages = outages

    def catch_up(self, org: str, *, progress: Progress | None = None) -> Stock:
        """Apply what the indexes have not seen; the stock that is then in use."""
        stock = self._stock(org)
        with self._outages.telling(org, stock.embedder):
            stock = self._caught_up(org, progress)
        self._outages.over(org, stock.embedder)
        return stock

    def _caught_up(self, org: str, progress: Progress | None) -> Stock:
        with self._shelves.writing, ThreadPoolExecutor(_WORKERS) as workers:
            ahead: Future[Step | None] | None = None
            while True:
                stock = self._stock(org)
                if self._shelves.is_outdated(stock):
                    return self.rebuild(org, progress=progress)
                with self._record.read(Actor.system(org)) as unit:
                    mark = self._leader(org, stock, unit).mark()
                prepare = partial(self._prepared, org, stock, workers=workers)
                step = ahead.result() if ahead is not None else prepare(mark)
                if step is not None and (step.since, step.generation) != (mark, stock.generation):
                    step = prepare(mark)  # somebody else was faster
                if step is None:
                    return self.rebuild(org, progress=progress)
                if not step.changes:
                    return self._remeasured(org, stock)
                ahead = workers.submit(prepare, step.reaches) if step.reaches.seq < step.seen.seq else None
                self._apply(org, stock, step)
                if progress is not None:
                    progress(step.reaches.seq, self._record.changes.head(org).seq)

    def _prepared(self, org: str, stock: Stock, since: Mark | None, *, workers: ThreadPoolExecutor) -> Step | None:
        return prepared(self._record, self._shelves, org, stock, since, _CHANGES_A_STEP, workers, self._foreseen)

    def rebuild(self, org: str, *, embedder: str | None = None, progress: Progress | None = None) -> Stock:
        """All indexes anew beside the old ones, which are searched meanwhile; then swap.

        Begun again after a crash it embeds nothing twice, because every vector is kept.
        """
        while True:
            old = self._stock(org)
            new = self._begun(org, self._shelves.new_stock(embedder or old.embedder))
            with self._record.read(Actor.system(org)) as unit:
                mark = unit.head()
            with ThreadPoolExecutor(_WORKERS) as workers:
                for touched in self._everything(org, progress):
                    ready = made_ready(self._record, self._shelves, org, new, touched, workers, self._foreseen)
                    new = self._with_people(org, new, ready.drafts)
                    self._put_aside(org, new, ready)
            self._put_aside(org, new, NOTHING, mark=mark)
            stock = self._swapped(org, old, self._measured(org, new))
            if (stock.made_by, stock.analysis) == (new.made_by, new.analysis) and stock.generation != old.generation:
                return stock

    def strike_builds(self, org: str) -> None:
        """Whatever is being built was begun before an erasure and may hold what is gone: it begins anew."""
        with self._record.write(Actor.system(org)) as unit:
            stock = stock_of(unit)
            if stock is None or not stock.building:
                return
            self._shelves.keep(unit, replace(stock, building={}))
            unit.commit()
        with self._shelves.handling(self._record, org) as unit:
            for generation, build in stock.building.items():
                self._shelves.drop(org, stock.built_as(generation, build), unit)

    def _begun(self, org: str, new: Stock) -> Stock:
        """Written down, so that what a crash leaves behind is swept by the next one."""
        now = self._clock()
        with self._record.write(Actor.system(org)) as unit:
            current = stock_of(unit) or new
            abandoned = {each: build for each, build in current.building.items() if build.is_abandoned(now)}
            living = {each: build for each, build in current.building.items() if each not in abandoned}
            self._shelves.keep(unit, replace(current, building=living | {new.generation: new.build(now)}))
            unit.commit()
        with self._shelves.handling(self._record, org) as unit:
            for generation, build in abandoned.items():
                self._shelves.drop(org, current.built_as(generation, build), unit)
        return new

    def _everything(self, org: str, progress: Progress | None) -> Iterator[Touched]:
        """Page by page, each read for itself: a snapshot as long as a rebuild would keep erased bytes in the log."""
        with self._record.read(Actor.system(org)) as unit:
            total, done = unit.chunks.count(_ALL_CHUNKS) + unit.claims.count(_ALL_CLAIMS), 0
        for read in (_page_of_chunks, _page_of_claims):
            after: str | None = None
            while True:
                with self._record.read(Actor.system(org)) as unit:
                    touched, after = read(unit, after)
                if touched.ids:
                    yield touched
                    done += len(touched.ids)
                    if progress is not None:
                        progress(done, total)
                if after is None:
                    break

    def _swapped(self, org: str, old: Stock, new: Stock) -> Stock:
        """The stock then in use. If somebody else swapped meanwhile, or ours was struck, ours goes."""
        with self._shelves.writing:
            with self._record.write(Actor.system(org)) as unit:
                current = stock_of(unit) or old
                building = {each: build for each, build in current.building.items() if each != new.generation}
                won = current.generation == old.generation and new.generation in current.building
                kept = replace(new if won else current, building=building)
                self._shelves.keep(unit, kept)
                unit.commit()
            with self._shelves.handling(self._record, org) as unit:
                self._shelves.drop(org, current if won else new, unit)
        return kept

    def _put_aside(self, org: str, stock: Stock, ready: Ready, *, mark: Mark | None = None) -> None:
        """Into indexes that nobody else knows of yet."""
        self._keep_vectors(org, stock, ready.fresh)
        with self._shelves.handling(self._record, org) as unit:
            self._put(org, unit, stock, ready.drafts, ready.vectors, touched=frozenset(), mark=mark)

    def _put(
        self,
        org: str,
        unit: UnitOfWork,
        stock: Stock,
        drafts: Sequence[Draft],
        vectors: Mapping[str, Vector],
        *,
        touched: Set[str],
        mark: Mark | None,
    ) -> None:
        """Each draft onto its shelf; from every other shelf whatever was touched and does not belong there."""
        leader = Shelf(org=org, collection=COLLECTIONS[0])
        for shelf in reversed(shelves_of(org, stock)):
            own = [draft for draft in drafts if (draft.collection, draft.person) == (shelf.collection, shelf.person)]
            others = touched - {draft.doc.id for draft in own}
            engine = self._shelves.index(shelf, stock, unit)
            if not own and shelf != leader and not engine.get(others):
                continue
            engine.delete(others)
            engine.put(draft.with_vector(vectors.get(draft.text_hash)) for draft in own)
            engine.commit(mark)

    def _stock(self, org: str) -> Stock:
        with self._record.read(Actor.system(org)) as unit:
            stock = stock_of(unit)
        if stock is not None:
            return stock
        first = self._shelves.new_stock()
        with self._record.write(Actor.system(org)) as unit:
            stock = stock_of(unit) or first
            self._shelves.keep(unit, stock)
            unit.commit()
        return stock

    def _leader(self, org: str, stock: Stock, unit: UnitOfWork) -> RetrievalEngine:
        return self._shelves.index(Shelf(org=org, collection=COLLECTIONS[0]), stock, unit)

    def _apply(self, org: str, stock: Stock, step: Step) -> None:
        """One step, or nothing if another process was faster."""
        drafts, vectors, touched = step.ready.drafts, step.ready.vectors, step.ids
        stock = self._with_people(org, stock, drafts)
        self._keep_vectors(org, stock, step.ready.fresh)
        with self._record.write(Actor.system(org)) as unit:
            current = stock_of(unit)  # from here on every other process that projects this org waits
            if current is None or current.generation != stock.generation:
                return
            if self._leader(org, current, unit).mark() != step.since:
                return
            changes, head = step.changes, unit.head()
            if head != step.seen:
                later = self._record.changes.since(org, step.since, _CHANGES_A_STEP) or ()
                changes = [change for change in later if change.mark.seq <= head.seq]
                now = touched_by(unit, changes)
                if not changes or unit.head() != head:
                    return  # Postgres lets others write beside us
                drafts, touched = now.drafts(self._foreseen, now.text_hashes), now.ids
                vectors = unit.vectors(current.made_by).get(draft.text_hash for draft in drafts)
            if any(draft.text_hash not in vectors or not _has_shelf(draft, current) for draft in drafts):
                return  # somebody wrote meanwhile
            self._put(org, unit, current, drafts, vectors, touched=touched, mark=changes[-1].mark)
            unit.commit()

    def _remeasured(self, org: str, stock: Stock) -> Stock:
        now = self._measured(org, stock)
        if now is not stock:
            self._keep(org, now)
        return now

    def _measured(self, org: str, stock: Stock) -> Stock:
        with self._record.read(Actor.system(org)) as unit:
            return measured(self._shelves, org, stock, unit)

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
                self._shelves.keep(unit, _with_build(current, stock))
            unit.commit()
        return stock

    def _keep_vectors(self, org: str, stock: Stock, fresh: Mapping[str, Vector]) -> None:
        """At once, in a transaction of their own: what a crash interrupts is not embedded again."""
        if fresh:
            with self._record.write(Actor.system(org), at_leisure=True) as unit:
                unit.vectors(stock.made_by).add(fresh)
                unit.commit()


def _has_shelf(draft: Draft, stock: Stock) -> bool:
    return draft.person is None or draft.person in stock.people


def _with_build(current: Stock, new: Stock) -> Stock:
    """With the people that a build has shelves for by now; one that was struck stays so."""
    build = current.building.get(new.generation)
    if build is None:
        return current
    return replace(current, building={**current.building, new.generation: replace(build, people=new.people)})


def _page_of_chunks(unit: UnitOfWork, after: str | None) -> tuple[Touched, str | None]:
    page = unit.chunks.find(_ALL_CHUNKS, after=after, limit=_ITEMS_A_STEP)
    passages = unit.chunks.passages(chunk.id for chunk in page.items)
    return Touched(passages=passages, ids={passage.id for passage in passages}), page.next


def _page_of_claims(unit: UnitOfWork, after: str | None) -> tuple[Touched, str | None]:
    page = unit.claims.find(_ALL_CLAIMS, after=after, limit=_ITEMS_A_STEP)
    claims = living_claims(unit, page.items)
    return Touched(claims=claims, ids={claim.id for claim, _ in claims}), page.next
