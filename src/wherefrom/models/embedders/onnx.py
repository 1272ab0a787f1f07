"""`onnx:PATH`: any sentence-transformers model exported to ONNX, int8 or fp32, on the CPU."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from wherefrom.models.embedders import EmbedderOptions
from wherefrom.models.embedders.export import Export, read_export
from wherefrom.models.embedders.rows import Rows, embed_written
from wherefrom.models.onnx_session import OnnxSession, batches
from wherefrom.ports.models import EmbedderId

__all__ = ["OnnxEmbedder", "open_onnx"]

_MOST_ROWS = 64
_MOST_TOKENS = 8192


class OnnxEmbedder:
    """Texts of like length go together, so that little is spent on padding."""

    def __init__(self, export: Export, threads: int | None = None) -> None:
        self._export = export
        self._session = OnnxSession(export, threads=threads)
        dimensions = self._run([self._session.tokenizer.encode("a")]).shape[1]
        self._id = EmbedderId(f"onnx:{export.name}", export.fingerprint, dimensions)

    @property
    def id(self) -> EmbedderId:
        return self._id

    @property
    def max_tokens(self) -> int:
        return self._export.max_tokens

    def embed(self, texts: Sequence[str], *, role: Literal["query", "passage"]) -> Rows:
        prefix = self._export.query_prefix if role == "query" else self._export.passage_prefix

        def embed_with_prefix(written: list[str]) -> Rows:
            return self._embed([prefix + text for text in written])

        return embed_written(texts, self._id.dimensions, embed_with_prefix)

    def _embed(self, texts: list[str]) -> Rows:
        encoded = self._session.tokenizer.encode_batch_fast(texts)
        rows = np.zeros((len(texts), self._id.dimensions), dtype=np.float32)
        for batch in batches(encoded, most_rows=_MOST_ROWS, most_tokens=_MOST_TOKENS):
            rows[batch] = self._run([encoded[number] for number in batch])
        return rows

    def _run(self, encoded: list[Any]) -> Rows:
        output, mask = self._session.run(encoded)
        return _pooled(output, mask, self._export.pooling)


def _pooled(output: NDArray[np.float32], mask: NDArray[np.int64], pooling: str) -> Rows:
    if output.ndim == 2:
        return output
    if pooling == "cls":
        return output[:, 0]
    weights = mask[:, :, None].astype(np.float32)
    return (output * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1e-9)


def open_onnx(argument: str, options: EmbedderOptions) -> OnnxEmbedder:
    """`onnx:PATH`, the file of the model or the folder of the export."""
    return OnnxEmbedder(read_export(Path(argument).expanduser()), options.threads)
