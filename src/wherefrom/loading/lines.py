"""Lines with their places: only `\\n`, `\\r\\n` and `\\r` end one; str.splitlines cuts at form feeds and U+2028 too."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["Line", "lines"]

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n|\Z)")


class Line(NamedTuple):
    """`text` without its line end, which lies before `end`."""

    text: str
    start: int
    end: int


def lines(text: str, start: int = 0) -> list[Line]:
    """All lines from `start` on; a text that ends with a line end has no empty line behind it."""
    return [
        Line(match[0].rstrip("\r\n"), match.start(), match.end())
        for match in _LINE.finditer(text, start)
        if match.end() > match.start()
    ]
