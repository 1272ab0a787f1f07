"""What is known of texts before they are indexed: their words, by whoever read them, and the vectors made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from threading import Lock

from wherefrom.core.terms import Terms
from wherefrom.ports.engines import Vector
from wherefrom.ports.models import EmbedderId
from wherefrom.text.analysis import analyse

__all__ = ["Foreseen"]

_MOST = 50_000
"""Another process may index what was meant for us; what is never asked for must not pile up."""


class Foreseen:
    """Each is asked for once, when its passage is indexed; whatever is not here is analysed, or read, then."""

    def __init__(self) -> None:
        self._terms: dict[str, Terms] = {}
        self._vectors: dict[tuple[EmbedderId, str], Vector] = {}
        self._turn = Lock()

    def add(self, terms: Mapping[str, Terms]) -> None:
        with self._turn:
            if len(self._terms) + len(terms) > _MOST:
                self._terms.clear()
            self._terms.update(terms)

    def analysed(self, text: str) -> Terms:
        with self._turn:
            terms = self._terms.pop(text, None)
        return terms if terms else Terms.of(analyse(text))

    def add_vectors(self, made_by: EmbedderId, vectors: Mapping[str, Vector]) -> None:
        """By the hash of their text; only what the record keeps as well."""
        with self._turn:
            if len(self._vectors) + len(vectors) > _MOST:
                self._vectors.clear()
            self._vectors.update(((made_by, text_hash), vector) for text_hash, vector in vectors.items())

    def vectors(self, made_by: EmbedderId, text_hashes: Iterable[str]) -> dict[str, Vector]:
        with self._turn:
            asked = ((text_hash, self._vectors.pop((made_by, text_hash), None)) for text_hash in text_hashes)
            return {text_hash: vector for text_hash, vector in asked if vector is not None}

    def forget(self) -> None:
        """After an erasure: what is gone may be among it."""
        with self._turn:
            self._terms.clear()
            self._vectors.clear()
