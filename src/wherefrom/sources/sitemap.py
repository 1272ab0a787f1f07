"""sitemap.xml: the pages of a site in its own words, and the sitemaps that an index names."""

from __future__ import annotations

import re
from html import unescape
from typing import NamedTuple

from wherefrom.egress import inflated
from wherefrom.errors import ContentError

__all__ = ["Sitemap"]

_GZIP = b"\x1f\x8b"
_LARGEST = 50 * 1024 * 1024
_MOST = 50_000
# Not an XML parser: nothing but this element is of interest, and a document that expands itself cannot.
_PLACE = re.compile(r"<loc>([^<]*|\s*<!\[CDATA\[[^\]<]*\]\]>\s*)</loc>", re.IGNORECASE)
_INDEX = re.compile(r"<sitemapindex[\s>]", re.IGNORECASE)


class Sitemap(NamedTuple):
    pages: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()

    @classmethod
    def read(cls, data: bytes) -> Sitemap:
        """Plain or gzip. ContentError if it is damaged or too large."""
        text = _opened(data).decode("utf-8", errors="replace")
        places: list[str] = []
        for found in _PLACE.finditer(text):
            places.append(_written(found[1]))
            if len(places) == _MOST:
                break
        return cls(sitemaps=tuple(places)) if _INDEX.search(text[:4096]) else cls(pages=tuple(places))


def _opened(data: bytes) -> bytes:
    if not data.startswith(_GZIP):
        return data
    parts: list[bytes] = []
    size = 0
    for part in inflated([data]):
        size += len(part)
        if size > _LARGEST:
            raise ContentError("a sitemap that is too large", hint=f"at most {_LARGEST:,} bytes are read")
        parts.append(part)
    return b"".join(parts)


def _written(text: str) -> str:
    return unescape(text.strip().removeprefix("<![CDATA[").removesuffix("]]>")).strip()
