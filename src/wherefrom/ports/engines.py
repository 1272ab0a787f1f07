"""Retrieval engines: plain indexes that know nothing of records, permissions or fusing.

An engine learns one thing about permission, `acl IN (…)`, and one thing about progress, the mark of its last commit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Flag, auto
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeAlias

from wherefrom.core.changes import Mark
from wherefrom.ports.models import EmbedderId

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Can", "Doc", "Facet", "IndexSpec", "Legs", "OpenIndex", "RetrievalEngine", "Seek", "Vector", "Where"]

Vector: TypeAlias = "NDArray[np.float32]"
Facet: TypeAlias = Literal[
    "kind",
    "namespace",
    "project",
    "type",
    "source",
    "entity",
    "scope",
    "status",
    "info_type",
    "knowledge_type",
    "tag",
]


class Can(Flag):
    """What an engine is able to do; the contract skips, and retrieval never asks for, the rest."""

    WORDS = auto()
    MEANING = auto()
    IN_RECORD = auto()
    MANY_WRITERS = auto()


class IndexSpec(NamedTuple):
    """One physical index: one org and collection, one embedder, one analysis. Changing any of them is a new index."""

    name: str
    embedder: EmbedderId | None
    analysis: int


class Doc(NamedTuple):
    """Something to find: terms as text/ analysed them, a unit vector, a closed set of facets.

    `at` is in milliseconds. `payload` is used only where no record stands behind the index.
    """

    id: str
    body: Sequence[str]
    title: Sequence[str] = ()
    vector: Vector | None = None
    acl: int = 0
    at: int = 0
    facets: Mapping[Facet, frozenset[str]] = {}
    payload: bytes = b""


class Where(NamedTuple):
    """Only narrows. Each named facet must hold one of its values; `since` and `until` bound `at`, both included."""

    acls: frozenset[int]
    any_of: Mapping[Facet, frozenset[str]] = {}
    since: int | None = None
    until: int | None = None
    ids: frozenset[str] | None = None


class Seek(NamedTuple):
    """Both legs in one call, so that a database can answer in one round trip; weights by analysed term."""

    where: Where
    terms: Mapping[str, float]
    vector: Vector | None = None
    depth: int = 100


class Legs(NamedTuple):
    """Raw scores (BM25-like; cosine), best first, ties by id. Fusing and explaining belong to retrieval/."""

    words: Sequence[tuple[str, float]] = ()
    meaning: Sequence[tuple[str, float]] = ()


class RetrievalEngine(Protocol):
    """One open index. Idempotent by id, so a replay after a crash is harmless; filters hold before ranking."""

    can: Can
    spec: IndexSpec

    def put(self, docs: Iterable[Doc]) -> None:
        """Insert or replace; staged. A wrong dimension is refused before anything is staged."""
        ...

    def delete(self, ids: Iterable[str]) -> None:
        """Staged; an unknown id is nothing."""
        ...

    def commit(self, mark: Mark | None = None) -> None:
        """Durable and visible to every process, together with how far it reaches."""
        ...

    def mark(self) -> Mark | None:
        """Of the newest commit by any process; the next search sees at least that."""
        ...

    def search(self, seek: Seek) -> Legs:
        """Safe from many threads while another process commits."""
        ...

    def get(self, ids: Iterable[str]) -> Mapping[str, Doc]:
        """As put; for stores without a record behind them."""
        ...

    def count(self) -> int:
        """Documents of the newest commit."""
        ...

    def compact(self) -> None:
        """No trace of deleted documents: bytes, vocabulary, statistics. After it equal data give equal scores."""
        ...

    def close(self, *, drop: bool = False) -> None:
        """Forgets what is staged; drop removes the index and its bytes."""
        ...


OpenIndex: TypeAlias = Callable[[IndexSpec, "object | None"], RetrievalEngine]
"""A backend is this function; the second argument is a transaction of the record if the engine is IN_RECORD."""
