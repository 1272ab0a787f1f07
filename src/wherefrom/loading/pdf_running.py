"""Running heads and page numbers: at the edge of page after page, no part of what the document says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from wherefrom.loading.pdf_layout import Line

__all__ = ["running_lines"]

_FEWEST_PAGES = 3
_MOST_LINES = 3
_LONGEST = 200
"""Characters; what is longer is read by somebody."""
_SPACE = 0.6
_WIDER = 1.2
"""Times the height of letters, the usual space between lines: what stands at the edge is set apart by more."""
_ELSEWHERE = 3
"""Times as often as at one place: what is said so often all over the pages is text that repeats itself."""
_SAME_HEIGHT = 4
"""Points by which the place on the page may differ."""
_NUMBER = re.compile(r"\d{1,5}")

_Mark: TypeAlias = tuple[str, int | None, int]
"""What a line says without its number, how far the number is ahead of the page's, and how high the line stands."""


def running_lines(pages: Mapping[int, Sequence[Line]]) -> dict[int, set[int]]:
    """The lines of each page that say the same at the same height on several pages, but for the page's number."""
    orders = {number: sorted(range(len(lines)), key=lambda index: lines[index].top) for number, lines in pages.items()}
    space = _usual_space(pages, orders)
    marks = {number: list(_marks(number, lines, orders[number], space)) for number, lines in pages.items()}
    counts = Counter(mark for found in marks.values() for mark in {mark for _, mark in found})
    said = Counter(line.text for lines in pages.values() for line in lines)
    runs = {mark for mark, count in counts.items() if count >= _FEWEST_PAGES and said[mark[0]] <= _ELSEWHERE * count}
    running = {number: {index for index, mark in found if mark in runs} for number, found in marks.items()}
    return {number: found if len(found) < len(pages[number]) else set() for number, found in running.items()}


def _usual_space(pages: Mapping[int, Sequence[Line]], orders: Mapping[int, Sequence[int]]) -> float:
    """Between a line and the next one below it: the first quarter, because paragraphs are further apart."""
    spaces = sorted(
        lines[below].top - lines[above].bottom
        for number, lines in pages.items()
        for above, below in pairwise(orders[number])
    )
    return spaces[len(spaces) // 4] if spaces else 0.0


def _marks(page: int, lines: Sequence[Line], by_height: Sequence[int], space: float) -> Iterator[tuple[int, _Mark]]:
    for index in {*_set_apart(lines, by_height, space), *_set_apart(lines, by_height[::-1], space)}:
        line = lines[index]
        if len(line.text) > _LONGEST:
            continue
        height = round(line.top / _SAME_HEIGHT)
        yield index, (line.text, None, height)
        for match in _NUMBER.finditer(line.text):
            without = f"{line.text[: match.start()]}#{line.text[match.end() :]}"
            yield index, (without, int(match[0]) - page, height)


def _set_apart(lines: Sequence[Line], from_edge: Sequence[int], space: float) -> Sequence[int]:
    """The few lines next to an edge, up to the last space between them and the text."""
    for count in range(min(_MOST_LINES, len(from_edge) - 1), 0, -1):
        outer, inner = lines[from_edge[count - 1]], lines[from_edge[count]]
        wide = max(_SPACE * min(outer.height, inner.height), _WIDER * space)
        if max(inner.top - outer.bottom, outer.top - inner.bottom) > wide:
            return from_edge[:count]
    return ()
