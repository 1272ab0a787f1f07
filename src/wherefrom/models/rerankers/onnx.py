"""`onnx:PATH`: any cross-encoder exported to ONNX, on the CPU. It reads question and passage together."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wherefrom.errors import AdapterError
from wherefrom.models.embedders.export import Export, read_export
from wherefrom.models.onnx_session import OnnxSession, batches
from wherefrom.models.rerankers import RerankerOptions

__all__ = ["OnnxReranker", "open_onnx"]

_MOST_ROWS = 16
_MOST_TOKENS = 4096


class OnnxReranker:
    """Pairs of like length go together; between two batches it looks at the clock."""

    def __init__(self, export: Export, threads: int | None = None) -> None:
        self._export = export
        self._session = OnnxSession(export, threads=threads)

    @property
    def name(self) -> str:
        return f"onnx:{self._export.name}"

    def score(self, query: str, texts: Sequence[str], *, deadline: float) -> Sequence[float]:
        encoded = self._session.tokenizer.encode_batch([(_encodable(query), _encodable(text)) for text in texts])
        scores = np.zeros(len(texts), dtype=np.float32)
        for batch in batches(encoded, most_rows=_MOST_ROWS, most_tokens=_MOST_TOKENS):
            if time.monotonic() > deadline:
                raise TimeoutError
            scores[batch] = self._run([encoded[number] for number in batch])
        return scores.tolist()

    def _run(self, encoded: list[Any]) -> NDArray[np.float32]:
        logits, _ = self._session.run(encoded)
        return _probability(np.asarray(logits, dtype=np.float64), self._export.model)


def _probability(logits: NDArray[np.float64], model: Path) -> NDArray[np.float32]:
    """The sigmoid of one logit, the share of the last of two classes. NaN is no relevance at all."""
    if logits.ndim == 2 and logits.shape[1] in (1, 2):
        logits = logits[:, -1] - (logits[:, 0] if logits.shape[1] == 2 else 0.0)
    if logits.ndim != 1:
        raise AdapterError("this is no cross-encoder: it gives more than one figure a pair", value=str(model))
    finite = np.clip(np.nan_to_num(logits, nan=-np.inf), -60.0, 60.0)
    return (1.0 / (1.0 + np.exp(-finite))).astype(np.float32)


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def open_onnx(argument: str, options: RerankerOptions) -> OnnxReranker:
    """`onnx:PATH`, the file of the model or the folder of the export; the tokenizer lies beside it."""
    return OnnxReranker(read_export(Path(argument).expanduser()), options.threads)
