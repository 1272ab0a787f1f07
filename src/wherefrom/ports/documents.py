"""From bytes to passages: what loaders give and chunkers take. Both are pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from wherefrom.core.documents import ContentKind
from wherefrom.core.locators import Box, Locator

__all__ = ["ChunkPiece", "Chunker", "RawDocument", "RawUnit"]


class RawUnit(NamedTuple):
    """A stretch of the document's own text, where it lies, and word boxes (start, end, box) if pages have them."""

    text: str
    content_kind: ContentKind
    locator: Locator
    section: tuple[str, ...] = ()
    language: str | None = None
    boxes: Sequence[tuple[int, int, Box]] = ()


class RawDocument(NamedTuple):
    """The title is declared or the file's name, never the first line: else a paragraph on top changes everything."""

    title: str
    units: Sequence[RawUnit]
    notices: Sequence[str] = ()


class ChunkPiece(NamedTuple):
    """`text` is the source's own; `embed_text` may add title and section; a locator for each part touched."""

    text: str
    embed_text: str
    locators: tuple[Locator, ...]
    content_kind: ContentKind


class Chunker(Protocol):
    """Name and version are stored with every entry, so that a new version marks old ones stale."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int: ...

    def chunk(self, document: RawDocument) -> Sequence[ChunkPiece]:
        """Boundaries are decided by content, not by position."""
        ...
