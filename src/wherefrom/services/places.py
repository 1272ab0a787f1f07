"""From a place as it is printed back to the passage that it was printed for.

A passage that is there now comes first; then one that was there before an edit, or before its document was deleted;
then the one that somebody means who types a place instead of copying it: without its commit or folder, or a line of it;
then, where the place names a commit, what that commit has at the place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import NamedTuple, TypeVar
from urllib.parse import quote

from wherefrom.core.archives import INSIDE, origin_of
from wherefrom.core.documents import Chunk, Citation, Entry, Source, SourceKind
from wherefrom.core.ids import words_hash
from wherefrom.core.locators import CodeLocator, Locator, MessageLocator, TicketLocator
from wherefrom.core.paging import LARGEST_PAGE, ChunkFilter, EntryFilter, SourceFilter
from wherefrom.errors import AdapterError, AmbiguousId, ContentError, InvalidValue, NotFound
from wherefrom.ingest.intake import Intake
from wherefrom.ingest.resolving import read_now
from wherefrom.ports.documents import Blob, Found, Versioned
from wherefrom.ports.record import UnitOfWork
from wherefrom.ports.repositories import Entries, Repository
from wherefrom.retrieval.cite import citation_of

__all__ = ["Places", "citation_of_id", "fetched_at", "places_in"]

T = TypeVar("T")

_MARK = re.compile(r"(?P<named>.+)~(?P<mark>[0-9a-f]{8})\Z", re.DOTALL)
_COMMIT = re.compile(r"(?P<path>.+)@(?P<commit>[0-9a-f]{6,64})(?=[#:])")
_LINES = re.compile(r":L(?P<first>\d{1,9})(?:-L(?P<last>\d{1,9}))?\Z")
_TICKET = re.compile(r"(?P<repo>[^/#\s]+/[^/#\s]+)#(?P<number>\d+)\Z")
_MOST_PARTS = 8
_MOST_ENTRIES = 5_000
_A_QUERY = 200
_SOME = 5


class _Found(NamedTuple):
    chunk: Chunk
    entry: Entry


class Places:
    """Looks a printed place up for one actor; `unit` reads the record."""

    def __init__(self, unit: UnitOfWork, intake: Intake) -> None:
        self._unit, self._intake = unit, intake

    def citation(self, said: str) -> Citation:
        """NotFound if no passage ever had this place; AmbiguousId if several have it."""
        marked = _MARK.match(said)
        if marked:
            with suppress(NotFound, AmbiguousId):
                return citation_of_id(self._unit, marked["mark"])
        named = marked["named"] if marked else said
        living = list(_entries(self._unit.entries, named))
        found = (
            self._there_now(living, named)
            or self._there_once(living, named)
            or self._buried(named)
            or list(_at(self._unit.chunks, living, named, is_there=_is_meant))
        )
        if found:
            return self._one(found, said)
        return self._at_its_commit(named, said)

    def _there_now(self, entries: Sequence[Entry], named: str) -> Sequence[_Found]:
        return list(_at(self._unit.chunks, entries, named))

    def _there_once(self, entries: Sequence[Entry], named: str) -> Sequence[_Found]:
        """What had the place last."""
        return _last(_at(self._unit.chunks, entries, named, retired=True), lambda each: each.chunk.retired_at)

    def _buried(self, named: str) -> Sequence[_Found]:
        entries = list(_entries(self._unit.tombstones, named))
        last = _last(_at(self._unit.remains, entries, named, retired=True), lambda each: each.entry.deleted_at)
        standing = [each for each in last if each.chunk.retired_at is None]
        return standing or _last(last, lambda each: each.chunk.retired_at)

    def _one(self, found: Sequence[_Found], said: str) -> Citation:
        """Of a file that was read through two sources, any will do: they are the same words at the same place."""
        if len({(each.entry.uri or each.entry.id, each.chunk.content_hash, each.chunk.locators) for each in found}) > 1:
            places = [each.chunk.locators[0].shown(each.entry.title) for each in found]
            are_told_apart = len(set(places)) == len(places)
            some = (places if are_told_apart else [each.chunk.id[:8] for each in found])[:_SOME]
            more = ", …" if len(found) > _SOME else ""
            raise AmbiguousId(
                f"{len(found)} passages have this place", value=said, hint=f"say which: {', '.join(some)}{more}"
            )
        return _cited(self._unit, found[0].chunk)

    def _at_its_commit(self, named: str, said: str) -> Citation:
        """What the commit has at the place, which may stand elsewhere now: the words say which passage it became."""
        at = _COMMIT.match(named)
        if at is None:
            raise NotFound("passage", said)
        found: list[tuple[Source, Citation]] = []
        for source in self._unit.sources.every(SourceFilter(kind=SourceKind.REPO, personal=True)):
            for place, words in self._read_at(source, at["path"], at["commit"], named):
                became = self._with_words(source, words)
                if became is not None:
                    found.append((source, replace(_cited(self._unit, became), locator=place)))
        if not found:
            raise NotFound("passage", said)
        own = [each for each in found if self._descends(each[0], at["commit"])] if len(found) > 1 else []
        return (own or found)[0][1]

    def _descends(self, source: Source, commit: str) -> bool:
        """Sources of one repository have all its commits, and each only those behind its ref."""
        connector = self._intake.connector(source.kind)
        return isinstance(connector, Versioned) and connector.descends(source, commit)

    def _read_at(self, source: Source, path: str, commit: str, named: str) -> Iterator[tuple[Locator, str]]:
        base = self._base(source)
        if base is None:
            return
        file, inside, member = path.partition(INSIDE)
        origin = f"{base}#{quote(file)}"
        try:
            blob = fetched_at(self._intake, source, origin, commit)
            reading = read_now(self._intake, source, blob, f"{origin}{inside}{member}")
        except (AdapterError, ContentError, InvalidValue):  # it is of another repository, or that is away
            return
        if reading is None:
            return
        for piece in reading.pieces:
            if any(place.named(reading.title) == named for place in piece.locators):
                yield piece.locators[0], piece.text

    def _base(self, source: Source) -> str | None:
        """What the addresses of a repository's files begin with; those that were deleted tell it too."""
        for entries in (self._unit.entries, self._unit.tombstones):
            some = entries.find(EntryFilter(source=source.id, personal=True), limit=1).items
            if some and some[0].uri is not None:
                return origin_of(some[0].uri).rpartition("#")[0]
        return None

    def _with_words(self, source: Source, words: str) -> Chunk | None:
        """The one in use, if there is one; of a deleted document only if no other has the words."""
        where = ChunkFilter(content_hash=words_hash(words), retired=True, personal=True)
        for chunks, entries in (
            (self._unit.chunks, self._unit.entries),
            (self._unit.remains, self._unit.tombstones),
        ):
            having = list(chunks.every(where))
            headings = entries.headings({chunk.entry for chunk in having})
            own = [each for each in having if each.entry in headings and headings[each.entry].source == source.id]
            if own:
                return min(own, key=lambda chunk: chunk.retired_at is not None)
        return None


