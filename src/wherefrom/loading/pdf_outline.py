"""The bookmarks of a PDF: which heading the text stands under, from which line on."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pypdfium2 import PdfBookmark, PdfDocument, PdfiumError

from wherefrom.loading.pdf_flow import Placed
from wherefrom.loading.sections import Heading
from wherefrom.text.decoding import storable

__all__ = ["Bookmark", "bookmarks_of", "headings_of"]

_MOST = 5_000
_DEEPEST = 6
_FEW_PAGES = 5
_NOT_LETTERS = re.compile(r"[\W\d_]+")


class Bookmark(NamedTuple):
    """`page` counts from 1."""

    level: int
    title: str
    page: int


def bookmarks_of(document: PdfDocument) -> list[Bookmark]:
    found: list[Bookmark] = []
    for bookmark in document.get_toc(max_depth=_DEEPEST):
        if len(found) == _MOST:
            break
        found += _read(bookmark)
    return found


def _read(bookmark: PdfBookmark) -> Iterator[Bookmark]:
    """One that leads nowhere is passed over."""
    try:
        destination = bookmark.get_dest()
        page = destination.get_index() if destination else None
        title = " ".join(storable(bookmark.get_title()).split())
    except (PdfiumError, UnicodeError):
        return
    if page is not None and title:
        yield Bookmark(bookmark.level + 1, title, page + 1)


def headings_of(bookmarks: Sequence[Bookmark], lines: Sequence[Placed]) -> list[Heading]:
    """Where each title stands in the text; one whose words are not on its page is at the top of it.

    But where every other page has one of those, they tell pages apart and not what is said.
    """
    places = list(_places(bookmarks, lines))
    unsaid = {bookmark.page for bookmark, _, is_said in places if not is_said}
    count = len({line.page for line in lines}) if unsaid else 0
    has_page_names = len(unsaid) > _FEW_PAGES and 2 * len(unsaid) > count
    return [
        Heading(lines[line].start, bookmark.level, bookmark.title)
        for bookmark, line, is_said in places
        if is_said or not has_page_names
    ]


def _places(bookmarks: Sequence[Bookmark], lines: Sequence[Placed]) -> Iterator[tuple[Bookmark, int, bool]]:
    """The line at which each stands, and whether that says its title."""
    said = [_letters(line.line.text) for line in lines] if bookmarks else []
    after = 0
    for bookmark in bookmarks:
        first = bisect_left(lines, bookmark.page, key=lambda line: line.page)
        end = bisect_left(lines, bookmark.page + 1, key=lambda line: line.page)
        found = _line_of(bookmark.title, said, max(first, after), end)
        line = max(first, after) if found is None else found
        if line >= len(lines):
            return
        after = line
        yield bookmark, line, found is not None


def _line_of(title: str, said: Sequence[str], first: int, end: int) -> int | None:
    """The line that says the title, or the first half of it."""
    wanted = _letters(title)
    for index in range(first, end if wanted else first):
        line = said[index]
        if line and (line == wanted or (wanted.startswith(line) and len(line) > len(wanted) / 2)):
            return index
    return None


def _letters(text: str) -> str:
    """Without the number, the dots and the case, which outline and page write as they like."""
    return _NOT_LETTERS.sub("", text).casefold()
