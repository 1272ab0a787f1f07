"""What is compared: ours and its peers. Each is a function that indexes passages and returns how to search them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bench.data import Passage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from wherefrom.ports.models import Embedder

__all__ = ["SYSTEMS", "Index", "Material", "Search", "load_system"]

Search: TypeAlias = Callable[[str, "NDArray[np.float32]"], Sequence[str]]
"""A question and its vector to the ids of as many passages as `Material.depth` says, best first."""


class Material(NamedTuple):
    """What every system is given: the same passages, the same vectors, and the embedder that made them.

    `spec` is what the embedder is called in the settings; `depth` is how many ids a search gives.
    """

    passages: Sequence[Passage]
    vectors: NDArray[np.float32]
    embedder: Embedder
    spec: str
    depth: int = 100


Index: TypeAlias = Callable[[Material], Search]

SYSTEMS: dict[str, str] = {
    "ours": "bench.systems.ours:index",
    "ours-words": "bench.systems.ours:index_words",
    "ours-rrf": "bench.systems.ours:index_rrf",
    "bm25s": "bench.systems.bm25s:index",
    "bm25s+numpy": "bench.systems.bm25s:index_with_numpy",
    "fts5": "bench.systems.fts5:index",
    "tantivy": "bench.systems.tantivy:index",
    "lancedb-words": "bench.systems.lancedb:index_words",
    "lancedb-hybrid": "bench.systems.lancedb:index",
    "chroma": "bench.systems.chroma:index",
    "numpy": "bench.systems.numpy:index",
    "txtai-hybrid": "bench.systems.txtai:index",
}


def load_system(name: str) -> Index:
    """ImportError where the peer is not installed."""
    module, _, function = SYSTEMS[name].partition(":")
    return getattr(import_module(module), function)
