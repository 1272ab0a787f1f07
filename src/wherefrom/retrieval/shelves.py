"""Shelves: the physical indexes of an org, and which of them are in use.

One index for each org and collection, and one for each person with private items, because scores of a shared index
would betray other people's words. Which generation is in use, and by which embedder it was made, stands in the record.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, field, replace
from threading import Lock, RLock
from typing import Any, TypeAlias

from wherefrom.core.actors import Actor
from wherefrom.core.ids import new_id, sha256
from wherefrom.core.values import value
from wherefrom.errors import AdapterError, EmbeddingFailed, InvalidValue
from wherefrom.ports.engines import IndexSpec, OpenIndex, RetrievalEngine
from wherefrom.ports.models import Embedder, EmbedderId
from wherefrom.ports.record import Record, UnitOfWork
from wherefrom.retrieval.outage import Watched
from wherefrom.retrieval.trust import Trust

__all__ = ["COLLECTIONS", "Build", "OpenEmbedder", "Shelf", "Shelves", "Stock", "shelves_of", "stock_of"]

OpenEmbedder: TypeAlias = Callable[[str], Embedder]

COLLECTIONS = ("chunks", "claims")
_STATE = "retrieval"
_ABANDONED_AFTER = 6 * 3600.0
_DROP_TRIES = 10


@value
class Shelf:
    """One index: a collection of an org, or of one person in it."""

    org: str
    collection: str
    person: str | None = None

    @property
    def name(self) -> str:
        private = f"-{sha256(self.person.encode())[:16]}" if self.person is not None else ""
        return f"{self.org}/{self.collection}{private}"


@value
class Build:
    """Indexes that somebody began to build: what they are called by, when, and by which process of which machine."""

    made_by: EmbedderId
    analysis: int
    people: frozenset[str]
    began: float
    machine: str
    process: int

    def is_abandoned(self, now: float) -> bool:
        """Its process is gone; of another machine's process only time tells."""
        if self.machine != platform.node():
            return now - self.began > _ABANDONED_AFTER
        try:
            os.kill(self.process, 0)
        except ProcessLookupError:
            return True
        except PermissionError:
            return False
        return False

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"made_by": list(self.made_by), "people": sorted(self.people)}

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> Build:
        known: dict[str, Any] = dict(written)
        known["made_by"] = EmbedderId(*known["made_by"])
        known["people"] = frozenset(known["people"])
        return cls(**known)


@value
class Stock:
    """What an org's indexes are: their generation, who made their vectors, how words were read, who has private ones.

    `building` are generations that somebody began to build; one that was never finished is swept later, and one that
    was struck from here meanwhile (an erasure does that) must not be taken into use.
    `trust` says for each collection how far its meaning leg can be trusted, and its size when that was measured.
    """

    embedder: str
    made_by: EmbedderId
    analysis: int
    generation: str
    people: frozenset[str] = frozenset()
    building: Mapping[str, Build] = field(default_factory=dict[str, Build])
    trust: Mapping[str, Mapping[str, float]] = field(default_factory=dict[str, Mapping[str, float]])

    def trust_in_meaning(self, collection: str) -> Trust:
        measured = self.trust.get(collection)
        return Trust() if measured is None else Trust.from_dict(measured)

    def build(self, now: float) -> Build:
        """This stock as something that the present process begins to build."""
        return Build(
            made_by=self.made_by,
            analysis=self.analysis,
            people=self.people,
            began=now,
            machine=platform.node(),
            process=os.getpid(),
        )

    def built_as(self, generation: str, build: Build) -> Stock:
        """The unfinished stock of a build, to drop its indexes."""
        return replace(
            self,
            generation=generation,
            made_by=build.made_by,
            analysis=build.analysis,
            people=build.people | self.people,
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "embedder": self.embedder,
            "made_by": list(self.made_by),
            "analysis": self.analysis,
            "generation": self.generation,
            "people": sorted(self.people),
            "building": {generation: build.as_json() for generation, build in self.building.items()},
            "trust": {collection: dict(figures) for collection, figures in self.trust.items()},
        }

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> Stock:
        known: dict[str, Any] = dict(written)
        known["made_by"] = EmbedderId(*known["made_by"])
        known["people"] = frozenset(known["people"])
        known["building"] = {each: Build.from_json(build) for each, build in known["building"].items()}
        return cls(**known)


