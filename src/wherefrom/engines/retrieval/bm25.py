"""The one scoring formula of the word leg, so that scores mean the same in every engine."""

from __future__ import annotations

import math

__all__ = ["K1", "TITLE_WEIGHT", "B", "idf", "saturation"]

K1 = 1.2
B = 0.75
TITLE_WEIGHT = 0.5


def idf(documents: int, containing: int) -> float:
    """How telling a term is: never negative, also where most documents hold it."""
    return math.log(1 + (documents - containing + 0.5) / (containing + 0.5))


def saturation(frequency: float, length: float, average: float) -> float:
    """What `frequency` occurrences are worth in a field of this length."""
    norm = K1 * (1 - B + B * length / average) if average else K1
    return frequency * (K1 + 1) / (frequency + norm)
