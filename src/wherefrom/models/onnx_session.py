"""A model exported to ONNX with its tokenizer, on the CPU: what embedders and rerankers have in common."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from wherefrom.errors import AdapterError, MissingExtra
from wherefrom.models.embedders.export import Export

try:
    import onnxruntime
    from tokenizers import Tokenizer
except ImportError as error:
    raise MissingExtra("onnx", "an ONNX model") from error

__all__ = ["OnnxSession", "batches"]

_FIELDS = {"input_ids": "ids", "attention_mask": "attention_mask", "token_type_ids": "type_ids"}


class OnnxSession:
    def __init__(self, export: Export, *, threads: int | None) -> None:
        self._model = str(export.model)
        try:
            self.tokenizer: Any = Tokenizer.from_file(str(export.tokenizer))
            self._session: Any = onnxruntime.InferenceSession(
                self._model, _options(threads), providers=["CPUExecutionProvider"]
            )
        except Exception as error:
            raise AdapterError(
                "the ONNX model cannot be opened", value=self._model, hint="export it again with optimum-cli"
            ) from error
        self.tokenizer.no_padding()
        # Of a pair whichever is longer is cut: nearly always the passage, but a question alone can be too long as well.
        self.tokenizer.enable_truncation(export.max_tokens, strategy="longest_first")
        self._inputs = {wanted.name for wanted in self._session.get_inputs()}

    def run(self, encoded: Sequence[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """The model's first output for these texts, and which tokens of each were text."""
        longest = max(len(one.ids) for one in encoded)
        offered = {name: np.zeros((len(encoded), longest), dtype=np.int64) for name in _FIELDS}
        for row, one in enumerate(encoded):
            for name, field in _FIELDS.items():
                offered[name][row, : len(one.ids)] = getattr(one, field)
        try:
            output = self._session.run(None, {name: offered[name] for name in self._inputs})[0]
        except Exception as error:
            raise AdapterError("the ONNX model failed", value=self._model) from error
        return np.asarray(output), offered["attention_mask"]


def batches(encoded: Sequence[Any], *, most_rows: int, most_tokens: int) -> Iterator[list[int]]:
    """Numbers of texts of like length, so that little is spent on padding."""
    lengths = [len(one.ids) for one in encoded]
    batch: list[int] = []
    for number in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) == most_rows or (len(batch) + 1) * lengths[number] > most_tokens):
            yield batch
            batch = []
        batch.append(number)
    if batch:
        yield batch


def _options(threads: int | None) -> Any:
    options = cast("Any", onnxruntime).SessionOptions()
    options.intra_op_num_threads = threads or os.cpu_count() or 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return options
