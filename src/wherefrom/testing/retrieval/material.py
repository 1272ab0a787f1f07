"""What the tests of the contract are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, cast

import numpy as np
import pytest

from wherefrom.core.changes import Mark
from wherefrom.ports.engines import Doc, IndexSpec, Legs, RetrievalEngine, Seek, Vector, Where
from wherefrom.ports.models import EmbedderId

__all__ = [
    "DIMENSIONS",
    "ODD_TERMS",
    "SPEC",
    "IndexTests",
    "OpenSpec",
    "axis",
    "both",
    "everything",
    "found",
    "ids",
    "leaning",
    "seek",
    "stored",
]

OpenSpec: TypeAlias = Callable[[IndexSpec], RetrievalEngine]

DIMENSIONS = 8
SPEC = IndexSpec("chunks", EmbedderId("contract", "1", DIMENSIONS), analysis=1)
ODD_TERMS = (
    'quo"te',
    "apo'strophe",
    "AND",
    "NOT",
    "near(",
    "a*",
    "^b",
    "field:value",
    "-minus",
    "back\\slash",
    "per%cent_",
    "(open",
    "with space",
    "tab\tnew\nline\r\f",
    "null\0byte",
    "\x1f\x1e\x7f",
    "🦩",
    "知識",
    "ความรู้",
    "naïve",
    "naive",
    "Naive",
    "ß",
    "x41",
    "XYZ",
    "e" * 200,
    "é" * 200,
    "w" * 5_000,
)


def axis(number: int) -> Vector:
    """A unit vector along one axis."""
    vector = np.zeros(DIMENSIONS, dtype=np.float32)
    vector[number] = 1.0
    return vector


def leaning(cosine: float, number: int = 1) -> Vector:
    """A unit vector whose cosine with the first axis is as told."""
    return cast("Vector", (cosine * axis(0) + np.sqrt(1 - cosine**2) * axis(number)).astype(np.float32))


def seek(
    *terms: str,
    weights: Mapping[str, float] | None = None,
    vector: Vector | None = None,
    depth: int = 100,
    acls: Iterable[int] = (0,),
    **where: Any,
) -> Seek:
    """A Seek with everything that a test does not name left open."""
    wanted = dict.fromkeys(terms, 1.0) | dict(weights or {})
    return Seek(Where(frozenset(acls), **where), wanted, vector, depth)


def ids(leg: Sequence[tuple[str, float]]) -> list[str]:
    return [id for id, _ in leg]


def stored(engine: RetrievalEngine, *docs: Doc, mark: Mark | None = None) -> None:
    engine.put(docs)
    engine.commit(mark)


def both(id: str, **fields: Any) -> Doc:
    """A document that both legs of `everything` find."""
    return Doc(id, ("common",), vector=fields.pop("vector", leaning(0.9)), **fields)


def everything(**where: Any) -> Seek:
    return seek("common", vector=axis(0), **where)


def found(legs: Legs) -> set[str]:
    """What both legs agree on."""
    assert set(ids(legs.words)) == set(ids(legs.meaning))
    return set(ids(legs.words))


class IndexTests:
    """The fixtures that all parts of the contract share."""

    many = 100_000
    """How many documents the largest test writes; a backend sets it for its own campaigns."""

    @pytest.fixture
    def open_index(self) -> OpenSpec:
        """Open an index of the place under test. Opening the same spec twice gives two views of one index."""
        raise NotImplementedError

    @pytest.fixture
    def engine(self, open_index: OpenSpec) -> RetrievalEngine:
        return open_index(SPEC)
