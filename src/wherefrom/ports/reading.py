"""Reading: from bytes to text and passages, or from an archive to what lies in it. Pure, for the limited process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from wherefrom.core.documents import ContentKind
from wherefrom.core.locators import Box
from wherefrom.core.passing_over import Passed
from wherefrom.ports.documents import Blob, ChunkPiece

__all__ = ["Picture", "Reader", "Reading", "Refused", "Unpacked"]


class Reading(NamedTuple):
    """A document as it was read: its whole text, and its passages in order."""

    title: str
    text: str
    pieces: Sequence[ChunkPiece]
    content_kind: ContentKind = ContentKind.DOCUMENT
    language: str | None = None
    notices: Sequence[str] = ()
    secrets: Sequence[tuple[int, int, str]] = ()
    """Where secrets stand in the text: start, end and the rule that knew them."""
    secret_names: int = 0
    """How many titles and headings hold one: a declared title, or an address, is not part of the text."""


class Picture(NamedTuple):
    """A page as it looks."""

    png: bytes


class Refused(NamedTuple):
    """A member of an archive that was not taken out or cannot be read, and why. Nor will it be the next time."""

    uri: str
    path: str
    reason: str
    hint: str | None = None


class Unpacked(NamedTuple):
    """An archive that was opened: how many members came out, and how many were refused."""

    members: int
    refused: int


class Reader(Protocol):
    """Loaders and chunkers together, chosen by what the blob is."""

    def is_archive(self, blob: Blob) -> bool:
        """Whether it is something to unpack instead of to read."""
        ...

    def read(self, blob: Blob) -> Reading:
        """ContentError with the reason, MissingExtra where a library is not installed."""
        ...

    def render(self, blob: Blob, page: int, boxes: Sequence[Box]) -> bytes:
        """The page as PNG, with the boxes drawn over it; InvalidValue if it has no such page."""
        ...

    def unpack(self, blob: Blob) -> Iterator[Blob | Refused | Passed]:
        """What lies in an archive, one at a time; none of it is an archive. ContentError if it cannot be opened."""
        ...
