"""LanceDB, embedded: full-text search with its stemmer and stopwords, and its hybrid search."""

from __future__ import annotations

import re
import tempfile
from typing import Any

import lancedb
import numpy as np
from lancedb.rerankers import RRFReranker
from numpy.typing import NDArray

from bench.systems import Material, Search

__all__ = ["index", "index_words"]

_WORD = re.compile(r"\w+")


class _Table:
    def __init__(self, material: Material) -> None:
        self._home = tempfile.TemporaryDirectory(prefix="lancedb-bench-")
        rows = [
            {"id": passage.id, "text": passage.full_text, "vector": vector}
            for passage, vector in zip(material.passages, material.vectors, strict=True)
        ]
        self.table: Any = lancedb.connect(self._home.name).create_table("passages", rows)
        self.table.create_fts_index("text", stem=True, remove_stop_words=True, ascii_folding=True)


def index(material: Material) -> Search:
    held = _Table(material)
    reranker = RRFReranker()

    def search(question: str, vector: NDArray[np.float32]) -> list[str]:
        query = held.table.search(query_type="hybrid").vector(vector).text(_plain(question))
        return [row["id"] for row in query.distance_type("cosine").rerank(reranker).limit(material.depth).to_list()]

    return search


def index_words(material: Material) -> Search:
    held = _Table(material)

    def search(question: str, vector: NDArray[np.float32]) -> list[str]:
        return [
            row["id"] for row in held.table.search(_plain(question), query_type="fts").limit(material.depth).to_list()
        ]

    return search


def _plain(question: str) -> str:
    return " ".join(_WORD.findall(question))
