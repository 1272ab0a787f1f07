"""Rows, records and members are too small to be found alone: neighbours go together, as many as make a passage.

Where a group ends is decided by the row that ends it, not by its number, so that a row inserted on top moves the groups
below and changes only its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from zlib import crc32

__all__ = ["LARGEST_GROUP", "Span", "grouped"]

LARGEST_GROUP = 1_500
MOST_ROWS = 50
_SMALLEST = 500
_FEWEST_ROWS = 10
_ONE_IN = 4
"""Characters a group has at most (one row alone may have more); from `_SMALLEST` on one row in four ends it."""


class Span(NamedTuple):
    start: int
    end: int


def grouped(text: str, rows: Sequence[Span]) -> Iterator[Sequence[int]]:
    """The numbers of the rows that go together, group by group."""
    first = 0
    for number, row in enumerate(rows):
        if number > first and row.end - rows[first].start > LARGEST_GROUP:
            yield range(first, number)
            first = number
        if _is_enough(text, rows[first], row, number - first + 1):
            yield range(first, number + 1)
            first = number + 1
    if first < len(rows):
        yield range(first, len(rows))


def _is_enough(text: str, first: Span, last: Span, rows: int) -> bool:
    if rows >= MOST_ROWS:
        return True
    if last.end - first.start < _SMALLEST and rows < _FEWEST_ROWS:
        return False
    return crc32(text[last.start : last.end].strip().encode()) % _ONE_IN == 0
