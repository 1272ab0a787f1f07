"""Many ids or hashes, as many at a time as one statement takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = ["in_portions"]

_MOST = 5_000  # well under the number of parameters that either database takes


def in_portions(keys: Sequence[str]) -> Iterator[Sequence[str]]:
    return (keys[start : start + _MOST] for start in range(0, len(keys), _MOST))
