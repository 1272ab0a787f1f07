"""The offline default: WordLlama's static token vectors, averaged.

The package is used for the model that it carries, not for its code: its loader looks in the wrong folder when offline,
and importing it sets up logging for the whole process and takes a second.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cached_property
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from wherefrom.errors import AdapterError, InvalidValue, MissingExtra
from wherefrom.models.embedders.rows import Rows, embed_written
from wherefrom.models.embedders.wordllama_tokens import FastTokens, Ids
from wherefrom.ports.models import EmbedderId

__all__ = ["DIMENSIONS", "WordLlamaEmbedder", "load_wordllama"]

_MODEL = "l2_supercat"
DIMENSIONS = 256
_BATCH = 256
_FEW = 16
_MANY = 4_000
"""Texts after which the faster tokens are worth the quarter of a second that it takes to prepare them here; mostly
another process has taken over long before."""
_TYPES = {"F16": "<f2", "F32": "<f4"}


class WordLlamaEmbedder:
    """A mean over vectors of tokens: microseconds a text, no network, no word order; shorter ones are its prefix."""

    def __init__(self, folder: Path, release: str, dimensions: int = DIMENSIONS) -> None:
        self._described = folder / "tokenizers" / f"{_MODEL}_tokenizer_config.json"
        try:
            self._tokenizer: Any = Tokenizer.from_file(str(self._described))
            stored = _mapped(folder / "weights" / f"{_MODEL}_{DIMENSIONS}.safetensors")
        except Exception as error:
            raise AdapterError(
                "the WordLlama model cannot be read", value=str(folder), hint="reinstall the package wordllama"
            ) from error
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._stored = stored[:, :dimensions]
        self._seen = 0
        self._id = EmbedderId("wordllama", f"{_MODEL}-{release}-lower", dimensions)

    @property
    def id(self) -> EmbedderId:
        return self._id

    @property
    def max_tokens(self) -> int:
        return 8192

    def prepare(self) -> None:
        """For many texts, from the first one on."""
        self._seen = _MANY
        _ = self._vectors, self._fast

    def embed(self, texts: Sequence[str], *, role: Literal["query", "passage"]) -> Rows:
        return embed_written(texts, self._id.dimensions, self._means)

    def _means(self, texts: list[str]) -> Rows:
        batches = [self._sums(texts[start : start + _BATCH]) for start in range(0, len(texts), _BATCH)]
        return np.concatenate(batches)

    @cached_property
    def _vectors(self) -> Rows:
        """All of them in single precision, for many texts; a question needs a few rows of what is stored."""
        return np.ascontiguousarray(self._stored, dtype=np.float32)

    @cached_property
    def _fast(self) -> FastTokens:
        return FastTokens(self._described, self._tokenizer)

    def _sums(self, texts: list[str]) -> Rows:
        """A sum points where the mean does; only the direction is kept."""
        vectors = self._vectors if len(texts) > _FEW else self._stored
        sums = np.zeros((len(texts), self._id.dimensions), dtype=np.float32)
        for row, tokens in enumerate(self._tokens([text.lower() for text in texts])):
            if len(tokens):
                known = np.minimum(tokens, len(vectors) - 1)
                sums[row] = vectors.take(known, axis=0).sum(axis=0, dtype=np.float32)
        return sums

    def _tokens(self, texts: list[str]) -> Iterable[Ids]:
        """Of texts in lower case, whose words are the better trained ones."""
        self._seen += len(texts)
        if self._seen > _MANY:
            return self._fast.of(texts)
        encoded = self._tokenizer.encode_batch_fast(texts, add_special_tokens=False)
        return (np.asarray(one.ids, dtype=np.int32) for one in encoded)


def _mapped(path: Path) -> NDArray[np.floating]:
    """The one matrix of a safetensors file (a length, a header in JSON, the bytes), read as it is used."""
    with path.open("rb") as file:
        size = int.from_bytes(file.read(8), "little")
        header: dict[str, Any] = json.loads(file.read(size))
    header.pop("__metadata__", None)
    (matrix,) = header.values()
    begin, _ = matrix["data_offsets"]
    return np.memmap(path, _TYPES[matrix["dtype"]], "r", 8 + size + begin, tuple(matrix["shape"]))


def load_wordllama(dimensions: int) -> WordLlamaEmbedder:
    if not 0 < dimensions <= DIMENSIONS:
        raise InvalidValue("WordLlama has 1 to 256 dimensions", value=dimensions)
    found = find_spec("wordllama")
    if found is None or found.origin is None:
        raise MissingExtra("wordllama", "the offline embedder")
    return WordLlamaEmbedder(Path(found.origin).parent, version("wordllama"), dimensions)
