"""Where a piece of text lies in its document: exactly enough to find the region again.

A locator has a text form (`handbook.pdf#p7`, `src/pay.py@abc123:L3-L9`), which is what people read and paste, and a
JSON form, which is what the record keeps. Where several passages share a place, each text form ends with the beginning
of its passage's id (`handbook.pdf#p7~3f9a2c1b`), so that it leads back to the one it was printed for.

`char_start` and `char_end` are positions in the entry's own text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache
from operator import attrgetter
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from wherefrom.core.values import value
from wherefrom.core.wellformed import JSON
from wherefrom.errors import InvalidValue

__all__ = [
    "Box",
    "CellsLocator",
    "CodeLocator",
    "Locator",
    "MessageLocator",
    "PdfLocator",
    "PdfRegion",
    "TextLocator",
    "TicketLocator",
    "WebLocator",
    "locator_as_json",
    "locator_from_json",
    "same_place",
]

_SHORT_COMMIT = 12


class Box(NamedTuple):
    """Points, measured from the top left corner of the page as it is displayed."""

    left: float
    top: float
    right: float
    bottom: float


@value
class _Span:
    """`mark` is the beginning of the passage's id, where other passages have the same place."""

    char_start: int = 0
    char_end: int = 0
    mark: str | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.char_start <= self.char_end:
            raise InvalidValue(
                "a locator ends before it begins", value=(self.char_start, self.char_end), hint="0 <= start <= end"
            )

    def shown(self, document: str) -> str:
        """As people read and paste it."""
        return f"{self.named(document)}~{self.mark}" if self.mark else self.named(document)

    def named(self, document: str) -> str:
        """The same for all passages at this place."""
        raise NotImplementedError


@value
class _InFile(_Span):
    """`path`, `repo` and `commit` are of what lies in a repository."""

    path: str | None = None
    repo: str | None = None
    commit: str | None = None

    def _file(self, document: str) -> str:
        return f"{self.path or document}@{self.commit[:_SHORT_COMMIT]}" if self.commit else document


@value
class PdfRegion:
    """One line run on one page."""

    page: int
    box: Box
    char_start: int
    char_end: int


@value
class PdfLocator(_InFile):
    kind: Literal["pdf"] = "pdf"
    page: int
    regions: tuple[PdfRegion, ...] = ()

    def named(self, document: str) -> str:
        return f"{self._file(document)}#p{self.page}"


@value
class WebLocator(_InFile):
    kind: Literal["web"] = "web"
    url: str
    css_path: str | None = None

    def named(self, document: str) -> str:
        return f"{self._file(self.url)}#{self.char_start}-{self.char_end}"


@value
class CodeLocator(_Span):
    kind: Literal["code"] = "code"
    path: str
    line_start: int
    line_end: int
    repo: str | None = None
    commit: str | None = None
    symbol: str | None = None
    ast_path: str | None = None

    def named(self, document: str) -> str:
        at = f"@{self.commit[:_SHORT_COMMIT]}" if self.commit else ""
        lines = f"L{self.line_start}" + (f"-L{self.line_end}" if self.line_end != self.line_start else "")
        return f"{self.path}{at}:{lines}"


@value
class TicketLocator(_Span):
    """`offset` is where it begins in its comment, whatever was said before; `url` the comment's own address."""

    kind: Literal["ticket"] = "ticket"
    ticket_id: str
    comment_id: str | None = None
    offset: int | None = None
    url: str | None = None

    def named(self, document: str) -> str:
        return self.ticket_id + (f"#{self.comment_id}" if self.comment_id else "")


@value
class CellsLocator(_InFile):
    kind: Literal["cells"] = "cells"
    sheet: str
    range: str

    def named(self, document: str) -> str:
        cells = f"{self.sheet}!{self.range}" if self.sheet else self.range
        return f"{self._file(document)}#{cells}"


@value
class TextLocator(_InFile):
    """`section` is the path of headings; `anchor` an exact place of another kind, such as `slide=3`."""

    kind: Literal["text"] = "text"
    section: tuple[str, ...] = ()
    anchor: str | None = None

    def named(self, document: str) -> str:
        place = self.anchor or " › ".join(self.section) or f"{self.char_start}-{self.char_end}"
        return f"{self._file(document)}#{place}"


