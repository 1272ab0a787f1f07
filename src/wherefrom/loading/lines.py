"""Lines with their places: only `\\n`, `\\r\\n` and `\\r` end one; str.splitlines cuts at form feeds and U+2028 too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Line", "count_lines", "lines"]

_LINE = re.compile(r"([^\r\n]*)(?:\r\n?|\n|\Z)")


class Line(NamedTuple):
    """`text` without its line end, which lies before `end`."""

    text: str
    start: int
    end: int


def lines(text: str) -> Iterator[Line]:
    """All lines; a text that ends with a line end has no empty line behind it."""
    for match in _LINE.finditer(text):
        if match.end() > match.start():
            yield Line(match[1], match.start(), match.end())


def count_lines(text: str) -> int:
    ended = text.count("\n") + text.count("\r") - text.count("\r\n")
    return ended + (text[-1:] not in ("", "\r", "\n"))
