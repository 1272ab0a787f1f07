"""What became of a passage that is no longer there: the lines that are most like it."""

from __future__ import annotations

import re
from collections import Counter

__all__ = ["nearest_lines"]

_WORD = re.compile(r"\w+")


def nearest_lines(passage: str, text: str) -> str:
    """As many lines as the passage has, where most of its words are; none if no word of it is left."""
    lines, wanted = text.split("\n"), Counter(_WORD.findall(passage))
    size = min(passage.strip().count("\n") + 1, len(lines))
    shared = [(Counter(_WORD.findall(line)) & wanted).total() for line in lines]
    window = sum(shared[:size])
    best, at = window, 0
    for start in range(1, len(lines) - size + 1):
        window += shared[start + size - 1] - shared[start - 1]
        if window > best:
            best, at = window, start
    return "\n".join(lines[at : at + size]) if best else ""
