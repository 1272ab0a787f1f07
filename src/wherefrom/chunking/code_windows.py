"""Text without a syntax tree into stretches of lines, cut where the lines themselves say so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from zlib import crc32

__all__ = ["LARGEST", "SMALLEST", "is_cut", "windows"]

LARGEST = 2_000
SMALLEST = 400
"""What a piece of code has at most (in a tree: bytes, here: characters), and what is not cut off for being small."""

_BLANK_CUTS_EVERY = 2
_LINE_CUTS_EVERY = 16
_SIGN_CUTS_EVERY = 4
_SEEN_BEFORE_A_SIGN = 24
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_SIGN = re.compile(r"[;,{}()>\s]+")


def windows(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Stretches that together hold every line that is not blank; a cut follows a line, and depends on that line."""
    begin, said, after_blank = start, "", False
    for line in _LINE.finditer(text, start, end):
        words = line[0].strip()
        if not words:
            after_blank = True
            continue
        if _ends(begin, line.start(), line.end(), said, after_blank):
            yield begin, line.start()
            begin = line.start()
        for cut in _cuts_within(text, begin, line.end()):
            yield begin, cut
            begin = cut
        said, after_blank = words, False
    if begin < end:
        yield begin, end


def is_cut(said: bytes, every: int) -> bool:
    return crc32(said) % every == 0


def _ends(begin: int, cut: int, line_end: int, said: str, after_blank: bool) -> bool:
    if cut == begin:
        return False
    if line_end - begin > LARGEST:
        return True
    every = _BLANK_CUTS_EVERY if after_blank else _LINE_CUTS_EVERY
    return cut - begin >= SMALLEST and is_cut(said.encode("utf-8", "surrogatepass"), every)


def _cuts_within(text: str, begin: int, end: int) -> Iterator[int]:
    """Inside a line over the budget (minified code, data): after a sign whose neighbours say so, else at the budget."""
    while end - begin > LARGEST:
        begin = _cut_after_a_sign(text, begin + SMALLEST, begin + LARGEST)
        yield begin


def _cut_after_a_sign(text: str, earliest: int, latest: int) -> int:
    for sign in _SIGN.finditer(text, earliest, latest):
        before = text[max(sign.start() - _SEEN_BEFORE_A_SIGN, 0) : sign.start()]
        if is_cut(before.encode("utf-8", "surrogatepass"), _SIGN_CUTS_EVERY):
            return sign.end()
    return latest