def fetched_at(intake: Intake, source: Source, uri: str, commit: str) -> Blob:
    """A file of a repository as a commit has it, whatever the source reads; errors as a connector's."""
    base = uri.rpartition("#")[0]
    return intake.connector(SourceKind.REPO).fetch(replace(source, uri=f"{base}@{commit}"), Found(uri))


def citation_of_id(unit: UnitOfWork, prefix: str) -> Citation:
    try:
        chunk = unit.chunks.get(unit.chunks.resolve(prefix))
    except NotFound:
        chunk = unit.remains.get(unit.remains.resolve(prefix))
    return _cited(unit, chunk)


def _cited(unit: UnitOfWork, chunk: Chunk) -> Citation:
    headings = unit.entries.headings([chunk.entry]) or unit.tombstones.headings([chunk.entry])
    return citation_of(chunk, headings[chunk.entry])


def _is_named(place: Locator, title: str, said: str) -> bool:
    return place.named(title) == said


def _is_meant(place: Locator, title: str, said: str) -> bool:
    """Whether the place is this one but for its commit and its folder, or has these lines."""
    if isinstance(place, TicketLocator | MessageLocator):
        return False
    bare = replace(place, commit=None)
    documents = {place.path or title, title}
    if not isinstance(bare, CodeLocator):
        return any(bare.named(document) == said for document in documents)
    lines = _LINES.search(said)
    if lines is None or said[: lines.start()] not in documents:
        return False
    first, last = int(lines["first"]), int(lines["last"] or lines["first"])
    return bare.line_start <= first <= last <= bare.line_end


