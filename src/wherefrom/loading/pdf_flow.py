"""Pages of lines become one text that flows: paragraphs apart, lines and pages together.

Inside a column the distance between two lines tells whether a paragraph ends. Over the edge of a column or a page there
is no distance; there the two lines are judged by what such lines mean elsewhere in the same document. So a paragraph
that a longer page pushes over an edge keeps its characters, and its passages their ids.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from wherefrom.loading.pdf_layout import Line

__all__ = ["Placed", "flow"]

_SENTENCE_ENDS = (".", "!", "?", ":", "…", "。", "！", "？", '"', "”", "’", ")", "»")
_ITEM = re.compile(r"(?:[-–*•‣◦▪·]|\(?\w{1,3}[.)])\s")
_NEARLY = 0.9
"""A line that fills so much of its column was broken by the edge."""
_WIDER = 1.3
_TALLER = 1.2
_INDENT = 0.8
"""Times the usual distance of lines, the height of letters: more than that begins something new."""
_FEWEST_PAIRS = 3

_Likeness: TypeAlias = tuple[bool, bool, bool, str]


class Placed(NamedTuple):
    """A line, and where its first character stands in the text."""

    page: int
    line: Line
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.line.text)


class _Column(NamedTuple):
    left: float
    right: float


class _Pair(NamedTuple):
    above: Line
    below: Line
    columns: tuple[_Column, _Column]
    is_beside: bool
    """Whether both stand in one column, so that their distance says something."""

    @property
    def distance(self) -> float:
        return (self.below.bottom - self.above.bottom) / max(min(self.above.height, self.below.height), 0.1)


def flow(pages: Mapping[int, Sequence[Line]]) -> tuple[str, list[Placed]]:
    """The text of all pages, and its lines in order."""
    pairs = list(_pairs(pages))
    usual = _usual_distance(pairs)
    votes = Counter((_likeness(pair), _is_break(pair, usual)) for pair in pairs if pair.is_beside)
    breaks = [_is_break(pair, usual) if pair.is_beside else _is_likely_break(pair, votes) for pair in pairs]
    parts: list[str] = []
    placed: list[Placed] = []
    at = 0
    for (page, line), is_break in zip(_every(pages), [False, *breaks], strict=True):
        between = "" if not parts else "\n\n" if is_break else "\n"
        parts += between, line.text
        at += len(between)
        placed.append(Placed(page, line, at))
        at += len(line.text)
    return "".join(parts), placed


def _every(pages: Mapping[int, Sequence[Line]]) -> Iterator[tuple[int, Line]]:
    return ((page, line) for page, lines in pages.items() for line in lines)


def _pairs(pages: Mapping[int, Sequence[Line]]) -> Iterator[_Pair]:
    last: tuple[int, Line, _Column] | None = None
    for page, lines in pages.items():
        columns = _columns(lines)
        for line in lines:
            column = columns[line.block]
            if last:
                is_beside = last[0] == page and last[1].block == line.block and line.bottom > last[1].bottom
                yield _Pair(last[1], line, (last[2], column), is_beside)
            last = page, line, column


def _columns(lines: Sequence[Line]) -> dict[int, _Column]:
    columns: dict[int, _Column] = {}
    for line in lines:
        known = columns.get(line.block, _Column(line.left, line.right))
        columns[line.block] = _Column(min(known.left, line.left), max(known.right, line.right))
    return columns


def _usual_distance(pairs: Sequence[_Pair]) -> float:
    """Of lines in a paragraph: the first quarter, because gaps are wider and may be many."""
    distances = sorted(pair.distance for pair in pairs if pair.is_beside and 0.5 < pair.distance < 4)
    return distances[len(distances) // 4] if distances else 1.2


def _is_break(pair: _Pair, usual: float) -> bool:
    above, below = pair.above, pair.below
    taller = max(above.height, below.height) > _TALLER * min(above.height, below.height)
    if taller or pair.distance > _WIDER * usual:
        return True
    return _is_indented(below, pair.columns[1]) and not _is_indented(above, pair.columns[0]) and _may_end(pair)


def _is_indented(line: Line, column: _Column) -> bool:
    return line.left > column.left + _INDENT * line.height


def _may_end(pair: _Pair) -> bool:
    return pair.above.text.endswith(_SENTENCE_ENDS) or not _is_full(pair.above, pair.columns[0])


def _is_full(line: Line, column: _Column) -> bool:
    return line.right - column.left >= _NEARLY * (column.right - column.left)


def _likeness(pair: _Pair) -> _Likeness:
    """What can be known of two lines wherever they stand."""
    begins = "item" if _ITEM.match(pair.below.text) else "lower" if pair.below.text[:1].islower() else "other"
    return (
        _is_full(pair.above, pair.columns[0]),
        pair.above.text.endswith(_SENTENCE_ENDS),
        _is_indented(pair.below, pair.columns[1]),
        begins,
    )


def _is_likely_break(pair: _Pair, votes: Counter[tuple[_Likeness, bool]]) -> bool:
    likeness = _likeness(pair)
    breaks, others = votes[likeness, True], votes[likeness, False]
    if breaks + others >= _FEWEST_PAIRS:
        return breaks > others
    _, ends_sentence, _, begins = likeness
    return begins == "item" or (ends_sentence and begins == "other")
