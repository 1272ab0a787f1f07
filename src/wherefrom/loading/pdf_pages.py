"""The pages of a PDF, read one by one; what was asked of PDFium ends here."""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import c_float
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pypdfium2 import PdfDocument, PdfiumError, PdfPage, raw

from wherefrom.errors import ContentError
from wherefrom.loading.pdf_layout import Line, lines_of
from wherefrom.loading.pdf_words import words_of

__all__ = ["Pages", "open_pdf", "read_pages"]

MOST_PAGES = 10_000
MOST_CHARACTERS = 20_000_000
_FEW_WORDS = 10
_MANY_DRAWINGS = 50
"""A page without words but with so many drawings may be writing turned into curves."""


class Pages(NamedTuple):
    """By their numbers from 1: the lines of those with text, and the boxes of their words in tenths of a point."""

    lines: dict[int, list[Line]]
    boxes: dict[int, NDArray[np.int32]]
    pictures: list[int]
    """Those that show something and say nothing."""
    scant: list[int]
    """Those that are a picture with hardly a word on it, and no text laid under it."""
    unreadable: list[int]
    outside: int
    """Words beyond the edges of their pages, which nobody sees."""


def open_pdf(data: bytes) -> PdfDocument:
    """What is encrypted with an empty password, as much is, opens like any other."""
    try:
        return PdfDocument(data)
    except PdfiumError as error:
        if error.err_code == raw.FPDF_ERR_PASSWORD:
            raise ContentError("it is locked with a password", hint="save a copy without one") from None
        if error.err_code == raw.FPDF_ERR_SECURITY:
            raise ContentError("its encryption is of an unknown kind", hint="save a copy without it") from None
        raise ContentError(
            "it is damaged, or not a PDF", value=str(error), hint="open it elsewhere and save it again"
        ) from None


def read_pages(document: PdfDocument) -> Pages:
    if len(document) > MOST_PAGES:
        raise ContentError(f"it has {len(document):,} pages", hint=f"at most {MOST_PAGES:,} are read: split it")
    lines: dict[int, list[Line]] = {}
    boxes: dict[int, NDArray[np.int32]] = {}
    pictures: list[int] = []
    scant: list[int] = []
    unreadable: list[int] = []
    characters = outside = 0
    for number in range(1, len(document) + 1):
        try:
            page = document[number - 1]
        except PdfiumError:
            unreadable.append(number)
            continue
        try:
            words = words_of(page)
            outside += words.outside
            if not words.texts and _shows_anything(page):
                pictures.append(number)
            elif 0 < len(words.texts) < _FEW_WORDS and _is_filled(page) and not _was_recognised(page):
                scant.append(number)
        except PdfiumError:
            unreadable.append(number)
            continue
        finally:
            page.close()
        if words.texts:
            lines[number] = lines_of(words)
            boxes[number] = np.rint(words.boxes * 10).clip(0, 2**31 - 1).astype(np.int32)
        characters += sum(map(len, words.texts))
        if characters > MOST_CHARACTERS:
            raise ContentError(
                f"it has more than {MOST_CHARACTERS:,} characters", hint="split it, and give its parts one by one"
            )
    return Pages(lines, boxes, pictures, scant, unreadable, outside)


def _shows_anything(page: PdfPage) -> bool:
    if raw.FPDFPage_CountObjects(page.raw) >= _MANY_DRAWINGS:
        return True
    return any(kind in (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_FORM) for kind, _ in _shown(page))


def _is_filled(page: PdfPage) -> bool:
    """By a picture, at least half of it: what is said beside that is a stamp or a number."""
    half = page.get_width() * page.get_height() / 2
    return any(kind == raw.FPDF_PAGEOBJ_IMAGE and _area(thing) > half for kind, thing in _shown(page))


def _was_recognised(page: PdfPage) -> bool:
    """What a program for OCR has read is laid under the picture, and never drawn."""
    text = page.get_textpage()
    try:
        things = (raw.FPDFText_GetTextObject(text.raw, index) for index in range(text.count_chars()))
        unseen = raw.FPDF_TEXTRENDERMODE_INVISIBLE
        return any(bool(thing) and raw.FPDFTextObj_GetTextRenderMode(thing) == unseen for thing in things)
    finally:
        text.close()


def _shown(page: PdfPage) -> Iterator[tuple[int, object]]:
    """What is drawn, and which kind of thing it is."""
    for index in range(min(raw.FPDFPage_CountObjects(page.raw), _MANY_DRAWINGS)):
        thing = raw.FPDFPage_GetObject(page.raw, index)
        yield raw.FPDFPageObj_GetType(thing), thing


def _area(thing: object) -> float:
    left, bottom, right, top = c_float(), c_float(), c_float(), c_float()
    raw.FPDFPageObj_GetBounds(thing, left, bottom, right, top)
    return (right.value - left.value) * (top.value - bottom.value)