def _at(
    chunks: Repository[Chunk, ChunkFilter],
    entries: Sequence[Entry],
    named: str,
    *,
    retired: bool = False,
    is_there: Callable[[Locator, str, str], bool] = _is_named,
) -> Iterator[_Found]:
    by_id = {entry.id: entry for entry in entries}
    ids = list(by_id)
    for start in range(0, len(ids), _A_QUERY):
        some = ChunkFilter(entry=tuple(ids[start : start + _A_QUERY]), retired=retired, personal=True)
        for chunk in chunks.every(some):
            entry = by_id[chunk.entry]
            if any(is_there(place, entry.title, named) for place in chunk.locators):
                yield _Found(chunk, entry)


def _last(found: Iterable[T], when: Callable[[T], float | None]) -> Sequence[T]:
    """Those of the latest moment."""
    all_of_them = list(found)
    latest = max((when(each) or 0.0 for each in all_of_them), default=0.0)
    return [each for each in all_of_them if (when(each) or 0.0) == latest]


def places_in(unit: UnitOfWork, document: str) -> Sequence[Sequence[str]]:
    """Of each document of this title or address the places of its passages, as far as one page of them goes."""
    asked = (
        EntryFilter(title=document, personal=True),
        EntryFilter(uri_ends=tuple(_endings(document)), personal=True),
    )
    entries = {entry.id: entry for where in asked for entry in unit.entries.find(where, limit=_SOME).items}
    return [_places_of(unit, entry) for entry in entries.values()]


def _places_of(unit: UnitOfWork, entry: Entry) -> Sequence[str]:
    chunks = unit.chunks.find(ChunkFilter(entry=entry.id, personal=True), limit=LARGEST_PAGE).items
    return [chunk.locators[0].shown(entry.title) for chunk in sorted(chunks, key=lambda chunk: chunk.position)]


def _entries(entries: Entries, named: str) -> Iterator[Entry]:
    """Those that the place may be in, by title and by address."""
    seen = set[str]()
    for where in _filters(named):
        for entry in islice(entries.every(where), _MOST_ENTRIES):
            if entry.id not in seen:
                seen.add(entry.id)
                yield entry


def _filters(named: str) -> Iterator[EntryFilter]:
    documents = list(_documents(named))
    for document in documents:
        yield EntryFilter(title=document, personal=True)
    ends = [end for document in documents for end in _endings(document)]
    if ends:
        yield EntryFilter(uri_ends=tuple(dict.fromkeys(ends)), personal=True)


def _documents(named: str) -> Iterator[str]:
    """Whatever may be the document's part of a place: a title or an address may have a # too, and a ticket has one."""
    bare = _LINES.sub("", named)
    parts = bare.split("#")
    for count in range(min(len(parts), _MOST_PARTS), 0, -1):
        document = "#".join(parts[:count])
        if document:
            yield document
        if at := _COMMIT.match(document + "#"):
            yield at["path"]


def _endings(document: str) -> Iterator[str]:
    """How the address of a file with this path ends, or of a ticket with this id, which may be `#9`."""
    if "://" in document or document.startswith("#"):
        yield document
        return
    file, inside, member = document.partition(INSIDE)
    written = f"{quote(file)}{inside}{member}"
    yield from (f"/{written}", f"#{written}")
    ticket = _TICKET.match(document)
    if ticket:
        yield from (f"/{ticket['repo']}/{kind}/{ticket['number']}" for kind in ("issues", "pull", "pulls"))
