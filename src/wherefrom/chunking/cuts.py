"""Where a text is cut into passages, decided by what stands there and not by how much came before.

Every place where a cut is possible has a rank, made of the kind of place and a hash of the few characters that follow.
A place is a cut if it has the lowest rank far around; what is still too long is cut at its lowest place, and so on. So
an edit moves the cuts beside it and no others, and the words in the middle of a paragraph move none.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple, TypeAlias
from zlib import crc32

__all__ = ["LARGEST", "SMALLEST", "Span", "passages_of"]

LARGEST = 1_600
SMALLEST = 400
"""Bytes in UTF-8, of which about four are a token in any script; counting tokens would take longer than cutting."""

_TINY = SMALLEST // 4
"""A paragraph of this size may stand alone if the one beside it would have to be broken otherwise."""
_AROUND = LARGEST // 2
_NEAR = 6
"""Bytes behind a place that decide its rank; few, because a change in any of them may move a cut."""
_HASHED = 24
"""Characters that decide between places that begin alike, as items and numbered lines do."""
_WEAK = 1 << 64
_ENDLESS = 16 * LARGEST
"""What has no lowest place for so long repeats itself. It is cut up from its beginning first, else it would be looked
through over and over; so its parts have one length, also when there is a line more of them."""

_BLANK_LINE = re.compile(r"\n[ \t\r]*\n\s*")
_SENTENCE_END = re.compile(
    r"[.!?…][\"'”’»)\]]*\s+|[。！？][”’」』）]*\s*|\n[ \t]*(?=(?:[-*+•‣◦▪]|\(?\w{1,3}[.)])[ \t]|\|)|\t[^\n\t]*\n"
)
_LINE_END = re.compile(r"[\r\n]\s*")
_BLANK = re.compile(r"\s+")
_ANYWHERE = re.compile(r"[GWgw7]|[^\x00-\x7f]")
_FENCED = re.compile(r"^ {0,3}(```|~~~)[^\n]*\n(?s:.*?)^ {0,3}\1", re.MULTILINE)
_ITEM = re.compile(r"[ \t]*(?:[-*+•‣◦▪·][ \t]|\(?\w{1,3}[.)][ \t]|\||[^\n\t]{1,80}\t)")
_SENTENCE_ENDS = (".", "!", "?", "…", "。", "！", "？", '"', "”", ")")
_LONGEST_HEADING = 90


class Span(NamedTuple):
    start: int
    end: int


_Place: TypeAlias = tuple[int, int]
"""A position and its rank; a low one goes first."""
_Finder: TypeAlias = Callable[[str, Span], Iterable[_Place]]


class _Places(NamedTuple):
    """Where a stretch may be cut: the bytes that stand before each place, and its rank."""

    at: list[int]
    before: list[int]
    ranks: list[int]
    size: int


def passages_of(text: str) -> Iterator[Span]:
    """The passages in order, without the blanks around them; none is longer than `LARGEST`."""
    return _divided(text, Span(0, len(text)), 0)


def _divided(text: str, span: Span, grade: int) -> Iterator[Span]:
    """Paragraphs first; a paragraph over the budget at the ends of sentences, then of lines, then of words."""
    if _bytes_of(text, *span) <= LARGEST:
        yield from _trimmed(text, span)
        return
    if grade < len(_GRADES):
        finder, least = _GRADES[grade]
        cuts = _chosen(_places(text, span, finder), least)
    else:
        cuts = range(span.start + SMALLEST, span.end, SMALLEST)  # one letter over and over: nothing to decide by
    start = span.start
    for end in (*cuts, span.end):
        yield from _divided(text, Span(start, end), grade + 1)
        start = end


def _trimmed(text: str, span: Span) -> Iterator[Span]:
    cut = text[span.start : span.end]
    own = cut.strip()
    if own:
        start = span.start + len(cut) - len(cut.lstrip())
        yield Span(start, start + len(own))


def _bytes_of(text: str, start: int, end: int) -> int:
    part = text[start:end]
    return len(part) if part.isascii() else len(part.encode("utf-8", "surrogatepass"))


def _places(text: str, span: Span, finder: _Finder) -> _Places:
    at: list[int] = []
    before: list[int] = []
    ranks: list[int] = []
    last, size = span.start, 0
    for position, rank in finder(text, span):
        size += _bytes_of(text, last, position)
        at.append(position)
        before.append(size)
        ranks.append(rank)
        last = position
    return _Places(at, before, ranks, size + _bytes_of(text, last, span.end))


def _chosen(places: _Places, least: int) -> list[int]:
    """The cuts, in order; nothing smaller than `least` is cut off."""
    cuts = [
        index
        for index in _lowest_around(places.before, places.ranks)
        if least <= places.before[index] <= places.size - least
    ]
    edges = [0, *(places.before[index] for index in cuts), places.size]
    for begin, end in pairwise(edges):
        cuts += _lowest_within(places, begin, end, least)
    return [places.at[index] for index in sorted(cuts)]


def _lowest_around(before: list[int], ranks: list[int]) -> Iterator[int]:
    """Those with no place of equal or lower rank near them, found in one pass."""
    is_lowest = [True] * len(ranks)
    rising: list[int] = []
    for index, rank in enumerate(ranks):
        near = before[index] - _AROUND
        while rising and ranks[rising[-1]] >= rank:
            other = rising.pop()
            if before[other] > near:
                is_lowest[other] = False
                is_lowest[index] &= ranks[other] != rank
        if rising and before[rising[-1]] > near:
            is_lowest[index] = False
        rising.append(index)
    return (index for index, lowest in enumerate(is_lowest) if lowest)


def _lowest_within(places: _Places, begin: int, end: int, least: int) -> Iterator[int]:
    spans = [(begin, end)]
    while spans:
        begin, end = spans.pop()
        if end - begin <= LARGEST:
            continue
        low, high = bisect_left(places.before, begin + least), bisect_right(places.before, end - least)
        if low >= high:
            continue
        if end - begin > _ENDLESS:
            far = begin + _ENDLESS // 2
            low = bisect_left(places.before, far, low, high - 1)
            high = bisect_left(places.before, far + LARGEST, low + 1, high)
        middle = min(max(bisect_left(places.before, (begin + end) // 2), low), high - 1)
        cut = low + _lowest(places.ranks[low:high], middle - low)
        yield cut
        spans += ((begin, places.before[cut]), (places.before[cut], end))


def _lowest(ranks: list[int], middle: int) -> int:
    """Where the lowest rank is; of several equal ones, where something repeats, the first behind the middle."""
    lowest = min(ranks)
    return ranks.index(lowest, middle if lowest in ranks[middle:] else 0)


def _rank(text: str, position: int) -> int:
    said = text[position : position + _HASHED].encode("utf-8", "surrogatepass")
    return crc32(said[:_NEAR]) << 32 | crc32(said)


def _paragraphs(text: str, span: Span) -> Iterator[_Place]:
    """A list, a table and a fence stay together, a line that introduces something stays with it, where they fit."""
    fences = [match.span() for match in _FENCED.finditer(text, *span)] if _may_be_fenced(text, span) else []
    start, was_item = span.start, _ITEM.match(text, span.start) is not None
    for match in _BLANK_LINE.finditer(text, *span):
        end, position = match.span()
        if position == span.end:
            return
        while fences and fences[0][1] <= position:
            del fences[0]
        is_item = _ITEM.match(text, position) is not None
        is_inside = bool(fences) and fences[0][0] < position
        is_weak = is_inside or (is_item and (was_item or text[end - 1] == ":")) or _introduces(text, start, end)
        yield position, _rank(text, position) + _WEAK * is_weak
        start, was_item = position, is_item


def _may_be_fenced(text: str, span: Span) -> bool:
    return text.find("```", *span) >= 0 or text.find("~~~", *span) >= 0


def _introduces(text: str, start: int, end: int) -> bool:
    """One short line that ends no sentence: a heading, as far as one can tell."""
    return (
        end - start < _LONGEST_HEADING
        and not text.endswith(_SENTENCE_ENDS, start, end)
        and text.find("\n", start, end) < 0
    )


def _matched(pattern: re.Pattern[str]) -> _Finder:
    def find(text: str, span: Span) -> Iterator[_Place]:
        for match in pattern.finditer(text, *span):
            position = match.end()
            if position < span.end:
                yield position, _rank(text, position)

    return find


_GRADES: tuple[tuple[_Finder, int], ...] = (
    (_paragraphs, SMALLEST),
    (_paragraphs, _TINY),
    (_matched(_SENTENCE_END), SMALLEST),
    (_matched(_LINE_END), SMALLEST),
    (_matched(_BLANK), SMALLEST),
    (_matched(_ANYWHERE), SMALLEST),
)
