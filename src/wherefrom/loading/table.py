"""Tables in text: comma, semicolon or tab between the cells. The text stays as written; units are groups of rows."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from wherefrom.core.locators import CellsLocator
from wherefrom.loading.groups import Span, grouped
from wherefrom.loading.lines import lines
from wherefrom.loading.title import title_of
from wherefrom.ports.documents import Blob, RawDocument, RawUnit
from wherefrom.text.decoding import charset_in, decode

__all__ = ["column", "header_of", "load_table", "range_of"]

_DELIMITERS = ",;\t|"
_LONGEST_HEADER = 500
_MOST_LINES_IN_A_ROW = 1_000
"""A quotation mark that nobody closes would otherwise make one row of the rest."""


class _Row(NamedTuple):
    """`number` counts as a spreadsheet does: blank rows too, from 1."""

    number: int
    cells: Sequence[str]
    span: Span


class _Lines:
    """Lines for a reader that takes as many as a row has; `end` is where the last one taken ends."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = lines(text)
        self.end = 0

    def __iter__(self) -> Iterator[str]:
        for line in self._lines:
            self.end = line.end
            yield self._text[line.start : line.end]


def load_table(blob: Blob) -> RawDocument:
    text, notices = decode(blob.data, charset_in(blob.media_type))
    delimiter = _delimiter(blob, text)
    try:
        units = list(_units(text, _rows(text, delimiter)))
    except csv.Error:
        notices = (*notices, "a quotation mark is never closed: each line was read as a row")
        units = list(_units(text, _lines_as_rows(text, delimiter)))
    return RawDocument(title_of(blob), text, units, notices)


def header_of(first: Sequence[str]) -> str | None:
    """The first row names the columns if it has no empty cell, no number and nothing twice."""
    names = [cell.strip() for cell in first]
    if not names or len(set(names)) < len(names) or not all(map(_is_name, names)):
        return None
    return " | ".join(" ".join(name.split()) for name in names)[:_LONGEST_HEADER]


def range_of(first_row: int, last_row: int, columns: int) -> str:
    """`A2:F51`, as spreadsheets write it."""
    return f"A{first_row}:{column(max(columns, 1))}{last_row}"


def column(number: int) -> str:
    """1 is A, 27 is AA."""
    name = ""
    while number:
        number, letter = divmod(number - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def _units(text: str, rows: Iterator[_Row]) -> Iterator[RawUnit]:
    """The header stands in the first group, as written, and is known in all of them."""
    filled = (row for row in rows if any(cell.strip() for cell in row.cells))
    top = list(islice(filled, 2))
    header = header_of(top[0].cells) if len(top) > 1 else None
    for group in grouped(text, chain(top, filled)):
        cells = range_of(group[0].number, group[-1].number, max(len(row.cells) for row in group))
        locator = CellsLocator(sheet="", range=cells, char_start=group[0].span.start, char_end=group[-1].span.end)
        yield RawUnit(locator, section=(header,) if header else ())


def _rows(text: str, delimiter: str) -> Iterator[_Row]:
    """A quoted line end belongs to its row, which then has several lines."""
    taken = _Lines(text)
    reader = csv.reader(taken, delimiter=delimiter)
    start = lines_before = 0
    for number, cells in enumerate(reader, start=1):
        if reader.line_num - lines_before > _MOST_LINES_IN_A_ROW:
            raise csv.Error("unclosed quotation")
        yield _Row(number, cells, Span(start, taken.end))
        start, lines_before = taken.end, reader.line_num


def _lines_as_rows(text: str, delimiter: str) -> Iterator[_Row]:
    for number, line in enumerate(lines(text), start=1):
        yield _Row(number, line.text.split(delimiter), Span(line.start, line.end))


def _delimiter(blob: Blob, text: str) -> str:
    """Tab where the name says so, else what occurs most in the first line."""
    if blob.path.lower().endswith((".tsv", ".tab")) or "tab-separated" in blob.media_type:
        return "\t"
    first = text.lstrip()[:10_000].split("\n", 1)[0]
    return max(_DELIMITERS, key=first.count)


def _is_name(cell: str) -> bool:
    try:
        float(cell.replace(",", "."))
    except ValueError:
        return bool(cell)
    return False
