"""What a server answered, and whether it will do."""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Iterable, Mapping

from wherefrom.core.values import value
from wherefrom.egress.inflating import inflated
from wherefrom.errors import AdapterError, ContentError

__all__ = ["REDIRECTS", "Asked", "Fetched", "body", "check_media", "check_status"]

REDIRECTS = frozenset({301, 302, 303, 307, 308})

_GOOD = frozenset({200, 203})
_GONE = frozenset({404, 410})
_PASSING = frozenset({408, 425, 429})
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:+-]{1,40})", re.IGNORECASE)


@value
class Fetched:
    """What came back. `url` is where it was found in the end; header names are in lower case."""

    url: str
    status: int
    headers: Mapping[str, str]
    data: bytes = b""

    @property
    def not_modified(self) -> bool:
        return self.status == 304

    @property
    def media_type(self) -> str:
        """Without its parameters, in lower case; empty if the server says nothing."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def charset(self) -> str | None:
        found = _CHARSET.search(self.headers.get("content-type", ""))
        return found[1].lower() if found else None

    @property
    def etag(self) -> str | None:
        return self.headers.get("etag")

    @property
    def last_modified(self) -> str | None:
        return self.headers.get("last-modified")


@value
class Asked:
    """What holds for every hop of one fetch: media types, statuses, bytes and the moment when it must have ended."""

    media: Collection[str] | None
    also: frozenset[int]
    most: int
    deadline: float


def check_status(answer: Fetched) -> None:
    """AdapterError for what may pass, ContentError for what will not, nothing for success."""
    status, url = answer.status, answer.url
    if status in _GOOD:
        return
    if status in _PASSING or status >= 500 or (status == 403 and _asks_to_wait(answer.headers)):
        after = answer.headers.get("retry-after", "")
        hint = f"try again in {after} s" if after.isdecimal() else "try again later"
        raise AdapterError(f"the server answered {status}", value=url, hint=hint, retryable=True)
    if status in _GONE:
        raise ContentError(f"there is nothing here ({status})", value=url, hint="check the address")
    if status in (401, 403):
        raise ContentError(f"the server does not let us read it ({status})", value=url, hint="give a public address")
    raise ContentError(f"the server answered {status}", value=url, hint="check the address")


def check_media(answer: Fetched, asked: Asked) -> None:
    kind = answer.media_type
    if asked.media is not None and kind and not kind.startswith(tuple(asked.media)):
        raise ContentError("content of a kind that is not read", value=kind, hint="give the address of a document")


def body(chunks: Iterable[bytes], answer: Fetched, asked: Asked) -> bytes:
    """All of it, opened if it is compressed. One layer of gzip at most: each layer multiplies what a bomb costs."""
    declared = answer.headers.get("content-length", "")
    if declared.isdecimal() and len(declared) < 20 and int(declared) > asked.most:
        raise _too_large(answer, asked)
    coding = answer.headers.get("content-encoding", "").strip().lower()
    if coding not in ("", "identity", "gzip", "x-gzip", "deflate"):
        raise ContentError("an encoding that was not asked for", value=coding, hint="serve it as it is, or gzip")
    parts: list[bytes] = []
    size = 0
    for part in chunks if coding in ("", "identity") else inflated(chunks):
        size += len(part)
        if size > asked.most:
            raise _too_large(answer, asked)
        if time.monotonic() > asked.deadline:
            raise AdapterError("no answer in time", value=answer.url, hint="try again later", retryable=True)
        parts.append(part)
    return b"".join(parts)


def _asks_to_wait(headers: Mapping[str, str]) -> bool:
    return "retry-after" in headers or headers.get("x-ratelimit-remaining") == "0"


def _too_large(answer: Fetched, asked: Asked) -> ContentError:
    return ContentError("larger than is read", value=answer.url, hint=f"at most {asked.most:,} bytes are read")
