"""txtai's hybrid search; it needs torch, so it takes part where a CPU build is at hand."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from txtai import Embeddings

from bench.systems import Material, Search

__all__ = ["index"]


def index(material: Material) -> Search:
    def transform(texts: list[str]) -> NDArray[np.float32]:
        return material.embedder.embed(texts, role="query" if len(texts) == 1 else "passage")

    held = Embeddings(method="external", transform=transform, hybrid=True, normalize=True)
    held.index((passage.id, passage.full_text, None) for passage in material.passages)

    def search(question: str, vector: NDArray[np.float32]) -> list[str]:
        return [str(id) for id, _ in held.search(question, material.depth)]

    return search
