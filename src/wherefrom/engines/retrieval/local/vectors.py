"""The meaning leg of `local`: every vector is looked at, in one byte a dimension; the best are scored again exactly."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wherefrom.engines.retrieval.local.rows import Rows
from wherefrom.engines.retrieval.quantised import best_places, cosines, estimated
from wherefrom.ports.engines import Vector

__all__ = ["nearest"]

# Below this share of the rows, picking them out first is cheaper than looking at all.
_PICKING_PAYS = 0.15


def nearest(rows: Rows, query: Vector, kept: NDArray[np.bool_] | None, depth: int) -> list[tuple[int, float]]:
    """Rows with their cosines: the best `depth` and some more; `kept` says which rows count, None all of them."""
    if kept is not None and np.count_nonzero(kept) < _PICKING_PAYS * rows.size:
        best = _best_picked(rows, query, np.flatnonzero(kept), depth)
    else:
        best = _best_of_all(rows, query, kept, depth)
    return list(zip(best.tolist(), cosines(rows.vectors[best], query), strict=True))


def _best_picked(rows: Rows, query: Vector, picked: NDArray[np.intp], depth: int) -> NDArray[np.intp]:
    picked = picked[rows.alive[picked] & (rows.scales[picked] > 0)]
    return picked[best_places(estimated(rows.codes[picked], rows.scales[picked], query), depth)]


def _best_of_all(rows: Rows, query: Vector, kept: NDArray[np.bool_] | None, depth: int) -> NDArray[np.intp]:
    estimates = estimated(rows.codes, rows.scales, query)
    if kept is not None:
        np.copyto(estimates, -np.inf, where=~kept)
    estimates[rows.unseen] = -np.inf
    best = best_places(estimates, depth)
    return best[np.isfinite(estimates[best])]
