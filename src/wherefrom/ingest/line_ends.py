"""Line ends: a text is cut as if each were a single character, so that another kind of them moves no cut.

What is quoted stays the source's own, with the line ends that it has.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

from wherefrom.core.locators import Locator, PdfLocator, TicketLocator
from wherefrom.ports.documents import Chunker, ChunkPiece, RawDocument, RawUnit

__all__ = ["cut"]

_TWO = "\r\n"
_RETURN = re.compile(r"\r(?=\n)")
_At: TypeAlias = Callable[[int], int]
"""From a position in one of the two texts to the same in the other."""


def cut(chunker: Chunker, document: RawDocument) -> Iterator[ChunkPiece]:
    if _TWO not in document.text:
        yield from chunker.chunk(document)
        return
    returns = [match.start() for match in _RETURN.finditer(document.text)]
    newlines = [at - before for before, at in enumerate(returns)]

    def without(at: int) -> int:
        return at - bisect_left(returns, at)

    def within(at: int) -> int:
        return at + bisect_left(newlines, at)

    even = document._replace(
        text=document.text.replace(_TWO, "\n"), units=[_unit(unit, without) for unit in document.units]
    )
    for piece in chunker.chunk(even):
        yield _piece(piece, document.text, within)


def _unit(unit: RawUnit, at: _At) -> RawUnit:
    boxes = [(at(start), at(end), box) for start, end, box in unit.boxes]
    return unit._replace(locator=_place(unit.locator, at), boxes=boxes)


def _piece(piece: ChunkPiece, text: str, at: _At) -> ChunkPiece:
    places = tuple(_place(place, at) for place in piece.locators)
    own = text[places[0].char_start : places[-1].char_end]
    return piece._replace(text=own, embed_text=piece.embed_text.removesuffix(piece.text) + own, locators=places)


def _place(place: Locator, at: _At) -> Locator:
    start, end = at(place.char_start), at(place.char_end)
    if isinstance(place, TicketLocator) and place.offset is not None:
        place = replace(place, offset=start - at(place.char_start - place.offset))
    elif isinstance(place, PdfLocator):
        regions = (replace(one, char_start=at(one.char_start), char_end=at(one.char_end)) for one in place.regions)
        place = replace(place, regions=tuple(regions))
    return replace(place, char_start=start, char_end=end)
