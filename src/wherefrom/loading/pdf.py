"""PDF: the text of its pages in the order of reading, and where every word of it stands."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import numpy as np
from pypdfium2 import PdfDocument

from wherefrom.core.documents import ContentKind
from wherefrom.core.locators import Box, PdfLocator
from wherefrom.errors import ContentError
from wherefrom.loading.pdf_boxes import WordBoxes
from wherefrom.loading.pdf_flow import Placed, flow
from wherefrom.loading.pdf_numbers import without_line_numbers
from wherefrom.loading.pdf_outline import bookmarks_of, headings_of
from wherefrom.loading.pdf_pages import Pages, open_pdf, read_pages
from wherefrom.loading.pdf_running import running_lines
from wherefrom.loading.sections import Section, sections
from wherefrom.loading.title import title_of
from wherefrom.ports.documents import Blob, RawDocument, RawUnit

__all__ = ["PDF", "load_pdf"]

_WORD = re.compile(r"\S+")
_NUMBER = re.compile(r"\d+")
_NO_TITLE = re.compile(
    r".*\.(?:docx?|pptx?|xlsx?|od[pst]|rtf|txt|md|html?|pdf|e?ps|dvi|tex|indd|qxd|fm|pub|wpd|dwg|cdr|ai)"
    r"|(?:untitled|title|document|slide|page|print|none|null)\W*\d*|about:.*|\W*",
    re.IGNORECASE,
)
"""Titles that a program wrote and nobody chose: names of files, mostly."""


class _Pdf:
    """A loader, and more: its pages can be looked at."""

    def __call__(self, blob: Blob) -> RawDocument:
        return load_pdf(blob)

    def render(self, blob: Blob, page: int, boxes: Sequence[Box]) -> bytes:
        from wherefrom.loading.pdf_image import page_image  # Pillow, which reading needs nothing of

        return page_image(blob.data, page, boxes)


PDF = _Pdf()


def load_pdf(blob: Blob) -> RawDocument:
    """Running heads and page numbers stand behind the text of the pages, once, and belong to no unit; numbers of lines
    stand nowhere.
    """
    with open_pdf(blob.data) as document:
        pages = read_pages(document)
        bookmarks = bookmarks_of(document)
        title = _declared_title(document)
    if not pages.lines:
        raise _without_text(pages)
    pages = pages._replace(lines=without_line_numbers(pages.lines, pages.boxes))
    running = running_lines(pages.lines)
    text, placed = flow(
        {
            number: [line for index, line in enumerate(lines) if index not in running[number]]
            for number, lines in pages.lines.items()
        }
    )
    divided = list(sections(text, headings_of(bookmarks, placed)))
    aside = {_NUMBER.sub("#", line): line for line in reversed(list(_said_aside(pages, running)))}
    return RawDocument(
        title_of(blob, title),
        "\n\n".join((text, *reversed(aside.values()))),
        list(_units(placed, divided, pages)),
        list(_notices(pages)),
    )


def _said_aside(pages: Pages, running: Mapping[int, Iterable[int]]) -> Iterator[str]:
    return (pages.lines[number][index].text for number in running for index in sorted(running[number]))


def _declared_title(document: PdfDocument) -> str | None:
    try:
        title = " ".join(document.get_metadata_value("Title").split())
    except UnicodeError:
        return None
    return None if _NO_TITLE.fullmatch(title) or not title.isprintable() else title


def _without_text(pages: Pages) -> ContentError:
    if pages.pictures:
        return ContentError(
            f"it has no text: {_numbered(pages.pictures)} {_needing(pages.pictures)} OCR",
            hint="let a program for optical character recognition add the text, and give the result",
        )
    if pages.unreadable:
        return ContentError("none of its pages can be read", hint="open it elsewhere and save it again")
    return ContentError("there is no text in it", hint="leave it out")


def _notices(pages: Pages) -> Iterator[str]:
    if pages.pictures:
        has = "has" if len(pages.pictures) == 1 else "have"
        needs = "it needs OCR" if len(pages.pictures) == 1 else "they need OCR"
        yield f"{_numbered(pages.pictures)} {has} no text: {needs}"
    if pages.scant:
        has = "is a picture" if len(pages.scant) == 1 else "are pictures"
        yield f"{_numbered(pages.scant)} {has} with little text: if there are words in it, OCR finds them"
    if pages.unreadable:
        yield f"{_numbered(pages.unreadable)} could not be read"
    if pages.outside:
        yield f"{pages.outside:,} words beyond the edges of the pages were left out"


def _needing(numbers: Sequence[int]) -> str:
    return "needs" if len(numbers) == 1 else "need"


def _numbered(numbers: Sequence[int]) -> str:
    """`page 3`, or `pages 3, 5-9`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
    return f"page {told}" if len(numbers) == 1 else f"pages {told}"


def _units(placed: Sequence[Placed], divided: Sequence[Section], pages: Pages) -> Iterator[RawUnit]:
    """One a page, and one more for every section that begins on it."""
    starts = [section.start for section in divided]
    for (page, section), group in groupby(placed, key=lambda line: (line.page, bisect_right(starts, line.start) - 1)):
        lines = list(group)
        yield RawUnit(
            PdfLocator(page=page, char_start=lines[0].start, char_end=lines[-1].end),
            ContentKind.PDF_PAGE,
            section=divided[section].path,
            boxes=_boxes(lines, pages.boxes[page]),
        )


def _boxes(lines: Iterable[Placed], sides: np.ndarray[tuple[int, ...], np.dtype[np.int32]]) -> WordBoxes:
    spans = array("i")
    words: list[int] = []
    for line in lines:
        words += line.line.words
        for match in _WORD.finditer(line.line.text):
            spans.extend((line.start + match.start(), line.start + match.end()))
    return WordBoxes(spans, array("i", sides[words].tobytes()))
