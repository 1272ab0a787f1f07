"""Where the words of a page stand, kept small: a long document has millions of them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import overload

from wherefrom.core.locators import Box

__all__ = ["WordBoxes"]


class WordBoxes(Sequence[tuple[int, int, Box]]):
    """A sequence of (start, end, box) in 24 bytes a word; the sides are given in tenths of a point."""

    def __init__(self, spans: array[int], sides: array[int]) -> None:
        self._spans = spans
        self._sides = sides

    def __len__(self) -> int:
        return len(self._spans) // 2

    @overload
    def __getitem__(self, index: int) -> tuple[int, int, Box]: ...
    @overload
    def __getitem__(self, index: slice) -> list[tuple[int, int, Box]]: ...
    def __getitem__(self, index: int | slice) -> tuple[int, int, Box] | list[tuple[int, int, Box]]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = range(len(self))[index]
        left, top, right, bottom = self._sides[4 * at : 4 * at + 4]
        box = Box(left / 10, top / 10, right / 10, bottom / 10)
        return self._spans[2 * at], self._spans[2 * at + 1], box
