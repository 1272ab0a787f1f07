"""What parent and child say to each other, as frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wherefrom.core.locators import Box, Locator
from wherefrom.errors import ContentError, MissingExtra, WherefromError
from wherefrom.ingest.limited.frames import Frame
from wherefrom.ports.documents import Blob, ChunkPiece
from wherefrom.ports.reading import Reading

__all__ = [
    "ARCHIVE",
    "BLOB",
    "ERROR",
    "OPEN",
    "PASSED",
    "PICTURE",
    "READ",
    "READING",
    "READY",
    "REFUSED",
    "RENDER",
    "UNPACK",
    "UNPACKED",
    "Failure",
    "Head",
    "Ready",
    "View",
    "blob_frame",
    "error_frame",
    "frame_of",
    "reading_frame",
    "requested_blob",
    "requested_view",
    "view_frame",
]

OPEN, READ, UNPACK, RENDER = b"O", b"R", b"U", b"V"
"""Requests: read it unless it is an archive; read it whatever it is; take out what lies in it; show a page of it."""
READY, READING, ARCHIVE, PICTURE, ERROR = b"h", b"r", b"a", b"p", b"e"
"""Answers. ARCHIVE says that it wants to be unpacked."""
BLOB, REFUSED, PASSED, UNPACKED = b"b", b"x", b"s", b"u"
"""Answers to that: what came out, what did not, and what was passed over, before the UNPACKED that ends them."""


class Ready(NamedTuple):
    """The first word of a child: how it is confined, or why it cannot begin."""

    network: str = ""
    files: str = ""
    broken: str = ""


class Failure(NamedTuple):
    """An error by the name of its class. `is_spent`: the child is out of memory, and ends after saying so."""

    name: str
    message: str
    value: str | None
    hint: str | None
    extra: str
    retryable: bool
    is_spent: bool


class Head(NamedTuple):
    """A blob but for its bytes."""

    uri: str
    path: str
    media_type: str
    revision: str | None
    title: str | None
    repo: str | None
    commit: str | None


class View(NamedTuple):
    """A page to be shown, and what is marked on it."""

    page: int
    boxes: Sequence[Box]


def frame_of(kind: bytes, said: object, body: bytes = b"") -> Frame:
    from pydantic_core import PydanticSerializationError, to_json

    try:
        return Frame(kind, to_json(said), body)
    except PydanticSerializationError as error:
        raise ContentError("it has a name or text that no encoding can write", value=str(error)) from None


def blob_frame(kind: bytes, blob: Blob) -> Frame:
    head = Head(blob.uri, blob.path, blob.media_type, blob.revision, blob.title, blob.repo, blob.commit)
    return frame_of(kind, head, blob.data)


def requested_blob(frame: Frame) -> Blob:
    """In the child, which trusts its parent."""
    from pydantic_core import from_json

    return Blob(data=frame.body, **Head(*from_json(frame.head))._asdict())


def view_frame(blob: Blob, view: View) -> Frame:
    return frame_of(RENDER, (blob.path, blob.media_type, view.page, view.boxes), blob.data)


def requested_view(frame: Frame) -> tuple[Blob, View]:
    """In the child, which trusts its parent."""
    from pydantic_core import from_json

    path, media_type, page, boxes = from_json(frame.head)
    return Blob("", frame.body, path, media_type), View(page, [Box(*box) for box in boxes])


def reading_frame(reading: Reading) -> Frame:
    pieces = [_piece(piece, reading.text) for piece in reading.pieces]
    return frame_of(READING, (*reading._replace(text="", pieces=pieces),), reading.text.encode())


def _piece(piece: ChunkPiece, whole: str) -> tuple[str | None, str, bool, tuple[Locator, ...], str, str]:
    """Its words are not said twice: None means those of the document at its place; `embed` may go before them."""
    locators = piece.locators
    text = whole[locators[0].char_start : locators[-1].char_end] if locators else None
    is_prefix = piece.embed_text.endswith(piece.text)
    embed = piece.embed_text[: len(piece.embed_text) - len(piece.text)] if is_prefix else piece.embed_text
    own = None if text == piece.text else piece.text
    return own, embed, is_prefix, locators, piece.content_kind.value, piece.terms.written


def error_frame(error: WherefromError, *, is_spent: bool = False) -> Frame:
    extra = error.extra if isinstance(error, MissingExtra) else ""
    told = [None if part is None else _sayable(part) for part in (error.message, error.value, error.hint)]
    return frame_of(ERROR, (type(error).__name__, *told, extra, error.retryable, is_spent))


def _sayable(text: str) -> str:
    """An error may quote what it failed on, which need not be well-formed text."""
    return text.encode("utf-8", "replace").decode()
