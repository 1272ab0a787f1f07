"""Models behind narrow seams: embedders and rerankers now, language models with the claims."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Embedder", "EmbedderId", "Reranker"]


class EmbedderId(NamedTuple):
    """Stored with every vector; vectors of different ids are never compared."""

    name: str
    version: str
    dimensions: int


class Embedder(Protocol):
    """Texts to unit vectors."""

    @property
    def id(self) -> EmbedderId: ...

    @property
    def max_tokens(self) -> int: ...

    def embed(self, texts: Sequence[str], *, role: Literal["query", "passage"]) -> NDArray[np.float32]:
        """One unit row a text, never NaN; a blank text gives a zero row, which is not indexed."""
        ...


class Reranker(Protocol):
    """Reads a question together with each passage."""

    @property
    def name(self) -> str: ...

    def score(self, query: str, texts: Sequence[str], *, deadline: float) -> Sequence[float]:
        """How well each text answers, from 0 to 1. `deadline` is on `time.monotonic`; past it TimeoutError."""
        ...
