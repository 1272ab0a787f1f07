"""Showing: where a citation leads, and whether the place still says so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from wherefrom.core.documents import Chunk, Citation, Entry
from wherefrom.core.locators import PdfLocator
from wherefrom.core.paging import ChunkFilter, EntryFilter
from wherefrom.core.regions import Region
from wherefrom.core.wellformed import required
from wherefrom.errors import AmbiguousId, InvalidValue, NotFound
from wherefrom.ingest.resolving import Resolver
from wherefrom.ports.documents import Blob
from wherefrom.ports.record import UnitOfWork
from wherefrom.retrieval.cite import citation_of
from wherefrom.services.desk import Verbs

__all__ = ["Showing"]

_PLACE = re.compile(r"(?P<document>.+?)(?:@[0-9a-f]{4,64})?(?:#.*|:L\d+(?:-L\d+)?)\Z")
_CANDIDATES = 50
_PDF = "application/pdf"


class Showing(Verbs):
    def show(self, citation: str | Citation) -> Region:
        """The cited region with its surroundings, and its state now: fresh, moved, changed, gone or unreachable.

        A citation is one that a search gave, the id of a passage or a unique beginning of it, or a place as it is
        printed (`handbook.pdf#p7`).
        """
        return next(iter(self.resolve([citation])))

    def resolve(self, citations: Iterable[str | Citation]) -> Sequence[Region]:
        """Many at once; each document is looked at once."""
        desk = self._desk
        resolver = Resolver(self._workplace, desk.intake)
        try:
            return [resolver.resolve(self._citation(each)) for each in citations]
        finally:
            desk.intake.let_go()

    def original(self, region: Region) -> bytes:
        """The bytes that the region was read from, where they are kept."""
        if region.blob is None:
            raise NotFound("original", region.citation.chunk)
        return self._desk.intake.blobs.get(self._actor.org, region.blob)

    def page_image(self, region: Region) -> bytes:
        """The page of a PDF as a PNG, with a box around every line of the region; drawn where documents are read.

        ContentError if drawing it crashed, took too long or too much memory.
        """
        places = [place for place in region.places or (region.citation.locator,) if isinstance(place, PdfLocator)]
        if not places:
            raise InvalidValue("this place is not on a page", value=region.citation.place, hint="cite a PDF")
        boxes = [each.box for each in places[0].regions]
        blob = Blob(region.citation.uri or "", self.original(region), region.citation.title, _PDF)
        return self._desk.intake.readers.render(blob, places[0].page, boxes)

    def _citation(self, said: str | Citation) -> Citation:
        if isinstance(said, Citation):
            return said
        text = required(said, "citation").strip().removeprefix("chunk:")
        with self._record.read(self._actor) as unit:
            try:
                return _of_id(unit, text)
            except NotFound:
                return _of_place(unit, text)


def _of_id(unit: UnitOfWork, prefix: str) -> Citation:
    try:
        chunk = unit.chunks.get(unit.chunks.resolve(prefix))
    except NotFound:
        chunk = unit.remains.get(unit.remains.resolve(prefix))
    return _cited(unit, chunk)


def _of_place(unit: UnitOfWork, said: str) -> Citation:
    """A place as it is printed under a hit."""
    match = _PLACE.match(said)
    if match is None:
        raise NotFound("passage", said)
    found = [
        chunk
        for entry in _entries(unit, match["document"])
        for chunk in unit.chunks.every(ChunkFilter(entry=entry.id, personal=True))
        if any(place.shown(entry.title) == said for place in chunk.locators)
    ]
    if not found:
        raise NotFound("passage", said)
    if len({chunk.entry for chunk in found}) > 1:
        some = ", ".join(chunk.id[:8] for chunk in found[:3])
        raise AmbiguousId("several documents have such a place", value=said, hint=f"say which passage: {some}")
    return _cited(unit, min(found, key=lambda chunk: chunk.position))


def _entries(unit: UnitOfWork, document: str) -> Sequence[Entry]:
    name = document.rsplit("/", 1)[-1]
    for where in (EntryFilter(uri=document), EntryFilter(title=document), EntryFilter(title=name)):
        found = unit.entries.find(where, limit=_CANDIDATES).items
        if found:
            return found
    return ()


def _cited(unit: UnitOfWork, chunk: Chunk) -> Citation:
    headings = unit.entries.headings([chunk.entry]) or unit.tombstones.headings([chunk.entry])
    return citation_of(chunk, headings[chunk.entry])