class Shelves:
    """Opens indexes and embedders, each once."""

    def __init__(
        self,
        open_index: OpenIndex,
        open_embedder: OpenEmbedder,
        *,
        default_embedder: str,
        analysis: int,
        in_record: bool,
    ) -> None:
        self._open_index = open_index
        self._open_embedder = open_embedder
        self._default_embedder = default_embedder
        self._analysis = analysis
        self._in_record = in_record
        self._engines: dict[IndexSpec, RetrievalEngine] = {}
        self._embedders: dict[str, Embedder] = {}
        self._mutex = Lock()
        self.writing = RLock()
        """Held by whoever puts into indexes that are in use: what is staged belongs to one commit."""

    def keep(self, unit: UnitOfWork, stock: Stock) -> None:
        unit.set_engine_state(_STATE, stock.as_json())

    def new_stock(self, embedder: str | None = None) -> Stock:
        spec = embedder or self._default_embedder
        return Stock(embedder=spec, made_by=self._opened(spec).id, analysis=self._analysis, generation=new_id()[:8])

    def embedder(self, stock: Stock) -> Embedder:
        """The one that made the vectors; another, however like it, is refused, for its vectors mean something else."""
        opened = self._opened(stock.embedder)
        if opened.id != stock.made_by:
            raise InvalidValue(
                f"the index was made by {stock.made_by.name} {stock.made_by.version}",
                value=f"{opened.id.name} {opened.id.version}",
                hint=f"wherefrom reembed --embedder {stock.embedder}",
            )
        return opened

    def is_outdated(self, stock: Stock) -> bool:
        """Words were read by another version of the analysis."""
        return stock.analysis != self._analysis

    def index(self, shelf: Shelf, stock: Stock, unit: UnitOfWork) -> RetrievalEngine:
        spec = IndexSpec(f"{shelf.name}/{stock.generation}", stock.made_by, stock.analysis)
        if self._in_record:
            return self._open_index(spec, unit.transaction)
        with self._mutex:
            if spec not in self._engines:
                self._engines[spec] = self._open_index(spec, None)
            return self._engines[spec]

    @contextmanager
    def handling(self, record: Record, org: str) -> Generator[UnitOfWork]:
        """A unit to change indexes in: one that writes where they live in the record, else one that names the org."""
        if not self._in_record:
            with record.read(Actor.system(org)) as unit:
                yield unit
            return
        with record.write(Actor.system(org)) as unit:
            yield unit
            unit.commit()

    def drop(self, org: str, stock: Stock, unit: UnitOfWork) -> None:
        """Every index of a generation, with its bytes; the leader first, so that who still finds it finds the rest."""
        for shelf in shelves_of(org, stock):
            engine = self.index(shelf, stock, unit)
            with self._mutex:
                self._engines.pop(engine.spec, None)
            _drop(engine)

    def close(self) -> None:
        with self._mutex:
            for engine in self._engines.values():
                engine.close()
            self._engines.clear()

    def _opened(self, spec: str) -> Embedder:
        with self._mutex:
            if spec not in self._embedders:
                try:
                    self._embedders[spec] = Watched(self._open_embedder(spec))
                except OSError as error:
                    raise EmbeddingFailed("the embedder cannot be opened", value=spec, hint=str(error)) from error
            return self._embedders[spec]


def stock_of(unit: UnitOfWork) -> Stock | None:
    """What the record says is in use; None before anything was indexed."""
    written = unit.engine_state(_STATE)
    return None if written is None else Stock.from_json(written)


def shelves_of(org: str, stock: Stock) -> list[Shelf]:
    """Every index of an org, the shared ones first."""
    people = [None, *sorted(stock.people)]
    return [Shelf(org=org, collection=each, person=person) for person in people for each in COLLECTIONS]


def _drop(engine: RetrievalEngine) -> None:
    """Again, where a database let searches that were still looking there win."""
    for attempt in range(1, _DROP_TRIES + 1):
        try:
            return engine.close(drop=True)
        except AdapterError as error:
            if not error.retryable or attempt == _DROP_TRIES:
                raise