@value
class MessageLocator(_Span):
    kind: Literal["message"] = "message"
    session_id: str
    message_id: str

    def named(self, document: str) -> str:
        return f"{self.session_id}/{self.message_id}"


Locator: TypeAlias = PdfLocator | WebLocator | CodeLocator | TicketLocator | CellsLocator | TextLocator | MessageLocator

_KINDS: dict[str, type[Locator]] = {
    "pdf": PdfLocator,
    "web": WebLocator,
    "code": CodeLocator,
    "ticket": TicketLocator,
    "cells": CellsLocator,
    "text": TextLocator,
    "message": MessageLocator,
}


def same_place(one: Locator, other: Locator) -> bool:
    """Whether both are the same region of the same file, at whatever commit; in a ticket, of the same comment."""
    if isinstance(one, TicketLocator) and isinstance(other, TicketLocator):
        is_same = (one.ticket_id, one.comment_id) == (other.ticket_id, other.comment_id)
        return is_same and (one.offset == other.offset or None in (one.offset, other.offset))
    return _bare(one) == _bare(other)


def _bare(place: Locator) -> Locator:
    if isinstance(place, CodeLocator | _InFile):
        return replace(place, mark=None, repo=None, commit=None)
    return replace(place, mark=None)


def locator_as_json(locator: Locator) -> dict[str, JSON]:
    """With `kind` first; what stands at its default is left out, because there is one of these for every chunk."""
    written: dict[str, JSON] = {"kind": locator.kind}
    names, defaults, read = _fields_of(type(locator))
    for name, part, default in zip(names, read(locator), defaults, strict=True):
        if part != default:
            written[name] = _as_list(name, cast("tuple[Any, ...]", part)) if isinstance(part, tuple) else part
    return written


def _as_list(name: str, parts: tuple[Any, ...]) -> list[JSON]:
    if name == "regions":
        return [
            {"page": each.page, "box": list(each.box), "char_start": each.char_start, "char_end": each.char_end}
            for each in cast("tuple[PdfRegion, ...]", parts)
        ]
    return list(parts)


@cache
def _fields_of(
    of_kind: type[Locator],
) -> tuple[tuple[str, ...], tuple[object, ...], Callable[[Locator], tuple[Any, ...]]]:
    """Names, defaults, and all values of one at once."""
    names = tuple(field.name for field in fields(of_kind))
    return names, tuple(field.default for field in fields(of_kind)), attrgetter(*names)


def locator_from_json(written: object) -> Locator:
    if not isinstance(written, dict):
        raise InvalidValue("a locator must be an object", value=written, hint="give {'kind': …}")
    known = dict(cast("dict[str, object]", written))
    kind = known.pop("kind", None)
    of_kind = _KINDS.get(str(kind))
    if of_kind is None:
        raise InvalidValue("unknown locator kind", value=kind, hint=f"one of: {', '.join(sorted(_KINDS))}")
    strange = set(known) - {field.name for field in fields(of_kind)}
    if strange:
        raise InvalidValue(f"a {kind} locator has no such field", value=min(strange), hint="remove it")
    try:
        if "regions" in known:
            known["regions"] = tuple(_region(region) for region in cast("list[dict[str, object]]", known["regions"]))
        if "section" in known:
            known["section"] = tuple(cast("list[str]", known["section"]))
        return of_kind(**known)  # pyright: ignore[reportArgumentType]  -- the union's fields were checked by name above
    except InvalidValue:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidValue(f"a {kind} locator lacks a field", value=str(error), hint="give every field") from None


def _region(written: dict[str, object]) -> PdfRegion:
    left, top, right, bottom = cast("list[float]", written["box"])
    return PdfRegion(
        page=cast("int", written["page"]),
        box=Box(left, top, right, bottom),
        char_start=cast("int", written["char_start"]),
        char_end=cast("int", written["char_end"]),
    )
