"""Running heads and page numbers: at the edge of page after page, no part of what the document says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from wherefrom.loading.pdf_layout import Line

__all__ = ["running_lines"]

_FEWEST_PAGES = 3
_MOST_LINES = 3
_LONGEST = 200
"""Characters; what is longer is read by somebody."""
_SPACE = 0.6
"""Times the height of letters: what stands at the edge is set apart from the text by so much at least."""
_SAME_HEIGHT = 4
"""Points by which the place on the page may differ."""
_NUMBER = re.compile(r"\d{1,5}")

_Mark: TypeAlias = tuple[str, int | None, int]
"""What a line says without its number, how far the number is ahead of the page's, and how high the line stands."""


def running_lines(pages: Mapping[int, Sequence[Line]]) -> dict[int, set[int]]:
    """The lines of each page that say the same at the same height on several pages, but for the page's number."""
    marks = {number: list(_marks(number, lines)) for number, lines in pages.items()}
    counts = Counter(mark for found in marks.values() for mark in {mark for _, mark in found})
    running = {
        number: {index for index, mark in found if counts[mark] >= _FEWEST_PAGES} for number, found in marks.items()
    }
    return {number: found if len(found) < len(pages[number]) else set() for number, found in running.items()}


def _marks(page: int, lines: Sequence[Line]) -> Iterator[tuple[int, _Mark]]:
    by_height = sorted(range(len(lines)), key=lambda index: lines[index].top)
    for index in {*_set_apart(lines, by_height), *_set_apart(lines, by_height[::-1])}:
        line = lines[index]
        if len(line.text) > _LONGEST:
            continue
        height = round(line.top / _SAME_HEIGHT)
        yield index, (line.text, None, height)
        for match in _NUMBER.finditer(line.text):
            without = f"{line.text[: match.start()]}#{line.text[match.end() :]}"
            yield index, (without, int(match[0]) - page, height)


def _set_apart(lines: Sequence[Line], from_edge: Sequence[int]) -> Sequence[int]:
    """The few lines next to an edge, up to the last space between them and the text."""
    for count in range(min(_MOST_LINES, len(from_edge) - 1), 0, -1):
        outer, inner = lines[from_edge[count - 1]], lines[from_edge[count]]
        if max(inner.top - outer.bottom, outer.top - inner.bottom) > _SPACE * min(outer.height, inner.height):
            return from_edge[:count]
    return ()
