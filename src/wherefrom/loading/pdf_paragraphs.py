"""Which lines of a PDF begin a paragraph.

Inside a column the distance between two lines tells. Over the edge of a column or a page there is no distance; there
the two lines are judged by what such lines mean elsewhere in the same document. Where too many would be judged wrongly,
because the end of a paragraph looks like any other line, the distance of such lines counts nowhere. So what a longer
page pushes over an edge keeps its characters, and its passages their ids.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from wherefrom.loading.pdf_layout import Line

__all__ = ["paragraph_starts"]

_SENTENCE_ENDS = (".", "!", "?", ":", "…", "。", "！", "？", '"', "”", "’", ")", "»")
_ITEM = re.compile(r"(?:[-–*•‣◦▪·]|\(?\w{1,3}[.)])\s")
_SPACE = 0.2
"""Times the height of letters: at least so wide is the space between two words."""
_FLUSH = 0.5
_SAME_LEFT = 12
"""Points by which lines end together, columns begin together."""
_GRAIN = 6
"""Points by which a column is wider than another: that one line more makes it wider by a hair must not matter."""
_NEARLY_ALL = 0.98
_FILLS = (("long", 0.9), ("middling", 0.8))
_BROKEN = ("flush", "full")
_WIDER = 1.3
_TALLER = 1.2
_INDENT = 0.8
"""Times the usual distance of lines, the height of letters: more than that begins something new."""
_FEWEST_PAIRS = 3
_DOUBTFUL = 0.01
_MOSTLY = 2 / 3
"""Of pairs of one kind: with more exceptions the kind tells nothing, with more breaks it is taken for one."""
_DISTRUST = 10
"""So many pairs that are like all the others are added to each kind: what a few lines decide tips over too easily."""
_WRONG_GUESSES = 0.003 / 1_000
"""For each character that is bearable: a wrong guess renews two or three passages, before an edit as after it."""

_Likeness: TypeAlias = tuple[str, str, str]
"""How full the line above is, how it ends, how the line below begins."""


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


def paragraph_starts(lines: Sequence[tuple[int, Line]]) -> Iterator[bool]:
    """Whether each of the lines, given with their pages, begins one."""
    yield from (True for _ in lines[:1])
    pairs = list(_pairs(lines))
    usual = _usual_distance(pairs)
    likenesses = [None if _is_new(pair) else _likeness(pair) for pair in pairs]
    seen = Counter(
        (likeness, _is_apart(pair, usual))
        for pair, likeness in zip(pairs, likenesses, strict=True)
        if likeness and pair.is_beside
    )
    edges = sum(1 for pair, likeness in zip(pairs, likenesses, strict=True) if likeness and not pair.is_beside)
    verdicts = _verdicts(seen, edges, sum(len(pair.below.text) for pair in pairs))
    for pair, likeness in zip(pairs, likenesses, strict=True):
        if likeness is None:
            yield True
        elif likeness in verdicts:
            yield verdicts[likeness]
        elif pair.is_beside:
            yield _is_apart(pair, usual)
        else:
            yield _is_likely(likeness, seen)


def _verdicts(seen: Counter[tuple[_Likeness, bool]], edges: int, characters: int) -> dict[_Likeness, bool]:
    """Of pairs that would be guessed wrong at too many edges, so that their distance is not looked at anywhere."""
    counts = {likeness: (seen[likeness, True], seen[likeness, False]) for likeness, _ in seen}
    if sum(map(min, counts.values())) * edges <= max(1.0, _WRONG_GUESSES * characters) * seen.total():
        return {}
    doubtful = {each: count for each, count in counts.items() if min(count) + 1 > _DOUBTFUL * sum(count)}
    share = sum(breaks for breaks, _ in doubtful.values()) / max(sum(map(sum, doubtful.values())), 1)
    return {
        likeness: breaks + _DISTRUST * share > _MOSTLY * (breaks + others + _DISTRUST)
        for likeness, (breaks, others) in doubtful.items()
    }


def _pairs(lines: Sequence[tuple[int, Line]]) -> Iterator[_Pair]:
    last: tuple[int, Line, _Column] | None = None
    columns = _columns(lines)
    for page, line in lines:
        column = columns[page, line.block]
        if last:
            is_beside = last[0] == page and last[1].block == line.block and line.bottom > last[1].bottom
            yield _Pair(last[1], line, (last[2], column), is_beside)
        last = page, line, column


def _columns(lines: Sequence[tuple[int, Line]]) -> dict[tuple[int, int], _Column]:
    """Those that begin together are as wide as nearly all of their lines; a page shows only what it happens to hold."""
    lefts: dict[tuple[int, int], float] = {}
    for page, line in lines:
        lefts[page, line.block] = min(line.left, lefts.get((page, line.block), line.left))
    places = {at: round(left / _SAME_LEFT) for at, left in lefts.items()}
    rights: dict[int, list[float]] = {}
    for page, line in lines:
        rights.setdefault(places[page, line.block], []).append(line.right)
    usual = {place: sorted(found)[int(_NEARLY_ALL * (len(found) - 1))] for place, found in rights.items()}
    return {at: _Column(left, usual[places[at]]) for at, left in lefts.items()}


def _usual_distance(pairs: Sequence[_Pair]) -> float:
    """Of lines in a paragraph: the first quarter, because gaps are wider and may be many."""
    distances = sorted(pair.distance for pair in pairs if pair.is_beside and 0.5 < pair.distance < 4)
    return distances[len(distances) // 4] if distances else 1.2


def _is_new(pair: _Pair) -> bool:
    """Whether the lines themselves say that something new begins, wherever they stand."""
    above, below = pair.above, pair.below
    if max(above.height, below.height) > _TALLER * min(above.height, below.height):
        return True
    return _is_indented(below, pair.columns[1]) and not _is_indented(above, pair.columns[0]) and _may_end(pair)


def _is_apart(pair: _Pair, usual: float) -> bool:
    return pair.distance > _WIDER * usual


def _is_indented(line: Line, column: _Column) -> bool:
    return line.left > column.left + _INDENT * line.height


def _may_end(pair: _Pair) -> bool:
    return pair.above.text.endswith(_SENTENCE_ENDS) or _fill(pair) not in _BROKEN


def _fill(pair: _Pair) -> str:
    """A line without room for the word that follows was broken by the edge, surely if it ends there to the point."""
    above, column = pair.above, pair.columns[0]
    if abs(column.right - above.right) < _FLUSH:
        return "flush"
    width = (column.right - column.left) // _GRAIN * _GRAIN
    filled = above.right - column.left
    if filled + _SPACE * above.height + pair.below.opening > width:
        return "full"
    return next((name for name, least in _FILLS if filled >= least * width), "short")


def _likeness(pair: _Pair) -> _Likeness:
    """What can be known of two lines wherever they stand."""
    said, begins = pair.above.text, pair.below.text
    return (
        _fill(pair),
        ":" if said.endswith(":") else "." if said.endswith(_SENTENCE_ENDS) else "",
        "item" if _ITEM.match(begins) else "lower" if begins[:1].islower() else "other",
    )


def _is_likely(likeness: _Likeness, seen: Counter[tuple[_Likeness, bool]]) -> bool:
    breaks, others = seen[likeness, True], seen[likeness, False]
    if breaks + others >= _FEWEST_PAIRS:
        return breaks > others
    _, ends, begins = likeness
    return begins == "item" or (ends != "" and begins == "other")
