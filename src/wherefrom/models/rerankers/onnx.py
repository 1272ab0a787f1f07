"""`onnx:PATH`: any cross-encoder exported to ONNX, on the CPU. It reads question and passage together."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from wherefrom.errors import AdapterError, MissingExtra
from wherefrom.models.embedders.export import Export, read_export
from wherefrom.models.rerankers import RerankerOptions

try:
    import onnxruntime
    from tokenizers import Tokenizer
except ImportError as error:
    raise MissingExtra("onnx", "an ONNX reranker") from error

__all__ = ["OnnxReranker", "open_onnx"]

_MOST_ROWS = 16
_MOST_TOKENS = 4096


class OnnxReranker:
    """Pairs of like length go together; between two batches it looks at the clock."""

    def __init__(self, export: Export, threads: int | None = None) -> None:
        self._export = export
        try:
            self._tokenizer: Any = Tokenizer.from_file(str(export.tokenizer))
            self._session: Any = onnxruntime.InferenceSession(
                str(export.model), _session_options(threads), providers=["CPUExecutionProvider"]
            )
        except Exception as error:
            raise AdapterError(
                "the ONNX model cannot be opened", value=str(export.model), hint="export it again with optimum-cli"
            ) from error
        self._tokenizer.no_padding()
        # Whichever is longer is cut: nearly always the passage, but a question alone can be too long as well.
        self._tokenizer.enable_truncation(export.max_tokens, strategy="longest_first")
        self._inputs = {wanted.name for wanted in self._session.get_inputs()}

    @property
    def name(self) -> str:
        return f"onnx:{self._export.name}"

    def score(self, query: str, texts: Sequence[str], *, deadline: float) -> Sequence[float]:
        encoded = self._tokenizer.encode_batch([(_encodable(query), _encodable(text)) for text in texts])
        scores = np.zeros(len(texts), dtype=np.float32)
        for batch in _batches([len(one.ids) for one in encoded]):
            if time.monotonic() > deadline:
                raise TimeoutError
            scores[batch] = self._run([encoded[number] for number in batch])
        return scores.tolist()

    def _run(self, encoded: list[Any]) -> NDArray[np.float32]:
        longest = max(len(one.ids) for one in encoded)
        offered = {name: np.zeros((len(encoded), longest), dtype=np.int64) for name in _FIELDS}
        for row, one in enumerate(encoded):
            for name, field in _FIELDS.items():
                offered[name][row, : len(one.ids)] = getattr(one, field)
        try:
            logits = self._session.run(None, {name: offered[name] for name in self._inputs})[0]
        except Exception as error:
            raise AdapterError("the ONNX model failed", value=str(self._export.model)) from error
        return _probability(np.asarray(logits, dtype=np.float64), self._export.model)


_FIELDS = {"input_ids": "ids", "attention_mask": "attention_mask", "token_type_ids": "type_ids"}


def _probability(logits: NDArray[np.float64], model: Path) -> NDArray[np.float32]:
    """The sigmoid of one logit, the share of the last of two classes. NaN is no relevance at all."""
    if logits.ndim == 2 and logits.shape[1] in (1, 2):
        logits = logits[:, -1] - (logits[:, 0] if logits.shape[1] == 2 else 0.0)
    if logits.ndim != 1:
        raise AdapterError("this is no cross-encoder: it gives more than one figure a pair", value=str(model))
    finite = np.clip(np.nan_to_num(logits, nan=-np.inf), -60.0, 60.0)
    return (1.0 / (1.0 + np.exp(-finite))).astype(np.float32)


def _batches(lengths: list[int]) -> Iterator[list[int]]:
    batch: list[int] = []
    for number in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) == _MOST_ROWS or (len(batch) + 1) * lengths[number] > _MOST_TOKENS):
            yield batch
            batch = []
        batch.append(number)
    if batch:
        yield batch


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _session_options(threads: int | None) -> Any:
    options: Any = cast("Any", onnxruntime).SessionOptions()
    options.intra_op_num_threads = threads or os.cpu_count() or 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return options


def open_onnx(argument: str, options: RerankerOptions) -> OnnxReranker:
    """`onnx:PATH`, the file of the model or the folder of the export; the tokenizer lies beside it."""
    return OnnxReranker(read_export(Path(argument).expanduser()), options.threads)
