"""bm25s with its stemmer and stopwords; also fused with numpy by reciprocal rank, as people do by hand."""

from __future__ import annotations

import bm25s
import numpy as np
import Stemmer
from numpy.typing import NDArray

from bench.systems import Material, Search
from bench.systems.numpy import index as index_meaning

__all__ = ["index", "index_with_numpy"]

_K = 60


def index(material: Material) -> Search:
    ids = [passage.id for passage in material.passages]
    stemmer = Stemmer.Stemmer("english")
    corpus = bm25s.tokenize(
        [passage.full_text for passage in material.passages], stopwords="en", stemmer=stemmer, show_progress=False
    )
    retriever = bm25s.BM25(k1=1.2, b=0.75)
    retriever.index(corpus, show_progress=False)

    def search(question: str, vector: NDArray[np.float32]) -> list[str]:
        asked = bm25s.tokenize([question], stopwords="en", stemmer=stemmer, show_progress=False)
        rows, scores = retriever.retrieve(asked, k=min(material.depth, len(ids)), show_progress=False)
        return [ids[row] for row, score in zip(rows[0], scores[0], strict=True) if score > 0]

    return search


def index_with_numpy(material: Material) -> Search:
    legs = (index(material), index_meaning(material))

    def search(question: str, vector: NDArray[np.float32]) -> list[str]:
        scores: dict[str, float] = {}
        for leg in legs:
            for rank, id in enumerate(leg(question, vector), 1):
                scores[id] = scores.get(id, 0.0) + 1 / (_K + rank)
        return sorted(scores, key=lambda id: -scores[id])[: material.depth]

    return search
