"""Showing: where a citation leads, and whether the place still says so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wherefrom.core.documents import Citation
from wherefrom.core.locators import PdfLocator
from wherefrom.core.regions import Region
from wherefrom.core.wellformed import required
from wherefrom.errors import InvalidValue, NotFound
from wherefrom.ingest.resolving import Resolver
from wherefrom.ports.documents import Blob
from wherefrom.services.desk import Verbs
from wherefrom.services.places import Places, citation_of_id, places_in
from wherefrom.services.reaching import Copy, Kept, Reach, copied, kept_of, reach_of

__all__ = ["Showing"]

_PDF = "application/pdf"


class Showing(Verbs):
    def show(self, citation: str | Citation) -> Region:
        """The cited region with its surroundings, and its state now: fresh, moved, changed, gone or unreachable.

        A citation is one that a search gave, the id of a passage or a unique beginning of it, or a place as it is
        printed (`handbook.pdf#p7`), also one that was printed before the document was edited or deleted, or one of
        its lines (`pay.py:L7`).
        """
        return next(iter(self.resolve([citation])))

    def resolve(self, citations: Iterable[str | Citation]) -> Sequence[Region]:
        """Many at once; each document is looked at once."""
        desk = self._desk
        resolver = Resolver(self._workplace, desk.intake)
        try:
            return [resolver.resolve(self.citation(each)) for each in citations]
        finally:
            desk.intake.let_go()

    def places_in(self, document: str) -> Sequence[Sequence[str]]:
        """Of each document of this title or address the places that can be cited."""
        with self._record.read(self._actor) as unit:
            return places_in(unit, document)

    def original(self, region: Region) -> bytes:
        """The bytes that the region was read from, where they are kept. Which these are says the record: a hash that a
        caller brings would tell whether somebody else keeps such a file."""
        return self._original(self._kept(region), region)

    def page_image(self, region: Region) -> bytes:
        """The page of a PDF as a PNG, with a box around every line of the region; drawn where documents are read.

        Page and boxes are those of the original that is kept, wherever a newer file has the words. ContentError if
        drawing it crashed, took too long or too much memory.
        """
        kept = self._kept(region)
        places = [place for place in kept.chunk.locators if isinstance(place, PdfLocator)]
        if not places:
            raise InvalidValue("this place is not on a page", value=region.citation.place, hint="cite a PDF")
        data = self._original(kept, region)
        blob = Blob(kept.entry.uri or "", data, kept.entry.title, _PDF)
        return self._desk.intake.readers.render(blob, places[0].page, [each.box for each in places[0].regions])

    def reach(self, region: Region) -> Reach:
        """Where the place can be looked at as it is now: a file of this machine, or a page."""
        return reach_of(self._kept(region), region)

    def copy(self, region: Region) -> Copy:
        """The version that was cited, as far as it is kept anywhere, to be looked at where nothing else can be."""
        desk = self._desk
        try:
            return copied(self._kept(region), region, desk.intake, self._actor.org)
        finally:
            desk.intake.let_go()

    def _original(self, kept: Kept, region: Region) -> bytes:
        if kept.entry.blob is None:
            raise NotFound("original", region.citation.chunk)
        return self._desk.intake.blobs.get(self._actor.org, kept.entry.blob)

    def _kept(self, region: Region) -> Kept:
        with self._record.read(self._actor) as unit:
            return kept_of(unit, region)

    def citation(self, said: str | Citation) -> Citation:
        """What an id or a printed place cites, as the record has it; the place itself is not looked at."""
        if isinstance(said, Citation):
            return said
        text = required(said, "citation").strip().removeprefix("chunk:")
        with self._record.read(self._actor) as unit:
            try:
                return citation_of_id(unit, text)
            except NotFound:
                return Places(unit, self._desk.intake).citation(text)
