"""Headings divide a text into sections; each knows the headings above it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

__all__ = ["Heading", "Outline", "Section", "sections"]

LONGEST_NAME = 200
"""Characters of a heading that go into the path; a heading of a thousand words is a paragraph by mistake."""


class Heading(NamedTuple):
    """`start` is where it stands in the text, `level` counts from 1."""

    start: int
    level: int
    name: str


class Section(NamedTuple):
    start: int
    end: int
    path: tuple[str, ...]


class Outline:
    """The headings that are open at one place of a document."""

    def __init__(self) -> None:
        self._open: list[tuple[int, str]] = []

    @property
    def path(self) -> tuple[str, ...]:
        return tuple(name for _, name in self._open)

    def enter(self, level: int, name: str) -> tuple[str, ...]:
        """A heading closes those of its own level and below."""
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
        name = " ".join(name.split())[:LONGEST_NAME]
        if name:
            self._open.append((level, name))
        return self.path


def sections(
    text: str, headings: Iterable[Heading], *, start: int = 0, end: int | None = None, outline: Outline | None = None
) -> Iterator[Section]:
    """From each heading to the next one, and what stands before the first; blank stretches are none."""
    outline = outline or Outline()
    path = outline.path
    for heading in headings:
        if text[start : heading.start].strip():
            yield Section(start, heading.start, path)
        start, path = heading.start, outline.enter(heading.level, heading.name)
    end = len(text) if end is None else end
    if text[start:end].strip():
        yield Section(start, end, path)
