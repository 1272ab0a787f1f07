"""Rows, records and members are too small to be found alone: neighbours go together, as many as make a passage.

Where a group ends is decided by the row that ends it, not by its number, so that a row inserted on top moves the groups
below and changes only its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol, TypeVar
from zlib import crc32

__all__ = ["LARGEST_GROUP", "Span", "Spanning", "grouped"]

LARGEST_GROUP = 1_500
MOST_ROWS = 50
_SMALLEST = 500
_FEWEST_ROWS = 10
_ONE_IN = 4
"""Characters a group has at most (one row alone may have more); from `_SMALLEST` on one row in four ends it."""


class Span(NamedTuple):
    start: int
    end: int


class Spanning(Protocol):
    @property
    def span(self) -> Span: ...


Row = TypeVar("Row", bound=Spanning)


def grouped(text: str, rows: Iterable[Row]) -> Iterator[list[Row]]:
    """The rows that go together, group by group; there may be millions of them."""
    group: list[Row] = []
    for row in rows:
        if group and row.span.end - group[0].span.start > LARGEST_GROUP:
            yield group
            group = []
        group.append(row)
        if _is_enough(text, group[0].span, row.span, len(group)):
            yield group
            group = []
    if group:
        yield group


def _is_enough(text: str, first: Span, last: Span, rows: int) -> bool:
    if rows >= MOST_ROWS:
        return True
    if last.end - first.start < _SMALLEST and rows < _FEWEST_ROWS:
        return False
    return crc32(text[last.start : last.end].strip().encode()) % _ONE_IN == 0
