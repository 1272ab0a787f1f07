"""Lines of a page in the order of reading: columns one after the other, the cells of a table row by row.

Words that stand close together on a line are a run. Runs side by side are columns where both sides are filled with
lines of prose; else they are cells of a row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil
from statistics import median
from typing import NamedTuple

import numpy as np

from wherefrom.loading.pdf_words import Boxes, Words

__all__ = ["Line", "lines_of"]

_WIDE_GAP = 1.0
_CELL_GAP = 1.5
"""Times the height of the letters: further apart, words are two runs; much further, the runs are cells."""
_BAND = 2.5
"""A blank band of so many lines ends columns."""
_FEWEST_LINES = 4
_FEWEST_NOTES = 2
_PROSE_LENGTH = 18
_PROSE_FILL = 0.6
"""Lines of prose have so many characters at least, and fill so much of their column."""
_MOST_COLUMNS_DEEP = 4
_GUTTERS_TRIED = 3
_GRAIN = 4
_MOST_PLACES = 1_000
_APART = 5
"""Gutters are looked for every four points, less often on a page of giant size; two are so many places apart."""
_RIGHT_TO_LEFT = range(0x0590, 0x0900)


class Line(NamedTuple):
    """`words` are numbers of the page's words; where they lie in the text of the line is plain from their lengths.

    Left, top, right and bottom are in the direction of reading, whichever way the page lies. `block` numbers the
    columns of the page.
    """

    text: str
    words: Sequence[int]
    left: float
    top: float
    right: float
    bottom: float
    block: int
    opening: float = 0.0
    """How wide the first word is."""

    @property
    def height(self) -> float:
        return self.bottom - self.top


class _Run(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float
    first: int
    end: int
    length: int


def lines_of(words: Words) -> list[Line]:
    if not words.texts:
        return []
    to_left = _reads_to_left(words.texts)
    boxes = _upright(words, to_left)
    runs = _runs(words, boxes)
    widths: list[float] = (boxes[:, 2] - boxes[:, 0]).tolist()
    line = median(run.bottom - run.top for run in runs)
    aside = [run for run in runs if _is_aside(run, line)]
    rows = _rows([run for run in runs if not _is_aside(run, line)])
    blocks = [*_blocks(rows, _MOST_COLUMNS_DEEP, to_left), *([[run]] for run in aside)]
    return [_line(words.texts, widths, row, number, to_left) for number, block in enumerate(blocks) for row in block]


def _reads_to_left(texts: Sequence[str]) -> bool:
    return sum(ord(text[0]) in _RIGHT_TO_LEFT for text in texts) * 2 > len(texts)


def _is_aside(run: _Run, line: float) -> bool:
    """Written up or down the margin: it stands beside every line and belongs to none."""
    height = run.bottom - run.top
    return run.length > 2 and height > 3 * line and height > run.right - run.left


def _upright(words: Words, to_left: bool) -> Boxes:
    """The page turned so that its text can be read."""
    across, down = words.forward
    left, top, right, bottom = words.boxes.T
    if abs(down) > abs(across):
        if down > 0:
            return np.stack((top, words.width - right, bottom, words.width - left), axis=1)
        return np.stack((words.height - bottom, left, words.height - top, right), axis=1)
    if across < 0 and not to_left:
        return np.stack((words.width - right, words.height - bottom, words.width - left, words.height - top), axis=1)
    return words.boxes


def _runs(words: Words, boxes: Boxes) -> list[_Run]:
    before, after = boxes[:-1], boxes[1:]
    heights = boxes[:, 3] - boxes[:, 1]
    overlap = np.minimum(before[:, 3], after[:, 3]) - np.maximum(before[:, 1], after[:, 1])
    gap = np.maximum(after[:, 0] - before[:, 2], before[:, 0] - after[:, 2])
    apart = (
        np.array(words.begins_line[1:], dtype=bool)
        | (overlap <= np.minimum(heights[:-1], heights[1:]) / 2)
        | (gap > _WIDE_GAP * np.maximum(heights[:-1], heights[1:]))
    )
    firsts = np.concatenate(([0], np.flatnonzero(apart) + 1))
    corners: list[list[float]] = np.concatenate(
        (np.minimum.reduceat(boxes[:, :2], firsts), np.maximum.reduceat(boxes[:, 2:], firsts)), axis=1
    ).tolist()
    lengths = np.add.reduceat([len(text) + 1 for text in words.texts], firsts)
    ends = [*firsts[1:].tolist(), len(boxes)]
    return [
        _Run(left, top, right, bottom, first, end, length - 1)
        for (left, top, right, bottom), first, end, length in zip(
            corners, firsts.tolist(), ends, lengths.tolist(), strict=True
        )
    ]


def _rows(runs: Sequence[_Run]) -> list[list[_Run]]:
    """From the top; runs that overlap the smallest one of a row by half stand in it."""
    rows: list[list[_Run]] = []
    top = bottom = 0.0
    for run in sorted(runs, key=lambda run: (run.top, run.left)):
        height = run.bottom - run.top
        if rows and min(bottom, run.bottom) - max(top, run.top) > min(bottom - top, height) / 2:
            rows[-1].append(run)
            if height >= bottom - top:
                continue
        else:
            rows.append([run])
        top, bottom = run.top, run.bottom
    for row in rows:
        row.sort(key=lambda run: run.left)
    return rows


def _blocks(rows: list[list[_Run]], depth: int, to_left: bool) -> list[list[list[_Run]]]:
    if depth and len(rows) >= _FEWEST_LINES:
        for gutter in _gutters(rows):
            parts = list(_parts(rows, gutter))
            if any(len(part) > 1 for part in parts):
                sides = (side for part in parts for side in (reversed(part) if to_left else part))
                return [block for side in sides for block in _blocks(side, depth - 1, to_left)]
    return [rows]


def _gutters(rows: Sequence[Sequence[_Run]]) -> Iterator[float]:
    """Where most rows have a gap, the best first."""
    votes: Counter[int] = Counter()
    grain = max(_GRAIN, max(row[-1].right for row in rows) / _MOST_PLACES)
    for row in rows:
        for run, following in pairwise(row):
            votes.update(range(ceil(run.right / grain), int(following.left / grain) + 1))
    tried: list[int] = []
    for place, count in votes.most_common():
        if count < _FEWEST_NOTES or len(tried) == _GUTTERS_TRIED:
            return
        if all(abs(place - other) > _APART for other in tried):
            tried.append(place)
            yield place * grain


def _parts(rows: Sequence[list[_Run]], gutter: float) -> Iterator[list[list[list[_Run]]]]:
    """Rows in stretches: those of columns as two sides, the others as one."""
    whole: list[list[_Run]] = []
    for stretch in _stretches(rows, gutter):
        sides = [
            _rows([run for row in stretch for run in row if (run.left + run.right) / 2 < gutter]),
            _rows([run for row in stretch for run in row if (run.left + run.right) / 2 >= gutter]),
        ]
        if not all(_is_prose(side) for side in sides) and not _is_margin(*sides) and not _is_margin(*sides[::-1]):
            whole += stretch
            continue
        if whole:
            yield [whole]
            whole = []
        yield sides
    if whole:
        yield [whole]


def _stretches(rows: Sequence[list[_Run]], gutter: float) -> Iterator[list[list[_Run]]]:
    """Neighbouring rows that leave the gutter free, with no band between them; a row that does not is one alone."""
    line = median(run.bottom - run.top for row in rows for run in row)
    stretch: list[list[_Run]] = []
    bottom = 0.0
    for row in rows:
        crosses = any(run.left < gutter - 1 and run.right > gutter + 1 for run in row)
        if stretch and (crosses or row[0].top - bottom > _BAND * line):
            yield stretch
            stretch = []
        if crosses:
            yield [row]
        else:
            stretch.append(row)
        bottom = max(run.bottom for run in row)
    if stretch:
        yield stretch


def _is_prose(rows: Sequence[Sequence[_Run]], length: int = _PROSE_LENGTH, fill: float = _PROSE_FILL) -> bool:
    if len(rows) < _FEWEST_LINES:
        return False
    width = max(row[-1].right for row in rows) - min(row[0].left for row in rows)
    filled = median(sum(run.right - run.left for run in row) for row in rows)
    return median(sum(run.length for run in row) for row in rows) >= length and filled >= fill * width


def _is_margin(rows: Sequence[Sequence[_Run]], beside: Sequence[Sequence[_Run]]) -> bool:
    """A few notes beside many long and full lines: no column, and no cells either."""
    return 0 < 4 * len(rows) <= len(beside) and _is_prose(beside, 2 * _PROSE_LENGTH, (1 + _PROSE_FILL) / 2)


def _line(texts: Sequence[str], widths: Sequence[float], row: Sequence[_Run], block: int, to_left: bool) -> Line:
    order = row[::-1] if to_left else row
    parts: list[str] = []
    for index, run in enumerate(order):
        if index:
            parts.append("\t" if _is_cell(order[index - 1], run) else " ")
        parts.append(" ".join(texts[run.first : run.end]))
    return Line(
        text="".join(parts),
        words=range(row[0].first, row[0].end)
        if len(row) == 1
        else [n for run in order for n in range(run.first, run.end)],
        left=row[0].left,
        top=min(run.top for run in row),
        right=max(run.right for run in row),
        bottom=max(run.bottom for run in row),
        block=block,
        opening=widths[order[0].first],
    )


def _is_cell(run: _Run, following: _Run) -> bool:
    gap = max(following.left - run.right, run.left - following.right)
    return gap > _CELL_GAP * max(run.bottom - run.top, following.bottom - following.top)
