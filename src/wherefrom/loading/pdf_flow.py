"""Pages of lines become one text that flows: paragraphs apart, lines and pages together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from wherefrom.loading.pdf_layout import Line
from wherefrom.loading.pdf_paragraphs import paragraph_starts

__all__ = ["Placed", "flow"]


class Placed(NamedTuple):
    """A line, and where its first character stands in the text."""

    page: int
    line: Line
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.line.text)


def flow(pages: Mapping[int, Sequence[Line]]) -> tuple[str, list[Placed]]:
    """The text of all pages, and its lines in order."""
    parts: list[str] = []
    placed: list[Placed] = []
    at = 0
    every = [(page, line) for page, lines in pages.items() for line in lines]
    for (page, line), is_start in zip(every, paragraph_starts(every), strict=True):
        between = "" if not parts else "\n\n" if is_start else "\n"
        parts += between, line.text
        at += len(between)
        placed.append(Placed(page, line, at))
        at += len(line.text)
    return "".join(parts), placed
