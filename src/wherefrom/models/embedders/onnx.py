"""`onnx:PATH`: any sentence-transformers model exported to ONNX, int8 or fp32, on the CPU."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from wherefrom.errors import AdapterError, MissingExtra
from wherefrom.models.embedders import EmbedderOptions
from wherefrom.models.embedders.export import Export, read_export
from wherefrom.models.embedders.rows import Rows, embed_written
from wherefrom.ports.models import EmbedderId

try:
    import onnxruntime
    from tokenizers import Tokenizer
except ImportError as error:
    raise MissingExtra("onnx", "an ONNX embedder") from error

__all__ = ["OnnxEmbedder", "open_onnx"]

_MOST_ROWS = 64
_MOST_TOKENS = 8192


class OnnxEmbedder:
    """Texts of like length go together, so that little is spent on padding."""

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
        self._tokenizer.enable_truncation(export.max_tokens)
        self._inputs = {wanted.name for wanted in self._session.get_inputs()}
        dimensions = self._run([self._tokenizer.encode("a")]).shape[1]
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
        encoded = self._tokenizer.encode_batch_fast(texts)
        rows = np.zeros((len(texts), self._id.dimensions), dtype=np.float32)
        for batch in _batches([len(one.ids) for one in encoded]):
            rows[batch] = self._run([encoded[number] for number in batch])
        return rows

    def _run(self, encoded: list[Any]) -> Rows:
        longest = max(len(one.ids) for one in encoded)
        ids = np.zeros((len(encoded), longest), dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, one in enumerate(encoded):
            ids[row, : len(one.ids)] = one.ids
            mask[row, : len(one.ids)] = 1
        offered = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        try:
            output = self._session.run(None, {name: offered[name] for name in self._inputs})[0]
        except Exception as error:
            raise AdapterError("the ONNX model failed", value=str(self._export.model)) from error
        return _pooled(output, mask, self._export.pooling)


def _pooled(output: NDArray[np.float32], mask: NDArray[np.int64], pooling: str) -> Rows:
    if output.ndim == 2:
        return output
    if pooling == "cls":
        return output[:, 0]
    weights = mask[:, :, None].astype(np.float32)
    return (output * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1e-9)


def _batches(lengths: list[int]) -> Iterator[list[int]]:
    batch: list[int] = []
    for number in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) == _MOST_ROWS or (len(batch) + 1) * lengths[number] > _MOST_TOKENS):
            yield batch
            batch = []
        batch.append(number)
    if batch:
        yield batch


def _session_options(threads: int | None) -> Any:
    options: Any = onnxruntime.SessionOptions()  # pyright: ignore[reportUnknownMemberType]
    options.intra_op_num_threads = threads or os.cpu_count() or 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return options


def open_onnx(argument: str, options: EmbedderOptions) -> OnnxEmbedder:
    """`onnx:PATH`, the file of the model or the folder of the export."""
    return OnnxEmbedder(read_export(Path(argument).expanduser()), options.threads)
