"""Where a passage stands on the pages of a PDF: a locator for every page it touches, a box for every line of it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby

from wherefrom.core.locators import Box, PdfLocator, PdfRegion
from wherefrom.ports.documents import RawUnit

__all__ = ["pages_touched"]


def pages_touched(text: str, units: Sequence[RawUnit], start: int, end: int) -> Iterator[PdfLocator]:
    first = bisect_right(units, start, key=lambda unit: unit.locator.char_end)
    touched = [unit for unit in _until(units, first, end) if isinstance(unit.locator, PdfLocator)]
    for page, parts in groupby(touched, key=_page):
        own = list(parts)
        begin, stop = max(start, own[0].locator.char_start), min(end, own[-1].locator.char_end)
        regions = tuple(region for unit in own for region in _regions(text, unit, page, begin, stop))
        yield PdfLocator(page=page, regions=regions, char_start=begin, char_end=stop)


def _until(units: Sequence[RawUnit], first: int, end: int) -> Iterator[RawUnit]:
    while first < len(units) and units[first].locator.char_start < end:
        yield units[first]
        first += 1


def _page(unit: RawUnit) -> int:
    assert isinstance(unit.locator, PdfLocator)  # noqa: S101 -- those are what was chosen
    return unit.locator.page


def _regions(text: str, unit: RawUnit, page: int, start: int, end: int) -> Iterator[PdfRegion]:
    """Words on one line are one box."""
    run: list[tuple[int, int, Box]] = []
    for index in range(bisect_right(unit.boxes, start, key=lambda word: word[1]), len(unit.boxes)):
        word = unit.boxes[index]
        if word[0] >= end:
            break
        if run and "\n" in text[run[-1][1] : word[0]]:
            yield _region(page, run, start, end)
            run = []
        run.append(word)
    if run:
        yield _region(page, run, start, end)


def _region(page: int, run: Sequence[tuple[int, int, Box]], start: int, end: int) -> PdfRegion:
    left, top, right, bottom = zip(*(box for _, _, box in run), strict=True)
    around = Box(min(left), min(top), max(right), max(bottom))
    return PdfRegion(page=page, box=around, char_start=max(start, run[0][0]), char_end=min(end, run[-1][1]))
