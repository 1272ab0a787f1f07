"""A ticket, as its connector writes it: one unit for the description and one for each comment.

Who said it and when stands between the units: readable where a citation is shown, but not indexed, so that a closed
ticket or a new label embeds nothing again.
"""

from __future__ import annotations

import json
import re
from typing import cast

from wherefrom.core.documents import ContentKind
from wherefrom.core.locators import TicketLocator
from wherefrom.core.wellformed import JSON
from wherefrom.errors import ContentError
from wherefrom.ports.documents import Blob, RawDocument, RawUnit

__all__ = ["TICKET_MEDIA_TYPE", "load_ticket"]

TICKET_MEDIA_TYPE = "application/vnd.wherefrom.ticket+json"

_UNKEEPABLE = re.compile("[\x00\ud800-\udfff]")


def load_ticket(blob: Blob) -> RawDocument:
    """The thread in the order in which it is told; blank comments have no unit.

    A ticket that is nothing but its title has the title as its unit, else it could not be found.
    """
    ticket = _read(blob.data)
    id, title = _line(ticket, "id"), _line(ticket, "title")
    if not id:
        raise ContentError("a ticket has no id", value=blob.uri, hint="fetch it again with its connector")
    thread = _Thread(id)
    thread.add(title or id)
    thread.add("\n" + _headline(ticket) + "\n\n")
    thread.tell(None, _text(ticket, "body"))
    for comment in _comments(ticket):
        body = _text(comment, "body")
        if body.strip():
            thread.add(f"\n\n— {_signature(comment)}:\n\n")
            thread.tell(_line(comment, "id") or None, body, _line(comment, "url") or None)
    if not thread.units:
        thread.units.append(thread.unit(None, 0, len(title or id)))
    return RawDocument(title or id, "".join(thread.parts), thread.units, thread.notices())


class _Thread:
    """The text as it grows."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.parts: list[str] = []
        self.units: list[RawUnit] = []
        self._length = 0
        self._replaced = 0

    def add(self, text: str) -> None:
        kept, count = _UNKEEPABLE.subn("\ufffd", text)
        self._replaced += count
        self.parts.append(kept)
        self._length += len(kept)

    def tell(self, comment: str | None, body: str, url: str | None = None) -> None:
        start = self._length
        self.add(body)
        if body.strip():
            self.units.append(self.unit(comment, start, self._length, url))

    def unit(self, comment: str | None, start: int, end: int, url: str | None = None) -> RawUnit:
        locator = TicketLocator(ticket_id=self.id, comment_id=comment, url=url, char_start=start, char_end=end)
        return RawUnit(locator, ContentKind.TICKET_THREAD)

    def notices(self) -> list[str]:
        if not self._replaced:
            return []
        return [f"{self._replaced} characters that no text can hold (NUL, half of a pair) are shown as \ufffd"]


def _read(data: bytes) -> dict[str, JSON]:
    try:
        ticket = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ContentError(f"the ticket is not JSON: {error}", hint="fetch it again with its connector") from None
    if not isinstance(ticket, dict):
        raise ContentError("the ticket is not an object", hint="fetch it again with its connector")
    return cast("dict[str, JSON]", ticket)


def _comments(ticket: dict[str, JSON]) -> list[dict[str, JSON]]:
    comments: object = ticket.get("comments")
    if comments is None:
        return []
    if not isinstance(comments, list):
        raise ContentError("the comments of the ticket are not a list", hint="fetch it again with its connector")
    told = cast("list[object]", comments)
    if not all(isinstance(comment, dict) for comment in told):
        raise ContentError("a comment of the ticket is not an object", hint="fetch it again with its connector")
    return cast("list[dict[str, JSON]]", told)


def _text(holder: dict[str, JSON], name: str) -> str:
    value = holder.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ContentError(f"the ticket's {name} is not text", value=value, hint="fetch it again with its connector")
    return value


def _line(holder: dict[str, JSON], name: str) -> str:
    """Without line ends and what cannot be kept: it goes into titles, locators and single lines."""
    return " ".join(_UNKEEPABLE.sub("\ufffd", _text(holder, name)).split())


def _headline(ticket: dict[str, JSON]) -> str:
    labels: object = ticket.get("labels")
    named = [" ".join(str(label).split()) for label in cast("list[object]", labels)] if isinstance(labels, list) else []
    kind = "pull request" if ticket.get("is_pull_request") is True else ""
    parts = [_line(ticket, "id"), kind, _line(ticket, "state"), ", ".join(named), _signature(ticket)]
    return " · ".join(part for part in parts if part)


def _signature(holder: dict[str, JSON]) -> str:
    parts = [_line(holder, "author") or "somebody", _line(holder, "created_at")]
    return ", ".join(part for part in parts if part)
