"""From a source to passages: connectors find and fetch; loaders and chunkers are pure, for the limited process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from wherefrom.core.documents import ContentKind, Source
from wherefrom.core.locators import Box, Locator
from wherefrom.core.terms import Terms

__all__ = [
    "Blob",
    "ChunkPiece",
    "Chunker",
    "Connector",
    "Found",
    "Keeping",
    "Loader",
    "Paged",
    "RawDocument",
    "RawUnit",
    "Scan",
    "Starting",
    "Versioned",
    "Watchable",
]


class Found(NamedTuple):
    """Something that is there now. `revision` (mtime and size, blob id, ETag, updated_at) makes "unchanged" cheap."""

    uri: str
    revision: str | None = None


class Scan(NamedTuple):
    """What a look at a source found: everything that is there, in a stable order, and what was passed over and why.

    `is_whole` says that what is not in it is gone; a scan that was cut short (a cap, a failing host) removes nothing.
    `state` goes to the source when the run has ended well, and is what the next scan of it gets. `missing` says why
    there is nothing at the one place that was asked for: it is gone if it was read before, and an error if not.
    """

    found: Sequence[Found]
    skipped: Sequence[tuple[str, str]] = ()
    is_whole: bool = True
    state: str | None = None
    missing: str | None = None


class Blob(NamedTuple):
    """Bytes as they were fetched. `path` is what people call it: a path inside the folder, the repository, the archive.

    `media_type` is what the origin said, or nothing; loaders are chosen by it and by the path's ending. `title` is one
    that the origin declares. `repo` and `commit` are for what lies in a repository.
    """

    uri: str
    data: bytes
    path: str
    media_type: str = ""
    revision: str | None = None
    title: str | None = None
    repo: str | None = None
    commit: str | None = None


class RawUnit(NamedTuple):
    """A stretch of the document's text (a page, a section, a comment): its locator's characters say which.

    `boxes` are words on a page as (start, end, box), positions in the document's text.
    """

    locator: Locator
    content_kind: ContentKind = ContentKind.DOCUMENT
    section: tuple[str, ...] = ()
    language: str | None = None
    boxes: Sequence[tuple[int, int, Box]] = ()


class RawDocument(NamedTuple):
    """The text, whole, and its units in order, which do not overlap; what lies between them is not indexed.

    The title is declared or the file's name, never the first line: else a paragraph on top changes everything.
    `notices` tell what was left out or could not be read, for people.
    """

    title: str
    text: str
    units: Sequence[RawUnit]
    notices: Sequence[str] = ()


class ChunkPiece(NamedTuple):
    """`text` is the source's own; `embed_text` may add title and section; a locator for each part touched.

    `terms` are the words of the text as an index knows them, where whoever read it has analysed it already.
    """

    text: str
    embed_text: str
    locators: tuple[Locator, ...]
    content_kind: ContentKind
    terms: Terms = Terms()


class Connector(Protocol):
    """Runs in the parent: it may use files and, through egress, the network, and parses nothing but what it must."""

    def check(self, source: Source) -> None:
        """Refuse a source that can never be read (a bad address, a missing option) when it is saved."""
        ...

    def scan(self, source: Source, state: str | None) -> Scan:
        """All that is there now. `state` is what the last good run left; None: everything is new."""
        ...

    def fetch(self, source: Source, found: Found) -> Blob:
        """ContentError if this one is refused or gone, AdapterError if it is unreachable for now."""
        ...

    def close(self) -> None:
        """Let go of connections and child processes."""
        ...


@runtime_checkable
class Watchable(Protocol):
    """A connector whose origin can tell that something changed."""

    def subscribe(self, source: Source, uris: Iterable[str], notify: Callable[[str], None]) -> Callable[[], None]:
        """Have `notify` called with what changed until what is returned is called; AdapterError if it tells nothing."""
        ...


@runtime_checkable
class Versioned(Protocol):
    """A connector whose sources have a history."""

    def descends(self, source: Source, commit: str) -> bool:
        """Whether the commit is one of those that led to what the source reads."""
        ...


@runtime_checkable
class Starting(Protocol):
    """A connector that may start programs of this machine."""

    def agree(self, source: Source) -> None:
        """Whoever asks has said themselves what this source starts; nothing is started yet."""
        ...


@runtime_checkable
class Keeping(Protocol):
    """A connector that keeps copies of what it reads beside the store."""

    def keep_only(self, org: str, uris: Iterable[str]) -> None:
        """The copies that sources with these addresses need; those of any other go, each org for itself."""
        ...


class Loader(Protocol):
    def __call__(self, blob: Blob, /) -> RawDocument:
        """Pure. ContentError with the reason; never half a document."""
        ...


@runtime_checkable
class Paged(Protocol):
    """A loader of what has pages, which can be looked at as they are."""

    def render(self, blob: Blob, page: int, boxes: Sequence[Box]) -> bytes:
        """Pure. The page as PNG, with the boxes drawn over it; InvalidValue if there is no such page."""
        ...


class Chunker(Protocol):
    """Name and version are stored with every entry, so that a new version marks old ones stale."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int: ...

    def chunk(self, document: RawDocument) -> Iterator[ChunkPiece]:
        """Boundaries are decided by content, not by position."""
        ...
