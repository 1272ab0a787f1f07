"""What was written: Source → Entry → Chunk, and the Citation that leads back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import NamedTuple

from wherefrom.core.access import Visibility
from wherefrom.core.locators import Locator
from wherefrom.core.values import value
from wherefrom.core.wellformed import JSON
from wherefrom.errors import InvalidValue

__all__ = [
    "Chunk",
    "Citation",
    "ContentKind",
    "EmbeddingStatus",
    "Entry",
    "Heading",
    "Known",
    "Passage",
    "RunStatus",
    "Source",
    "SourceKind",
    "SourceStatus",
]


class SourceKind(StrEnum):
    FILE = "file"
    FOLDER = "folder"
    FILE_UPLOAD = "file_upload"
    URL = "url"
    URL_CRAWL = "url_crawl"
    REPO = "repo"
    TICKET = "ticket"
    MCP = "mcp"
    NOTE = "note"


class SourceStatus(StrEnum):
    """How far a source or an entry is on its way into the store."""

    PENDING = "pending"
    INDEXED = "indexed"
    STALE = "stale"
    FAILED = "failed"


class EmbeddingStatus(StrEnum):
    READY = "ready"
    PENDING = "pending"
    ERROR = "error"


class RunStatus(StrEnum):
    OK = "ok"
    PARTIAL = "partial"
    ERROR = "error"


class ContentKind(StrEnum):
    CODE = "code"
    DOCUMENT = "document"
    PDF_PAGE = "pdf_page"
    TICKET_THREAD = "ticket_thread"


@value
class Source:
    """A configured origin."""

    id: str
    kind: SourceKind
    uri: str
    title: str
    org: str = ""
    project: str | None = None
    contributor: str | None = None
    is_personal: bool = False
    audience: frozenset[str] = frozenset()
    agent_scope: frozenset[str] = frozenset()
    config: Mapping[str, JSON] = field(default_factory=dict[str, JSON])
    cron: str | None = None
    content_hash: str | None = None
    state: str | None = None
    """What its connector left for the next scan: a commit, the state of a crawl."""
    status: SourceStatus = SourceStatus.PENDING
    error: str | None = None
    last_run_at: float | None = None
    last_run_status: RunStatus | None = None
    last_run_error: str | None = None
    last_run_entry_count: int | None = None
    last_indexed_at: float | None = None
    created_at: float = 0.0
    updated_at: float = 0.0
    version: int = 0

    def __post_init__(self) -> None:
        _check_is_somebodys(self)

    @property
    def visibility(self) -> Visibility:
        return _visibility(self)


@value
class Entry:
    """One readable document. The title is declared or the file's name, never the first line of the text."""

    id: str
    title: str
    content: str
    org: str = ""
    source: str | None = None
    project: str | None = None
    contributor: str | None = None
    is_personal: bool = False
    audience: frozenset[str] = frozenset()
    agent_scope: frozenset[str] = frozenset()
    type: str = "note"
    tags: tuple[str, ...] = ()
    uri: str | None = None
    content_kind: ContentKind = ContentKind.DOCUMENT
    content_hash: str = ""
    media_type: str | None = None
    revision: str | None = None
    """What its origin calls this version of it; equal means unchanged, without reading it."""
    blob: str | None = None
    """The hash of the original, where the original is kept."""
    notices: tuple[str, ...] = ()
    """What was left out of it, or could not be read."""
    chunker: str | None = None
    chunker_version: int | None = None
    status: SourceStatus = SourceStatus.PENDING
    embedding_status: EmbeddingStatus = EmbeddingStatus.PENDING
    error: str | None = None
    created_at: float = 0.0
    updated_at: float = 0.0
    deleted_at: float | None = None
    erased_at: float | None = None
    version: int = 0

    def __post_init__(self) -> None:
        _check_is_somebodys(self)

    @property
    def visibility(self) -> Visibility:
        return _visibility(self)


@value
class Heading:
    """What a citation tells of an entry: read without its text, which may be long."""

    id: str
    title: str
    source: str | None
    uri: str | None
    version: int


class Known(NamedTuple):
    """What ingestion asks of an entry: whether its origin has changed since. Without its text; it is asked of all."""

    id: str
    uri: str | None
    revision: str | None
    content_hash: str
    chunker: str | None
    chunker_version: int | None
    status: SourceStatus


@value
class Chunk:
    """A passage: the source's own words, and where they stand.

    `text` is quoted, `embed_text` is what an embedder reads (it may add title and section; None means the text itself).
    Retired chunks stay, with their successor, until they are erased, so that a citation can show both texts.
    """

    id: str
    entry: str
    text: str
    content_hash: str
    locators: tuple[Locator, ...]
    seen_by: Visibility
    org: str = ""
    position: int = 0
    embed_text: str | None = None
    content_kind: ContentKind = ContentKind.DOCUMENT
    created_at: float = 0.0
    retired_at: float | None = None
    successor: str | None = None

    @property
    def visibility(self) -> Visibility:
        """Inherited from its entry."""
        return self.seen_by


class Passage(NamedTuple):
    """What an index tells of a chunk and its entry. Not the whole of either, because it is read of all there are."""

    id: str
    text: str
    embed_text: str
    section: tuple[str, ...]
    acl: int
    seen_by: Visibility
    title: str
    type: str
    source: str | None
    tags: tuple[str, ...]
    created_at: float


@value
class Citation:
    """The handle that leads from a sentence back to the exact place, and tells whether the place still says so."""

    org: str
    entry: str
    chunk: str
    content_hash: str
    locator: Locator
    title: str
    source: str | None = None
    uri: str | None = None
    version: int = 0

    @property
    def place(self) -> str:
        return self.locator.shown(self.title)


def _check_is_somebodys(item: Source | Entry) -> None:
    if item.is_personal and item.contributor is None:
        raise InvalidValue("a personal item needs its contributor", value=item.id, hint="say whose it is")


def _visibility(item: Source | Entry) -> Visibility:
    return Visibility(
        org=item.org,
        project=item.project,
        personal_to=item.contributor if item.is_personal else None,
        audience=item.audience,
        agent_scope=item.agent_scope,
    )
