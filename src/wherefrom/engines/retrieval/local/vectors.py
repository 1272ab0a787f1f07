"""The meaning leg of `local`: every vector is looked at, in one byte a dimension; the best are scored again exactly."""

from __future__ import annotations

import numkong
import numpy as np
from numpy.typing import NDArray

from wherefrom.engines.retrieval.local.rows import Rows
from wherefrom.ports.engines import Vector

__all__ = ["nearest", "quantised"]

_STEPS = 127
_LEAST_RESCORED = 64
# Below this share of the rows, picking them out first is cheaper than looking at all.
_PICKING_PAYS = 0.15
_ROWS_PER_THREAD = 250_000


def quantised(vectors: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Codes and the scale of each row; a zero row has scale zero."""
    scales = np.abs(vectors).max(axis=1) / np.float32(_STEPS)
    codes = np.rint(vectors / np.where(scales > 0, scales, 1)[:, None])
    return codes.astype(np.int8), scales.astype(np.float32)


def nearest(rows: Rows, query: Vector, kept: NDArray[np.bool_] | None, depth: int) -> list[tuple[int, float]]:
    """Rows with their cosines: the best `depth` and some more; `kept` says which rows count, None all of them."""
    if kept is not None:
        candidates = np.flatnonzero(kept & rows.alive & (rows.scales > 0))
        if len(candidates) < _PICKING_PAYS * rows.size:
            estimates = _estimated(rows.codes[candidates], rows.scales[candidates], query)
            return _rescored(rows, query, candidates[_top(estimates, depth)])
    estimates = _estimated(rows.codes, rows.scales, query)
    if kept is not None:
        estimates[~kept] = -np.inf
    estimates[rows.unseen] = -np.inf
    best = _top(estimates, depth)
    return _rescored(rows, query, best[np.isfinite(estimates[best])])


def _estimated(codes: NDArray[np.int8], scales: NDArray[np.float32], query: Vector) -> NDArray[np.float64]:
    if not len(codes):
        return np.zeros(0)
    code, _ = quantised(query[None, :])
    threads = 2 if len(codes) > _ROWS_PER_THREAD else 1
    return np.asarray(numkong.cdist(code, codes, "dot", threads=threads)).ravel() * scales


def _top(estimates: NDArray[np.float64], depth: int) -> NDArray[np.intp]:
    """Enough of the best for the exact order of the first `depth` to be among them, with all ties of the last."""
    size = max(2 * depth, _LEAST_RESCORED)
    if len(estimates) <= size:
        return np.arange(len(estimates))
    least = np.partition(estimates, len(estimates) - size)[len(estimates) - size]
    return np.flatnonzero(estimates >= least)


def _rescored(rows: Rows, query: Vector, best: NDArray[np.intp]) -> list[tuple[int, float]]:
    # In double precision, then rounded: equal vectors must score equal wherever they stand in the matrix.
    cosines = rows.vectors[best].astype(np.float64) @ query.astype(np.float64)
    return list(zip(best.tolist(), cosines.astype(np.float32).tolist(), strict=True))
