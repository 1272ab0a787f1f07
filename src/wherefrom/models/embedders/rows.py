"""Rows of unit length: the one form in which vectors leave an embedder."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["Rows", "embed_written"]

Rows = NDArray[np.float32]


def _unit_rows(rows: Rows) -> Rows:
    """Scale each row to length one; a row that is not finite, or nothing, becomes zero."""
    finite = np.nan_to_num(rows.astype(np.float32, copy=False), nan=0.0, posinf=0.0, neginf=0.0)
    lengths = np.linalg.norm(finite, axis=1, keepdims=True)
    return np.divide(finite, lengths, out=np.zeros_like(finite), where=lengths > 1e-12)


def embed_written(texts: Sequence[str], dimensions: int, embed: Callable[[list[str]], Rows]) -> Rows:
    """Embed the texts that say something; the others are zero rows. Lone surrogates are replaced."""
    rows = np.zeros((len(texts), dimensions), dtype=np.float32)
    written = [number for number, text in enumerate(texts) if text.strip()]
    if written:
        rows[written] = _unit_rows(embed([_encodable(texts[number]) for number in written]))
    return rows


def _encodable(text: str) -> str:
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
