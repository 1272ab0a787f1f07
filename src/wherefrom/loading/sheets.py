"""Spreadsheets: the values of each sheet row by row, in groups whose locator names their cells.

A formula is its result; where the file has none, it is what it says.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time
from io import BytesIO
from typing import NamedTuple, Protocol, cast
from zipfile import ZipFile

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from wherefrom.core.locators import CellsLocator
from wherefrom.loading.assembly import Assembly
from wherefrom.loading.formulas import uncalculated
from wherefrom.loading.groups import Span, grouped
from wherefrom.loading.package import declared_title, left_out, opened, reading
from wherefrom.loading.table import header_of, range_of
from wherefrom.loading.title import title_of
from wherefrom.ports.documents import Blob, RawDocument, RawUnit
from wherefrom.text.decoding import storable

__all__ = ["load_sheets"]

MOST_ROWS = 200_000
MOST_CELLS = 3_000_000
"""In all sheets together, empty cells among full ones counted; a workbook with more is a database."""
_KIND = "xlsx"
_LONGEST_CELL = 10_000
_PATH = "_worksheet_path"
"""Nothing public of a sheet says which part of the package it is."""


class _Sheet(Protocol):
    """The part of openpyxl's read-only sheet that is used here."""

    @property
    def title(self) -> str: ...
    @property
    def sheet_state(self) -> str: ...
    def reset_dimensions(self) -> None: ...
    def iter_rows(self, *, values_only: bool) -> Iterable[Sequence[object]]: ...


class _Row(NamedTuple):
    number: int
    cells: Sequence[str]
    span: Span


def load_sheets(blob: Blob) -> RawDocument:
    package = opened(blob.data, _KIND)
    reader = _Reader(package)
    with reading(_KIND, InvalidFileException), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of every extension that it does not know
        workbook = load_workbook(BytesIO(blob.data), read_only=True, data_only=True)
        sheets = [(sheet.title, reader.rows(sheet)) for sheet in cast("Iterable[_Sheet]", workbook.worksheets)]
        reader.notices.extend(left_out(package))
    text = reader.written.text
    units = [unit for sheet, rows in sheets for unit in _units(text, sheet, rows)]
    return RawDocument(title_of(blob, declared_title(package)), text, units, reader.notices)


class _Reader:
    """Writes rows down until there are too many."""

    def __init__(self, package: ZipFile) -> None:
        self._package = package
        self.written = Assembly()
        self.notices: list[str] = []
        self._rows_left = MOST_ROWS
        self._cells_left = MOST_CELLS

    def rows(self, sheet: _Sheet) -> list[_Row]:
        if sheet.sheet_state != "visible":
            self.notices.append(f"hidden sheet {sheet.title!r} left out")
            return []
        sheet.reset_dimensions()  # what a file says of its size is not to be trusted
        filled: list[_Row] = []
        formulas = self._formulas(sheet)
        for number, values in enumerate(sheet.iter_rows(values_only=True), start=1):
            cells = _cells(_with(formulas, number, values) if formulas else values)
            self._cells_left -= len(values)
            self._rows_left -= bool(cells)
            if self._rows_left < 0 or self._cells_left < 0:
                self.notices.append(f"sheet {sheet.title!r}: rows from {number:,} on left out, there are too many")
                break
            if cells:
                filled.append(_Row(number, cells, self.written.add(" | ".join(cells), is_tight=bool(filled))))
        return filled

    def _formulas(self, sheet: _Sheet) -> Mapping[tuple[int, int], str]:
        formulas = uncalculated(self._package.read(str(getattr(sheet, _PATH))))
        if formulas:
            told = f"the file has no results of {len(formulas):,} formulas, which are shown instead"
            self.notices.append(f"sheet {sheet.title!r}: {told}")
        return formulas


def _units(text: str, sheet: str, rows: Sequence[_Row]) -> Iterator[RawUnit]:
    header = header_of(rows[0].cells) if len(rows) > 1 else None
    for group in grouped(text, rows):
        cells = range_of(group[0].number, group[-1].number, max(len(row.cells) for row in group))
        locator = CellsLocator(
            sheet=storable(sheet), range=cells, char_start=group[0].span.start, char_end=group[-1].span.end
        )
        yield RawUnit(locator, section=(locator.sheet, header) if header else (locator.sheet,))


def _with(formulas: Mapping[tuple[int, int], str], row: int, values: Sequence[object]) -> Sequence[object]:
    return [formulas.get((row, at)) if value is None else value for at, value in enumerate(values, start=1)]


def _cells(values: Sequence[object]) -> list[str]:
    """As text, up to the last one that is not empty."""
    cells = [_said(value) for value in values]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _said(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    return " ".join(storable(str(value))[:_LONGEST_CELL].split())
