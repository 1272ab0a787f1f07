"""A child's answers, checked before anything believes them: its parser may have been taken over by what it read."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import Field, TypeAdapter, ValidationError

from wherefrom.core.documents import ContentKind
from wherefrom.core.locators import Locator
from wherefrom.core.terms import Terms
from wherefrom.errors import AdapterError, ContentError, InvalidValue, MissingExtra, WherefromError
from wherefrom.ingest.limited.frames import Frame
from wherefrom.ingest.limited.wire import Failure, Head
from wherefrom.ports.documents import Blob, ChunkPiece
from wherefrom.ports.reading import Picture, Reading

__all__ = ["as_answer", "as_error", "as_member", "as_picture", "as_reading"]

T = TypeVar("T")

_PNG = b"\x89PNG\r\n\x1a\n"


class _Piece(NamedTuple):
    text: str | None
    embed: str
    is_prefix: bool
    locators: tuple[Annotated[Locator, Field(discriminator="kind")], ...]
    content_kind: ContentKind
    terms: str


class _Told(NamedTuple):
    """A `Reading`; its text is the body of the frame."""

    title: str
    text: str
    pieces: list[_Piece]
    content_kind: ContentKind
    language: str | None
    notices: tuple[str, ...]
    secrets: tuple[tuple[int, int, str], ...]
    secret_names: int


def as_answer(shape: type[T], frame: Frame) -> T:
    """The head of a frame as a value of this shape; ContentError if it is anything else."""
    try:
        return _reader(shape).validate_json(frame.head, strict=True)
    except ValidationError as error:
        raise _nonsense(error.errors(include_url=False, include_input=False)[0]["msg"]) from None


def as_reading(frame: Frame) -> Reading:
    told = as_answer(_Told, frame)
    try:
        text = frame.body.decode()
    except UnicodeDecodeError as error:
        raise _nonsense(error.reason) from None
    if not all(0 <= start < end <= len(text) for start, end, _ in told.secrets):
        raise _nonsense("a secret lies outside of its document")
    pieces = [_whole(piece, text) for piece in told.pieces]
    return Reading(
        told.title,
        text,
        pieces,
        told.content_kind,
        told.language,
        told.notices,
        told.secrets,
        told.secret_names,
    )


def as_picture(frame: Frame) -> Picture:
    """Whoever opens it does so with a program of their own: what says that it is no PNG is not handed on."""
    if not frame.body.startswith(_PNG):
        raise _nonsense("a page that is no picture")
    return Picture(frame.body)


def as_member(frame: Frame) -> Blob:
    return Blob(data=frame.body, **as_answer(Head, frame)._asdict())


def as_error(failure: Failure) -> WherefromError:
    """The error as it was raised; where no reader should raise such a one, a ContentError with its words."""
    match failure.name:
        case "MissingExtra":
            error: WherefromError = MissingExtra(failure.extra, "")
        case "AdapterError":
            error = AdapterError(failure.message, retryable=failure.retryable)
        case "InvalidValue":
            error = InvalidValue(failure.message)
        case _:
            error = ContentError(failure.message)
    error.args = (failure.message,)
    error.message, error.value, error.hint = failure.message, failure.value, failure.hint
    return error


def _whole(piece: _Piece, whole: str) -> ChunkPiece:
    if not piece.locators or any(locator.char_end > len(whole) for locator in piece.locators):
        raise _nonsense("a passage lies outside of its document")
    text = piece.text
    if text is None:
        text = whole[piece.locators[0].char_start : piece.locators[-1].char_end]
    embed_text = piece.embed + text if piece.is_prefix else piece.embed
    return ChunkPiece(text, embed_text, piece.locators, piece.content_kind, Terms(piece.terms))


@cache
def _reader(shape: Any) -> TypeAdapter[Any]:
    return TypeAdapter(shape)


def _nonsense(why: str) -> ContentError:
    return ContentError("the process that read it answered nonsense", value=why, hint="leave this document out")
