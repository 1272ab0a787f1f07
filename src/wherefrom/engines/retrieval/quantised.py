"""Exact nearest neighbours in two steps: all of them in one byte a dimension, then the best again in full."""

from __future__ import annotations

import numkong
import numpy as np
from numpy.typing import NDArray

from wherefrom.ports.engines import Vector

__all__ = ["best_places", "cosines", "estimated", "quantised"]

_STEPS = 127
_LEAST_RESCORED = 64
_ROWS_PER_THREAD = 250_000


def quantised(vectors: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Codes and the scale of each row; a zero row has scale zero."""
    scales = np.abs(vectors).max(axis=1) / np.float32(_STEPS)
    codes = np.rint(vectors / np.where(scales > 0, scales, 1)[:, None])
    return codes.astype(np.int8), scales.astype(np.float32)


def estimated(codes: NDArray[np.int8], scales: NDArray[np.float32], query: Vector) -> NDArray[np.floating]:
    """What orders the rows almost as their cosines do."""
    if not len(codes):
        return np.zeros(0, dtype=np.float32)
    code, _ = quantised(query[None, :])
    threads = 2 if len(codes) > _ROWS_PER_THREAD else 1
    return np.asarray(numkong.cdist(code, codes, "dot", threads=threads, out_dtype="float32")).ravel() * scales


def best_places(estimates: NDArray[np.floating], depth: int) -> NDArray[np.intp]:
    """Enough of the best for the exact first `depth` to be among them, with all that tie with the last."""
    size = max(2 * depth, _LEAST_RESCORED)
    if len(estimates) <= size:
        return np.arange(len(estimates))
    least = np.partition(estimates, len(estimates) - size)[len(estimates) - size]
    return np.flatnonzero(estimates >= least)


def cosines(vectors: NDArray[np.float32], query: Vector) -> list[float]:
    # In double precision, then rounded: equal vectors must score equal wherever they stand in the matrix.
    # Not by `@`: for so few rows it wakes a thread that then waits, turning, on the other core.
    exact = np.einsum("ij,j->i", vectors.astype(np.float64), query.astype(np.float64))
    return exact.astype(np.float32).tolist()
