"""The offline default: WordLlama's static token vectors, averaged.

The package is used for the model that it carries, not for its code: its loader looks in the wrong folder when offline,
and importing it sets up logging for the whole process and takes a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import numpy as np
from safetensors.numpy import load_file  # pyright: ignore[reportUnknownVariableType]  -- safetensors ships no types
from tokenizers import Tokenizer

from wherefrom.errors import AdapterError, InvalidValue, MissingExtra
from wherefrom.models.embedders import EmbedderOptions
from wherefrom.models.embedders.rows import Rows, embed_written
from wherefrom.ports.models import EmbedderId

__all__ = ["WordLlamaEmbedder", "open_wordllama"]

_MODEL = "l2_supercat"
_DIMENSIONS = 256
_BATCH = 256


class WordLlamaEmbedder:
    """A mean over vectors of tokens: microseconds a text, no network, no word order; shorter ones are its prefix."""

    def __init__(self, folder: Path, release: str, dimensions: int = _DIMENSIONS) -> None:
        try:
            self._tokenizer: Any = Tokenizer.from_file(str(folder / "tokenizers" / f"{_MODEL}_tokenizer_config.json"))
            (vectors,) = load_file(folder / "weights" / f"{_MODEL}_{_DIMENSIONS}.safetensors").values()
        except Exception as error:
            raise AdapterError(
                "the WordLlama model cannot be read", value=str(folder), hint="reinstall the package wordllama"
            ) from error
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._vectors: Rows = np.ascontiguousarray(vectors[:, :dimensions], dtype=np.float32)
        self._id = EmbedderId("wordllama", f"{_MODEL}-{release}-lower", dimensions)

    @property
    def id(self) -> EmbedderId:
        return self._id

    @property
    def max_tokens(self) -> int:
        return 8192

    def embed(self, texts: Sequence[str], *, role: Literal["query", "passage"]) -> Rows:
        return embed_written(texts, self._id.dimensions, self._means)

    def _means(self, texts: list[str]) -> Rows:
        batches = [self._sums(texts[start : start + _BATCH]) for start in range(0, len(texts), _BATCH)]
        return np.concatenate(batches)

    def _sums(self, texts: list[str]) -> Rows:
        """A sum points where the mean does; only the direction is kept."""
        lowered = [text.lower() for text in texts]  # its words in lower case are the better trained ones
        encoded = self._tokenizer.encode_batch_fast(lowered, add_special_tokens=False)
        ids = [np.minimum(np.asarray(one.ids, dtype=np.int32), len(self._vectors) - 1) for one in encoded]
        sums = np.zeros((len(texts), self._id.dimensions), dtype=np.float32)
        for row, tokens in enumerate(ids):
            if len(tokens):
                sums[row] = self._vectors[tokens].sum(axis=0)
        return sums


def open_wordllama(argument: str, options: EmbedderOptions) -> WordLlamaEmbedder:
    """`wordllama`, or `wordllama:64` for shorter vectors."""
    dimensions = int(argument) if argument.isdecimal() else options.dimensions or _DIMENSIONS
    if (argument and not argument.isdecimal()) or not 0 < dimensions <= _DIMENSIONS:
        raise InvalidValue("WordLlama has 1 to 256 dimensions", value=argument or dimensions)
    found = find_spec("wordllama")
    if found is None or found.origin is None:
        raise MissingExtra("wordllama", "the offline embedder")
    return WordLlamaEmbedder(Path(found.origin).parent, version("wordllama"), dimensions)
