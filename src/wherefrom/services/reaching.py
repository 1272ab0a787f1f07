"""Where a person can look at a cited place: a file of this machine, a page, or a copy of what was cited."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from wherefrom.core.archives import INSIDE, origin_of
from wherefrom.core.documents import Chunk, ContentKind, Entry, Source, SourceKind
from wherefrom.core.locators import CodeLocator, Locator, TicketLocator
from wherefrom.core.regions import Region
from wherefrom.core.values import value
from wherefrom.errors import AdapterError, ContentError, InvalidValue, NotFound
from wherefrom.ingest.intake import Intake
from wherefrom.ingest.resolving import heir_of
from wherefrom.ports.record import UnitOfWork
from wherefrom.services.places import fetched_at

__all__ = ["Copy", "Kept", "Reach", "copied", "kept_of", "reach_of"]

_PAGES = frozenset({SourceKind.URL, SourceKind.URL_CRAWL, SourceKind.TICKET})
_FILES = frozenset({SourceKind.FILE, SourceKind.FOLDER})
_STRANGE = re.compile(r"[^\w.-]+")
_LONGEST_NAME = 100


@value
class Reach:
    """A file of this machine, which may say something else by now; or the address of a page. Neither: only a copy."""

    path: Path | None = None
    url: str | None = None


@value
class Copy:
    """The version that was cited, as a file. `line` is where the passage begins; None if it is no text."""

    name: str
    data: bytes
    line: int | None = None


class Kept(NamedTuple):
    """A passage and its document as they are stored, which belong together, and where they came from."""

    chunk: Chunk
    entry: Entry
    source: Source | None


def kept_of(unit: UnitOfWork, region: Region) -> Kept:
    """Also of a document that was deleted. NotFound if what is stored has neither the passage nor what became of it."""
    id = region.citation.chunk
    try:
        cited = unit.chunks.get(id)
    except NotFound:
        cited = unit.remains.get(id)
    chunk = heir_of(unit, cited)
    if chunk is None:
        raise NotFound("original", id)
    try:
        entry = unit.entries.get(chunk.entry)
    except NotFound:
        entry = unit.tombstones.get(chunk.entry)
    sources = unit.sources.get_many([entry.source] if entry.source else [])
    return Kept(chunk, entry, sources.get(entry.source or ""))


def reach_of(kept: Kept, region: Region) -> Reach:
    """Addresses are content: only a source that a person pointed at says what its own mean."""
    uri, kind = kept.entry.uri or "", kept.source.kind if kept.source else None
    if INSIDE in uri or kind is None:
        return Reach()
    if kind in _PAGES:
        place = region.places[0] if region.places else region.citation.locator
        own = place.url if isinstance(place, TicketLocator) else None
        return Reach(url=next(filter(_is_web, (own or "", uri)), None))
    path = _path_in(uri) if kind in _FILES else _working_file(uri) if kind is SourceKind.REPO else None
    return Reach(path=path if path is not None and path.is_file() else None)


def copied(kept: Kept, region: Region, intake: Intake, org: str) -> Copy:
    """From the commit that was cited, from the original that is kept, or from the text."""
    return _of_commit(kept, region, intake) or _of_original(kept, intake, org) or _of_text(kept)


def _of_commit(kept: Kept, region: Region, intake: Intake) -> Copy | None:
    place, uri = region.citation.locator, kept.entry.uri or ""
    commit: str | None = getattr(place, "commit", None)
    if commit is None or kept.source is None or kept.source.kind is not SourceKind.REPO or INSIDE in uri:
        return None
    try:
        blob = fetched_at(intake, kept.source, uri, commit)
        text = blob.data.decode()
    except (AdapterError, ContentError, InvalidValue, UnicodeDecodeError):  # it is away, or no text
        return None
    return Copy(name=_name(kept), data=blob.data, line=_line(text, place))


def _of_original(kept: Kept, intake: Intake, org: str) -> Copy | None:
    """Of a ticket the thread is what people read, not the JSON that it was made of."""
    if kept.entry.blob is None or kept.entry.content_kind is ContentKind.TICKET_THREAD:
        return None
    return Copy(name=_name(kept), data=intake.blobs.get(org, kept.entry.blob))


def _of_text(kept: Kept) -> Copy:
    text = kept.entry.content
    name = _name(kept) if kept.entry.blob is None else f"{_name(kept)}.txt"
    return Copy(name=name, data=text.encode("utf-8", "surrogatepass"), line=_line(text, kept.chunk.locators[0]))


def _line(text: str, place: Locator) -> int:
    return place.line_start if isinstance(place, CodeLocator) else text.count("\n", 0, place.char_start) + 1


def _name(kept: Kept) -> str:
    """What people call it, safe as the name of a file: a viewer is chosen by its ending."""
    place, uri = kept.chunk.locators[0], kept.entry.uri or ""
    if isinstance(place, TicketLocator):
        named = place.ticket_id
    else:
        named = unquote(uri.rpartition(INSIDE if INSIDE in uri else "#")[2]).rstrip("/").rpartition("/")[2]
    return _STRANGE.sub("_", named or kept.entry.title).strip("._")[-_LONGEST_NAME:] or "passage"


def _is_web(address: str) -> bool:
    return address.startswith(("http://", "https://"))


def _path_in(uri: str) -> Path | None:
    parts = urlsplit(uri)
    return Path(unquote(parts.path)) if parts.scheme == "file" else None


def _working_file(uri: str) -> Path | None:
    """The file of the working tree, if the repository lies here."""
    base, _, quoted = origin_of(uri).rpartition("#")
    folder = _path_in(base)
    return folder / unquote(quoted) if folder is not None else None
