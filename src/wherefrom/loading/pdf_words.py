"""The words of one page as PDFium finds them, and where they stand on the page as it is displayed."""

from __future__ import annotations

import ctypes
import re
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray
from pypdfium2 import PdfPage, raw

__all__ = ["Boxes", "Words", "words_of"]

Boxes: TypeAlias = NDArray[np.float64]
"""A row of left, top, right, bottom for each word, in points from the top left corner."""

_HYPHENS = "\x02\ufffe"
"""What PDFium says for a hyphen at the end of a line."""
_WORD = re.compile(rf"[^\s{_HYPHENS}]*[{_HYPHENS}]|[^\s{_HYPHENS}]+")
_ODD = re.compile(
    "[\x00-\x1f\x7f\xad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ud800-\udfff\ufb00-\ufb06\ufeff-\uffff]"
)
_SPOKEN: dict[int, str | None] = {
    **dict.fromkeys([*range(0x20), 0x7F, 0xAD, 0x200B, 0x200E, 0x200F, 0xFEFF, 0xFFFF]),
    **dict.fromkeys([*range(0x202A, 0x202F), *range(0x2060, 0x206A)]),
    **dict.fromkeys(range(0xD800, 0xE000), "\N{REPLACEMENT CHARACTER}"),
    **dict(zip(range(0xFB00, 0xFB07), ("ff", "fi", "fl", "ffi", "ffl", "st", "st"), strict=True)),
    **dict.fromkeys(map(ord, _HYPHENS), "-"),
}
"""Ligatures as letters; what is invisible not at all; half a character as what it is, unreadable."""


class Words(NamedTuple):
    """In the order of the file. `forward` is the mean way from first to last letter: right, in most scripts."""

    texts: Sequence[str]
    boxes: Boxes
    begins_line: Sequence[bool]
    forward: tuple[float, float]
    width: float
    height: float
    outside: int
    """How many stand beyond the edges of what is displayed, and were left out."""


def words_of(page: PdfPage) -> Words:
    text_page = page.get_textpage()
    try:
        letters = _letters(text_page.raw, text_page.count_chars())
        spans = [match.span() for match in _WORD.finditer(letters)]
        ends = _displayed(_ends(text_page.raw, spans), page)
    finally:
        text_page.close()
    width, height = page.get_width(), page.get_height()
    texts, begins_line = _spoken(letters, spans), _line_starts(letters, spans)
    boxes = np.concatenate((ends[:, :, :2].min(axis=1), ends[:, :, 2:].max(axis=1)), axis=1)
    seen = _is_seen(boxes, width, height) & np.array([bool(text) for text in texts], dtype=bool)
    outside = sum(1 for text, is_seen in zip(texts, seen.tolist(), strict=True) if text and not is_seen)
    if not seen.all():
        kept = np.flatnonzero(seen).tolist()
        texts, begins_line = [texts[index] for index in kept], [begins_line[index] for index in kept]
        ends, boxes = ends[seen], boxes[seen]
    return Words(texts, boxes, begins_line, _forward(ends), width, height, outside)


def _letters(text_page: object, count: int) -> str:
    """All at once; one by one on the rare pages where PDFium's text and its list of characters do not run in step."""
    if count <= 0:
        return ""
    buffer = (ctypes.c_ushort * (2 * count + 2))()
    written = raw.FPDFText_GetText(text_page, 0, count, buffer) - 1
    if written == count:
        letters = bytes(buffer)[: 2 * count].decode("utf-16-le", "surrogatepass")
        if len(letters) == count and _in_step(text_page, letters):
            return letters
    return "".join(_letter(raw.FPDFText_GetUnicode(text_page, index)) for index in range(count))


def _letter(code: int) -> str:
    return chr(code) if code < 0x110000 else "\N{REPLACEMENT CHARACTER}"


def _in_step(text_page: object, letters: str) -> bool:
    """Compared where lines begin: a character too many shows on every line after it."""
    starts = [0, len(letters) - 1, *(match.end() for match in re.finditer(r"\n(?!\Z)", letters))]
    return all(
        letters[index] in _HYPHENS or ord(letters[index]) == raw.FPDFText_GetUnicode(text_page, index)
        for index in starts
    )


def _spoken(letters: str, spans: Sequence[tuple[int, int]]) -> list[str]:
    texts = [letters[start:end] for start, end in spans]
    if not _ODD.search(letters):
        return texts
    return [text.translate(_SPOKEN) if _ODD.search(text) else text for text in texts]


def _line_starts(letters: str, spans: Sequence[tuple[int, int]]) -> list[bool]:
    starts = [
        letters[end - 1] in _HYPHENS or letters.find("\n", end, start) >= 0 for (_, end), (start, _) in pairwise(spans)
    ]
    return [True, *starts][: len(spans)]


def _ends(text_page: object, spans: Sequence[tuple[int, int]]) -> NDArray[np.float64]:
    """The boxes of the first and the last letter of each word, as (word, end, side); together they are the word's.

    One call a letter is what takes the time, and most of it is ctypes: so the calls are few, made in one `map`, and
    write straight into one array.
    """
    letters = [index for start, end in spans for index in (start, end - 1)]
    found = (ctypes.c_float * (4 * len(letters)))()
    where = ctypes.addressof(found)
    deque(map(_loose_box(text_page), letters, range(where, where + 16 * len(letters), 16)), maxlen=0)
    sides = np.frombuffer(bytes(found), dtype=np.float32).astype(np.float64).reshape(-1, 2, 4)
    return np.nan_to_num(sides, posinf=0.0, neginf=0.0)


def _loose_box(text_page: object) -> Callable[[int, int], int]:
    """FPDFText_GetLooseCharBox with plain addresses for pointers, which takes half the time."""
    prototype = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
    function = cast("Callable[[int | None, int, int], int]", prototype(_address(raw.FPDFText_GetLooseCharBox) or 0))
    return partial(function, _address(text_page))


def _address(pointer: object) -> int | None:
    return ctypes.cast(cast("ctypes.c_void_p", pointer), ctypes.c_void_p).value


def _displayed(sides: NDArray[np.float64], page: PdfPage) -> NDArray[np.float64]:
    """From PDF's corner, bottom left of the uncropped and unturned page, to the top left of the displayed one."""
    left, bottom, right, top = page.get_bbox()
    x0, y1, x1, y0 = (sides[..., side] for side in range(4))
    turned = {
        0: (x0 - left, top - y1, x1 - left, top - y0),
        90: (y0 - bottom, x0 - left, y1 - bottom, x1 - left),
        180: (right - x1, y0 - bottom, right - x0, y1 - bottom),
        270: (top - y1, right - x1, top - y0, right - x0),
    }
    return np.stack(turned[page.get_rotation()], axis=-1)


def _is_seen(boxes: Boxes, width: float, height: float) -> NDArray[np.bool_]:
    across, down = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    return (across >= 0) & (across <= width) & (down >= 0) & (down <= height)


def _forward(ends: NDArray[np.float64]) -> tuple[float, float]:
    if not len(ends):
        return 0.0, 0.0
    centres = (ends[:, :, :2] + ends[:, :, 2:]) / 2
    across, down = np.sign(centres[:, 1] - centres[:, 0]).mean(axis=0).tolist()
    return across, down
