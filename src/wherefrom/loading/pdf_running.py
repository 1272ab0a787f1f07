"""Running heads and page numbers: at the edge of page after page, no part of what the document says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple, TypeAlias

from wherefrom.loading.pdf_layout import Line

__all__ = ["running_lines"]

_FEWEST_PAGES = 3
_FEWEST_CLOSE = 5
_MOST_PAGES = 0.8
"""Of all pages: so many begin or end with a line that runs without being set apart from the text."""
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


class _Edge(NamedTuple):
    """The outermost lines of a page at the top or at the bottom, one more than can run, each with its marks."""

    page: int
    lines: Sequence[tuple[int, Sequence[_Mark]]]
    apart: int
    """How many of them are set apart from the text."""


def running_lines(pages: Mapping[int, Sequence[Line]]) -> dict[int, set[int]]:
    """The lines of each page that say the same at the same height on several pages, but for the page's number."""
    orders = {number: sorted(range(len(lines)), key=lambda index: lines[index].top) for number, lines in pages.items()}
    space = _usual_space(pages, orders)
    edges = [
        _edge(number, lines, order, space)
        for number, lines in pages.items()
        for order in (orders[number], orders[number][::-1])
    ]
    said = Counter(line.text for lines in pages.values() for line in lines)
    running: dict[int, set[int]] = {number: set() for number in pages}
    for page, index in (*_set_apart(edges, said), *_close_by(edges, said, len(pages))):
        running[page].add(index)
    return {number: found if len(found) < len(pages[number]) else set() for number, found in running.items()}


def _set_apart(edges: Sequence[_Edge], said: Counter[str]) -> Iterator[tuple[int, int]]:
    runs = _repeated(((edge.page, edge.lines[: edge.apart]) for edge in edges), said, _FEWEST_PAGES)
    for edge in edges:
        yield from ((edge.page, index) for index, marks in edge.lines[: edge.apart] if not runs.isdisjoint(marks))


def _close_by(edges: Sequence[_Edge], said: Counter[str], pages: int) -> Iterator[tuple[int, int]]:
    """What begins or ends nearly every page; if more lines than a head has do so, pages are made that way.

    The first of several equal ones stays: it may be the title, or the head of a table.
    """
    runs = _repeated(((edge.page, edge.lines) for edge in edges), said, max(_FEWEST_CLOSE, int(_MOST_PAGES * pages)))
    known: set[_Mark] = set()
    for edge in edges:
        found = list(takewhile(lambda line: not runs.isdisjoint(line[1]), edge.lines))
        if len(found) > _MOST_LINES:
            continue
        for index, marks in found:
            if known.issuperset(marks[:1]) or runs.isdisjoint(marks[:1]):
                yield edge.page, index
            known.update(marks)


def _repeated(
    edges: Iterable[tuple[int, Sequence[tuple[int, Sequence[_Mark]]]]], said: Counter[str], fewest: int
) -> set[_Mark]:
    counts = Counter(
        mark for _, mark in {(page, mark) for page, lines in edges for _, marks in lines for mark in marks}
    )
    return {mark for mark, count in counts.items() if count >= fewest and said[mark[0]] <= _ELSEWHERE * count}


def _usual_space(pages: Mapping[int, Sequence[Line]], orders: Mapping[int, Sequence[int]]) -> float:
    """Between a line and the next one below it: the first quarter, because paragraphs are further apart."""
    spaces = sorted(
        lines[below].top - lines[above].bottom
        for number, lines in pages.items()
        for above, below in pairwise(orders[number])
    )
    return spaces[len(spaces) // 4] if spaces else 0.0


def _edge(page: int, lines: Sequence[Line], from_edge: Sequence[int], space: float) -> _Edge:
    outermost = from_edge[: _MOST_LINES + 1]
    apart = 0
    for count, (outer, inner) in enumerate(pairwise([lines[index] for index in outermost]), start=1):
        wide = max(_SPACE * min(outer.height, inner.height), _WIDER * space)
        if max(inner.top - outer.bottom, outer.top - inner.bottom) > wide:
            apart = count
    return _Edge(page, [(index, list(_marks(page, lines[index]))) for index in outermost], apart)


def _marks(page: int, line: Line) -> Iterator[_Mark]:
    """As it stands first, then without each of its numbers."""
    if len(line.text) > _LONGEST:
        return
    height = round(line.top / _SAME_HEIGHT)
    yield line.text, None, height
    for match in _NUMBER.finditer(line.text):
        yield f"{line.text[: match.start()]}#{line.text[match.end() :]}", int(match[0]) - page, height
