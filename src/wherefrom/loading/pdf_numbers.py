"""Numbers in the margin that count the lines of each page anew: a place on the page, and no part of what is said."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wherefrom.loading.pdf_layout import Line

__all__ = ["without_line_numbers"]

_FEWEST_PAGES = 3
_MOST_PAGES = 0.8
"""Of the pages, and of the lines of a page: so many are numbered at least."""
_FEWEST_LINES = 15
_PROSE_LENGTH = 30
_GOING_ON = 0.3
"""Lines of prose have so many characters, most of them, and so many begin within a sentence. The rows of a ranking are
shorter, or have cells, or begin with a name."""
_NUMBERED = re.compile(r"(\d{1,3})(?:[ \t]+(?=\S)|\Z)")
_TENTHS = 10
_SAME = 1.0
"""Point."""


class _Numbered(NamedTuple):
    line: Line
    rest: str
    number: int


def without_line_numbers(
    pages: Mapping[int, Sequence[Line]], boxes: Mapping[int, NDArray[np.int32]]
) -> dict[int, list[Line]]:
    """As they are, unless nearly all pages have such numbers."""
    found = {page: _numbered(lines, boxes[page]) for page, lines in pages.items()}
    having = sum(1 for each in found.values() if each)
    if having < max(_FEWEST_PAGES, _MOST_PAGES * len(pages)):
        return {page: list(lines) for page, lines in pages.items()}
    return {page: _stripped(lines, found[page], boxes[page]) for page, lines in pages.items()}


def _numbered(lines: Sequence[Line], sides: NDArray[np.int32]) -> Mapping[int, _Numbered]:
    """By their index, if they count from 1 down the page, left of all that is said."""
    found: dict[int, _Numbered] = {}
    for index in sorted(range(len(lines)), key=lambda index: lines[index].top):
        match = _NUMBERED.match(lines[index].text)
        if match and int(match[1]) == len(found) + 1:
            found[index] = _Numbered(lines[index], lines[index].text[match.end() :], len(found) + 1)
    if len(found) < max(_FEWEST_LINES, _MOST_PAGES * len(lines)):
        return {}
    said = [each for each in found.values() if each.rest]
    if not _is_prose([each.rest for each in said]):
        return {}
    is_upright = all(abs(sides[each.line.words[0], 0] / _TENTHS - each.line.left) < _SAME for each in said)
    numbers_end = max(sides[each.line.words[0], 2] for each in found.values())
    return found if is_upright and numbers_end < min(sides[each.line.words[1], 0] for each in said) else {}


def _is_prose(lines: Sequence[str]) -> bool:
    if not lines or median(map(len, lines)) < _PROSE_LENGTH:
        return False
    going_on, with_cells = sum(line[0].islower() for line in lines), sum("\t" in line for line in lines)
    return going_on >= _GOING_ON * len(lines) and with_cells <= (1 - _MOST_PAGES) * len(lines)


def _stripped(lines: Sequence[Line], found: Mapping[int, _Numbered], sides: NDArray[np.int32]) -> list[Line]:
    kept: list[Line] = []
    for index, line in enumerate(lines):
        if index not in found:
            kept.append(line)
        elif found[index].rest:
            left, _, right, _ = (side / _TENTHS for side in sides[line.words[1]].tolist())
            rest = found[index].rest
            kept.append(line._replace(text=rest, words=line.words[1:], left=left, opening=right - left))
    return kept
