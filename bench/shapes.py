"""PDFs of many shapes: how a book looks on paper decides whether the end of a page shows the end of a paragraph."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple, TypeAlias

__all__ = ["LINES_A_PAGE", "SHAPES", "Book", "Shape", "write_pages"]

LINES_A_PAGE = 50
_LENGTH = 70
_NO_LETTERS = re.compile(r"[^a-z ]+")

Book: TypeAlias = list[list[str]]
"""Paragraphs of lines."""


class Shape(NamedTuple):
    """`sets` is what becomes of the book before it is printed; `writes` prints it as book.pdf into a folder."""

    sets: Callable[[Book], Book]
    writes: Callable[[Path, Book], None]


def write_pages(
    folder: Path, book: Book, *, has_gaps: bool = True, drops_gaps: bool = False, indent: str = "", head: str = ""
) -> None:
    """The lines flow: one more on the first page moves a line over the end of every page.

    A gap at the top of a page can be dropped, as typesetters do. A head stands as close to the text as its lines, with
    the number of the page.
    """
    from tests.pdf_writer import write_pdf

    lines = [line for first, *others in book for line in (f"{indent}{first}", *others, *([""] if has_gaps else []))]
    sheets = [
        [*([f"{head} {number}"] if head else []), *sheet]
        for number, sheet in enumerate(_sheets(lines, drops_gaps), start=1)
    ]
    (folder / "book.pdf").write_bytes(write_pdf(sheets))


def _sheets(lines: Sequence[str], drops_gaps: bool) -> Iterator[Sequence[str]]:
    at = 0
    while at < len(lines):
        at += drops_gaps and not lines[at]
        yield lines[at : at + LINES_A_PAGE]
        at += LINES_A_PAGE


def _as_it_is(book: Book) -> Book:
    return book


def _bare(book: Book) -> Book:
    """Words and nothing else."""
    return [[" ".join(_NO_LETTERS.sub(" ", line.lower()).split()) or "none" for line in lines] for lines in book]


def _of_one_length(book: Book) -> Book:
    return [[f"{line[:_LENGTH]:x<{_LENGTH}}" for line in lines] for lines in _bare(book)]


def _numbered(book: Book) -> Book:
    numbers = count(1)
    return [[f"Line {next(numbers)}: {line[:_LENGTH]}" for line in lines] for lines in _bare(book)]


def _repeated(book: Book) -> Book:
    return [book[1] for _ in range(sum(map(len, book)) // len(book[1]))]


def _printed(**how: object) -> Callable[[Path, Book], None]:
    return lambda folder, book: write_pages(folder, book, **how)  # pyright: ignore[reportArgumentType]


SHAPES: dict[str, Shape] = {
    "words without sentences, a gap behind each paragraph": Shape(_bare, _printed()),
    "the same, gaps dropped at the top of pages": Shape(_bare, _printed(drops_gaps=True)),
    "lines of one length, gaps": Shape(_of_one_length, _printed()),
    "lines of one length, gaps dropped": Shape(_of_one_length, _printed(drops_gaps=True)),
    "lines of one length, no gaps": Shape(_of_one_length, _printed(has_gaps=False)),
    "sentences, paragraphs indented": Shape(_as_it_is, _printed(has_gaps=False, indent="    ")),
    "sentences, nothing between paragraphs": Shape(_as_it_is, _printed(has_gaps=False)),
    "numbered lines": Shape(_numbered, _printed(has_gaps=False)),
    "page numbers as close as lines": Shape(_bare, _printed(has_gaps=False, head="Handbook, page")),
    "one paragraph over and over": Shape(_repeated, _printed()),
}
