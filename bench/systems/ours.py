"""wherefrom: its analysis, its embedded engine, its fusion. The one file to change when the way in changes."""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.systems import DEPTH, Material, Search
from wherefrom.engines.retrieval.local import open_local
from wherefrom.ports.engines import Doc, IndexSpec, Seek, Where
from wherefrom.retrieval.fuse import EXACT_DEPTH, Fusion, rrf, trusting
from wherefrom.retrieval.trust import SAMPLE, Trust, measure_trust
from wherefrom.text.analysis import ANALYSIS_VERSION, analyse, analyse_query, language_of

__all__ = ["index", "index_rrf", "index_words"]

_EVERYWHERE = Where(frozenset({0}))
_TITLE_WEIGHT = 0.5


def index(material: Material) -> Search:
    return _Index(material, trusting)


def index_rrf(material: Material) -> Search:
    return _Index(material, rrf)


def index_words(material: Material) -> Search:
    return _Index(material, None)


class _Index:
    """What the retrieval pipeline does, without the record behind it. A fusion of None leaves the word leg alone."""

    def __init__(self, material: Material, fusion: Fusion | None) -> None:
        self._fusion = fusion
        self._home = tempfile.TemporaryDirectory(prefix="wherefrom-bench-")
        spec = IndexSpec("bench", material.embedder.id if fusion else None, ANALYSIS_VERSION)
        self._engine = open_local(Path(self._home.name), title_weight=_TITLE_WEIGHT)(spec, None)
        self._engine.put(self._docs(material))
        self._engine.commit()
        self._languages = Counter(language_of(passage.full_text) for passage in material.passages)
        self._trust = _trust(material) if fusion is trusting else Trust()

    def _docs(self, material: Material) -> list[Doc]:
        docs: list[Doc] = []
        for passage, vector in zip(material.passages, material.vectors, strict=True):
            title = analyse(passage.title)
            body = [*title, *analyse(passage.text)]
            docs.append(Doc(passage.id, body, title, vector if self._fusion and vector.any() else None))
        return docs

    def __call__(self, question: str, vector: NDArray[np.float32]) -> list[str]:
        asked = analyse_query(question, languages=self._languages)
        legs = self._engine.search(Seek(_EVERYWHERE, asked.weights, vector if self._fusion else None, DEPTH))
        if self._fusion is None:
            return [id for id, _ in legs.words]
        exact = {term: asked.weights[term] for term in asked.exact}
        named = self._engine.search(Seek(_EVERYWHERE, exact, depth=EXACT_DEPTH)).words if exact else ()
        return [hit.id for hit in self._fusion(legs, self._trust, exact=named)][:DEPTH]


def _trust(material: Material) -> Trust:
    chosen = random.Random(0).sample(range(len(material.passages)), min(SAMPLE, len(material.passages)))
    sample = [(material.passages[number].full_text, material.vectors[number]) for number in chosen]
    return measure_trust(sample, material.embedder)
