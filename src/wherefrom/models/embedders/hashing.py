"""Feature hashing: no model at all. For tests and tiny installs; it knows shared stems and spellings, not meaning."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal
from zlib import crc32

import numpy as np

from wherefrom.errors import InvalidValue
from wherefrom.models.embedders import EmbedderOptions
from wherefrom.models.embedders.rows import Rows, embed_written
from wherefrom.ports.models import EmbedderId
from wherefrom.text.analysis import ANALYSIS_VERSION, analyse

__all__ = ["HashingEmbedder", "open_hashing"]

_DIMENSIONS = 256
_SPELLING_SHARE = 0.4


class HashingEmbedder:
    """Each term and each of its trigrams adds or subtracts at a place given by its hash."""

    def __init__(self, dimensions: int = _DIMENSIONS) -> None:
        if dimensions < 1:
            raise InvalidValue("an embedder needs at least one dimension", value=dimensions)
        self._dimensions = dimensions

    @property
    def id(self) -> EmbedderId:
        return EmbedderId("hash", f"1-{ANALYSIS_VERSION}", self._dimensions)

    @property
    def max_tokens(self) -> int:
        return 8192

    def embed(self, texts: Sequence[str], *, role: Literal["query", "passage"]) -> Rows:
        return embed_written(texts, self._dimensions, self._hash)

    def _hash(self, texts: list[str]) -> Rows:
        rows = np.zeros((len(texts), self._dimensions), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for term in analyse(text) or [text]:
                for feature, weight in _features(term):
                    row[(feature >> 1) % self._dimensions] += weight if feature & 1 else -weight
        return rows


@lru_cache(maxsize=100_000)
def _features(term: str) -> tuple[tuple[int, float], ...]:
    padded = f"^{term}$"
    trigrams = {padded[start : start + 3] for start in range(len(padded) - 2)}
    share = _SPELLING_SHARE / max(1, len(trigrams))
    return (crc32(term.encode()), 1.0), *((crc32(b"3" + gram.encode()), share) for gram in sorted(trigrams))


def open_hashing(argument: str, options: EmbedderOptions) -> HashingEmbedder:
    """`hash`, or `hash:512` for another number of dimensions."""
    if argument and not argument.isdecimal():
        raise InvalidValue("not a number of dimensions", value=argument, hint="write hash, or hash:512")
    return HashingEmbedder(int(argument) if argument else options.dimensions or _DIMENSIONS)
