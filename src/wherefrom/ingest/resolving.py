"""Where a citation leads: the region as it was cited, beside what the record and the source itself say now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from wherefrom.core.archives import INSIDE, origin_of
from wherefrom.core.documents import Chunk, Citation, Entry, Source, SourceKind
from wherefrom.core.evidence import EvidenceState, GroundState
from wherefrom.core.ids import sha256, words_hash
from wherefrom.core.locators import Locator, same_place
from wherefrom.core.regions import Region
from wherefrom.errors import AdapterError, ContentError, InvalidValue, NotFound
from wherefrom.ingest.intake import Intake
from wherefrom.ingest.reconcile import LEAST_LIKENESS, likeness
from wherefrom.ingest.scrubbing import scrubbed
from wherefrom.ingest.shaping import policy_of
from wherefrom.ingest.straying import Strays
from wherefrom.ingest.workplace import Workplace
from wherefrom.ports.documents import Blob, ChunkPiece, Found
from wherefrom.ports.reading import Reading
from wherefrom.ports.record import UnitOfWork

__all__ = ["Resolver", "heir_of", "read_now"]

T = TypeVar("T")

_AROUND = 400
_NOT_ELSEWHERE = frozenset({SourceKind.NOTE, SourceKind.FILE_UPLOAD})


class _Now(NamedTuple):
    """A document at its origin: its passages if it differs from what is stored, or why nothing can be said.

    `title` is what it is called there if it has another name now.
    """

    pieces: Sequence[ChunkPiece] | None = None
    ground: GroundState | None = None
    title: str | None = None


class Resolver:
    """Looks at each document once, however many citations lead to it; made for one call and thrown away."""

    def __init__(self, workplace: Workplace, intake: Intake) -> None:
        self._place, self._intake = workplace, intake
        self._strays = Strays(workplace, intake)
        self._seen: dict[str, _Now] = {}

    def resolve(self, citation: Citation) -> Region:
        with self._place.reading() as unit:
            chunk, entry = _stored(unit, citation)
            if chunk is None:
                return self._region(citation, None, entry, GroundState.GONE, now=None)
            known = _by_the_record(unit, citation, chunk, is_buried=entry is None)
            source = _source(unit, entry)
        if known is not None and known.ground is GroundState.GONE:
            return self._region(citation, chunk, entry, GroundState.GONE, now=None)
        origin = self._origin(source, entry) if source and entry else _Now()
        if origin.title is None and entry is not None and citation.uri not in (None, entry.uri):
            origin = origin._replace(title=entry.title)  # renamed since it was cited, as the record knows
        found = _since(known, origin, citation, chunk) if known else _at_the_origin(origin, citation, chunk)
        region = self._region(citation, chunk, entry, found.ground, now=found.text, places=found.places)
        return replace(region, title=origin.title)

    def _region(
        self,
        citation: Citation,
        chunk: Chunk | None,
        entry: Entry | None,
        ground: GroundState,
        *,
        now: str | None,
        places: Sequence[Locator] = (),
    ) -> Region:
        text = chunk.text if chunk else ""
        state = EvidenceState(ground=ground, was=text or None, now=now, checked_at=self._place.clock())
        if entry is None or chunk is None or chunk.retired_at is not None:
            return Region(citation=citation, state=state, text=text, places=tuple(places))
        start, end = chunk.locators[0].char_start, chunk.locators[-1].char_end
        return Region(
            citation=citation,
            state=state,
            text=text,
            before=_last_lines(entry.content[max(0, start - _AROUND) : start]),
            after=_first_lines(entry.content[end : end + _AROUND]),
            places=tuple(places),
            content_kind=chunk.content_kind,
            blob=entry.blob,
            line=entry.content.count("\n", 0, start) + 1,
        )

    def _origin(self, source: Source, entry: Entry) -> _Now:
        if entry.id not in self._seen:
            self._seen[entry.id] = self._looked_at(source, entry)
        return self._seen[entry.id]

    def _looked_at(self, source: Source, entry: Entry) -> _Now:
        if entry.uri is None or source.kind in _NOT_ELSEWHERE:
            return _Now()
        try:
            return self._read(source, entry, entry.uri)
        except (AdapterError, ContentError, InvalidValue):  # it is away, or there and cannot be read
            return _Now(ground=GroundState.UNREACHABLE)

    def _under_another_name(self, source: Source, entry: Entry) -> _Now:
        """The same bytes elsewhere, or in an archive that is called otherwise."""
        is_inside = INSIDE in (entry.uri or "")
        for blob in self._strays.candidates(source, entry):
            if is_inside:
                reading = self._member_with(entry.content_hash, source, blob)
            else:
                is_it = sha256(blob.data) == entry.content_hash
                reading = read_now(self._intake, source, blob, blob.uri) if is_it else None
            if reading is not None:
                return _Now(reading.pieces, title=reading.title)
        return _Now(ground=GroundState.GONE)

    def _read(self, source: Source, entry: Entry, uri: str) -> _Now:
        try:
            blob = self._intake.connector(source.kind).fetch(source, Found(origin_of(uri)))
        except ContentError as error:
            if isinstance(error.__cause__, PermissionError):
                raise
            return self._under_another_name(source, entry)
        if sha256(blob.data) == entry.content_hash:
            return _Now()
        reading = read_now(self._intake, source, blob, uri)
        if reading is not None:
            return _Now(pieces=reading.pieces)
        renamed = self._member_with(entry.content_hash, source, blob)
        return _Now(renamed.pieces, title=renamed.title) if renamed else _Now(ground=GroundState.GONE)

    def _member_with(self, hash: str, source: Source, archive: Blob) -> Reading | None:
        with self._place.reading() as unit:
            known = unit.entries.known(source.id)
        members = self._intake.readers.map([archive])
        new = (each for at, each in members if at.uri not in known and sha256(at.data) == hash)
        reading = next((each for each in new if isinstance(each, Reading)), None)
        return None if reading is None else scrubbed(reading, policy_of(source))[0]


def read_now(intake: Intake, source: Source, blob: Blob, uri: str) -> Reading | None:
    """What lies at this address, in what was fetched: that itself, or something inside it."""
    if blob.uri == uri:
        reading: Reading | None = intake.readers.read(blob)
    else:
        members = intake.readers.map([blob])
        reading = next((each for at, each in members if at.uri == uri and isinstance(each, Reading)), None)
    return None if reading is None else scrubbed(reading, policy_of(source))[0]


class _Finding(NamedTuple):
    ground: GroundState
    text: str | None = None
    places: tuple[Locator, ...] = ()


def _stored(unit: UnitOfWork, citation: Citation) -> tuple[Chunk | None, Entry | None]:
    """The passage, also of an entry that was deleted; the entry, if it is there."""
    chunk = _passage(unit, citation.chunk)
    return chunk, _get(unit.entries.get, chunk.entry) if chunk else None


def _by_the_record(unit: UnitOfWork, citation: Citation, chunk: Chunk, *, is_buried: bool) -> _Finding | None:
    """What the record knows already: that it was replaced or removed. None: it stands, as far as the record knows."""
    if is_buried:
        return _Finding(GroundState.GONE)
    if chunk.retired_at is None:
        return None
    heir = heir_of(unit, chunk)
    return _Finding(GroundState.CHANGED, heir.text, heir.locators) if heir else _Finding(GroundState.GONE)


def heir_of(unit: UnitOfWork, chunk: Chunk) -> Chunk | None:
    """The passage itself if it is in use, or what took its place in the end; also in a document that was deleted."""
    heir: Chunk | None = chunk
    while heir is not None and heir.retired_at is not None:
        heir = _passage(unit, heir.successor) if heir.successor else None
    return heir


def _passage(unit: UnitOfWork, id: str) -> Chunk | None:
    return _get(unit.chunks.get, id) or _get(unit.remains.get, id)


def _at_the_origin(origin: _Now, citation: Citation, chunk: Chunk) -> _Finding:
    if origin.ground is not None:
        return _Finding(origin.ground, None, chunk.locators)
    is_renamed = origin.title is not None
    if origin.pieces is None:
        return _standing(citation, chunk.text, chunk.locators, is_renamed=is_renamed)
    words = words_hash(chunk.text)
    same = [piece for piece in origin.pieces if words_hash(piece.text) == words]
    if same:
        kept = next((piece for piece in same if same_place(citation.locator, piece.locators[0])), same[0])
        return _standing(citation, kept.text, _marked(kept.locators, chunk), is_renamed=is_renamed)
    alike = [(likeness(chunk.text, piece.text), piece) for piece in origin.pieces]
    best, piece = max(alike, default=(0.0, None), key=lambda each: each[0])
    if piece is None or best < LEAST_LIKENESS:
        return _Finding(GroundState.GONE)
    return _Finding(GroundState.CHANGED, piece.text, piece.locators)


def _since(known: _Finding, origin: _Now, citation: Citation, chunk: Chunk) -> _Finding:
    """The record knows what it was changed into; its origin may have gone further, or back."""
    if origin.ground is GroundState.GONE:
        return _Finding(GroundState.GONE)
    if origin.pieces is None:
        return known
    if any(words_hash(piece.text) == words_hash(chunk.text) for piece in origin.pieces):
        return _at_the_origin(origin, citation, chunk)
    words = known.text or ""
    found = _at_the_origin(origin, citation, replace(chunk, text=words))
    return found if found.ground is GroundState.GONE else found._replace(ground=GroundState.CHANGED)


def _marked(places: tuple[Locator, ...], chunk: Chunk) -> tuple[Locator, ...]:
    """Told from others as the passage is; what was just read has no ids yet."""
    mark = chunk.locators[0].mark
    return tuple(replace(place, mark=mark) for place in places) if mark else places


def _standing(citation: Citation, text: str, places: tuple[Locator, ...], *, is_renamed: bool) -> _Finding:
    """The same words: where they were, or elsewhere."""
    stays = same_place(citation.locator, places[0]) and not is_renamed
    return _Finding(GroundState.FRESH if stays else GroundState.MOVED, text, places)


def _source(unit: UnitOfWork, entry: Entry | None) -> Source | None:
    return _get(unit.sources.get, entry.source) if entry and entry.source else None


def _get(get: Callable[[str], T], id: str) -> T | None:
    try:
        return get(id)
    except NotFound:
        return None


def _last_lines(text: str) -> str:
    """From the first whole line on, if there is one."""
    _, newline, rest = text.partition("\n")
    return rest if newline and len(text) >= _AROUND else text


def _first_lines(text: str) -> str:
    kept, newline, _ = text.rpartition("\n")
    return kept if newline and len(text) >= _AROUND else text
