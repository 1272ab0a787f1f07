"""Chroma, embedded: by meaning only, which is what it offers offline."""

from __future__ import annotations

from uuid import uuid4

import chromadb
import numpy as np
from chromadb.config import Settings
from numpy.typing import NDArray

from bench.systems import Material, Search

__all__ = ["index"]

_BATCH = 2000


def index(material: Material) -> Search:
    client = chromadb.EphemeralClient(Settings(anonymized_telemetry=False))
    held = client.create_collection(uuid4().hex, configuration={"hnsw": {"space": "cosine"}}, embedding_function=None)
    for start in range(0, len(material.passages), _BATCH):
        batch = slice(start, start + _BATCH)
        held.add([passage.id for passage in material.passages[batch]], embeddings=material.vectors[batch])
    depth = min(material.depth, len(material.passages))

    def search(question: str, vector: NDArray[np.float32]) -> list[str]:
        return held.query(query_embeddings=vector[None, :], n_results=depth, include=[])["ids"][0]

    return search
