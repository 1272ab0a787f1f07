"""Documents into passages: a section at a time, whole paragraphs under a budget, each with the places it covers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from wherefrom.chunking.cuts import passages_of
from wherefrom.chunking.regions import pages_touched
from wherefrom.core.documents import ContentKind
from wherefrom.core.locators import Locator, PdfLocator, TextLocator, TicketLocator
from wherefrom.ports.documents import ChunkPiece, RawDocument, RawUnit

__all__ = ["Passages"]

_HEADING = re.compile(r"^(#{1,6})[ \t]+(.+?)[ \t]*#*[ \t\r]*$|^ {0,3}(```|~~~)(?s:.*?)^ {0,3}\3", re.MULTILINE)
_LONGEST_HEADING = 200
_MARKUP = " \t\r\n#=-~^*_`\"':."
"""What may stand behind the name of a heading, or under it."""


class _Stretch(NamedTuple):
    """Text that may stand in one passage, and the units that it lies in."""

    start: int
    end: int
    section: tuple[str, ...]
    units: Sequence[RawUnit]


@dataclass(frozen=True)
class Passages:
    """The chunker for documents."""

    name: str = "passages"
    version: int = 4

    def chunk(self, document: RawDocument) -> Iterator[ChunkPiece]:
        for stretch in _stretches(document):
            yield from _pieces(document, stretch)


def _pieces(document: RawDocument, stretch: _Stretch) -> Iterator[ChunkPiece]:
    heading = " › ".join(filter(None, (document.title, *stretch.section)))
    whole = document.text[stretch.start : stretch.end]
    kind = stretch.units[-1].content_kind
    for span in passages_of(whole):
        text = whole[span.start : span.end]
        yield ChunkPiece(
            text=text,
            embed_text=f"{heading}\n{text}" if heading else text,
            locators=_located(document, stretch, stretch.start + span.start, stretch.start + span.end),
            content_kind=kind,
        )


def _located(document: RawDocument, stretch: _Stretch, start: int, end: int) -> tuple[Locator, ...]:
    locator = stretch.units[-1].locator
    if isinstance(locator, PdfLocator):
        return tuple(pages_touched(document.text, stretch.units, start, end))
    if isinstance(locator, TextLocator):
        return (replace(locator, section=stretch.section, char_start=start, char_end=end),)
    if isinstance(locator, TicketLocator):
        return (replace(locator, char_start=start, char_end=end, offset=start - locator.char_start),)
    return (replace(locator, char_start=start, char_end=end),)


def _stretches(document: RawDocument) -> Iterator[_Stretch]:
    """A unit is one, but for pages, over whose edges text flows, and headings, which stay with what they head."""
    units: list[RawUnit] = []
    for unit in document.units:
        if units and not _goes_on(document.text, units, unit):
            yield from _divided(document.text, units)
            units = []
        units.append(unit)
    if units:
        yield from _divided(document.text, units)


def _goes_on(text: str, units: Sequence[RawUnit], unit: RawUnit) -> bool:
    last = units[-1]
    if type(last.locator) is not type(unit.locator) or text[last.locator.char_end : unit.locator.char_start].strip():
        return False
    if isinstance(unit.locator, PdfLocator) and unit.section == last.section:
        return True
    start = units[0].locator.char_start
    return _anchor(last) == _anchor(unit) and _is_bare_heading(text, start, last, unit)


def _anchor(unit: RawUnit) -> str | None:
    return unit.locator.anchor if isinstance(unit.locator, TextLocator) else None


def _is_bare_heading(text: str, start: int, above: RawUnit, below: RawUnit) -> bool:
    """Nothing but the headings of the section that follows."""
    depth = len(above.section)
    if not depth or below.section[:depth] != above.section or len(below.section) == depth:
        return False
    own, name = (part.rstrip(_MARKUP) for part in (text[start : above.locator.char_end], above.section[-1]))
    return len(own) <= _LONGEST_HEADING * depth and own.count("\n") < 2 * depth and own.endswith(name)


def _divided(text: str, units: Sequence[RawUnit]) -> Iterator[_Stretch]:
    start, end = units[0].locator.char_start, units[-1].locator.char_end
    if _may_have_headings(units[-1]):
        yield from _sections(text, start, end, units)
    else:
        yield _Stretch(start, end, units[-1].section, units)


def _may_have_headings(unit: RawUnit) -> bool:
    """Text as it was written, that no loader has divided."""
    is_text = isinstance(unit.locator, TextLocator) and unit.locator.anchor is None
    return is_text and not unit.section and unit.content_kind is ContentKind.DOCUMENT


def _sections(text: str, start: int, end: int, units: Sequence[RawUnit]) -> Iterator[_Stretch]:
    """A heading begins a section and stays with what follows it; in a fence it is none."""
    path: list[tuple[int, str]] = []
    bare = start
    for match in _HEADING.finditer(text, start, end):
        if match[1] is None:
            continue
        if text[bare : match.start()].strip():
            yield _Stretch(start, match.start(), tuple(name for _, name in path), units)
            start = match.start()
        depth = len(match[1])
        path = [*(part for part in path if part[0] < depth), (depth, match[2][:_LONGEST_HEADING])]
        bare = match.end()
    if text[start:end].strip():
        yield _Stretch(start, end, tuple(name for _, name in path), units)
