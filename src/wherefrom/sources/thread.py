"""A ticket with its comments as we keep it, whatever tracker it came from."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple, cast
from urllib.parse import urlsplit

from wherefrom.core.wellformed import JSON
from wherefrom.errors import ContentError

__all__ = ["TICKET_MEDIA_TYPE", "Comment", "Ticket", "as_list", "as_object", "as_word", "parsed", "web_address"]

TICKET_MEDIA_TYPE = "application/vnd.wherefrom.ticket+json"
"""The ticket loader knows it by this name."""


class Comment(NamedTuple):
    id: str
    author: str
    created_at: str
    updated_at: str
    body: str
    url: str = ""
    """Where people read it, if it has an address of its own."""


class Ticket(NamedTuple):
    """`id` is what people call it: `acme/pay#7`, `PAY-7`."""

    id: str
    title: str
    state: str
    url: str
    labels: Sequence[str]
    author: str
    created_at: str
    updated_at: str
    body: str
    comments: Sequence[Comment] = ()
    is_pull_request: bool = False

    def as_json(self) -> bytes:
        """In one form, so that equal tickets have equal bytes. Escaped, because a tracker may send half a character."""
        written = self._asdict() | {"comments": [comment._asdict() for comment in self.comments]}
        return json.dumps(written, sort_keys=True).encode()


def parsed(data: bytes | str, what: str) -> JSON:
    """JSON from outside; broken or bottomless, it is a ContentError."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ContentError(f"{what} is not JSON: {error}", hint="check the address or the file") from None


def as_object(value: object) -> dict[str, JSON]:
    """What should be an object; anything else has nothing in it."""
    return cast("dict[str, JSON]", value) if isinstance(value, dict) else {}


def as_list(value: object) -> list[JSON]:
    return cast("list[JSON]", value) if isinstance(value, list) else []


def as_word(value: object) -> str:
    """Text or a number, as text; anything else is absent."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""


def web_address(value: object) -> str:
    """An address that may be shown and opened; anything else, such as a script, is absent."""
    url = as_word(value)
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    is_good = parts.scheme in ("http", "https") and parts.netloc and "@" not in parts.netloc
    return url if is_good and url.isprintable() and " " not in url else ""
