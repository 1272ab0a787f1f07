"""What a crawl remembers for the next one: how to ask for each page, and where it led."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from wherefrom.sources.links import Links

__all__ = ["Remembered", "read_state", "written_state"]

_VERSION = 1


class Remembered(NamedTuple):
    """A page: where it was found in the end, its validators, the hash of its bytes, and its links.

    The links are kept because an answer without a body (304) has none, and the crawl goes on from them.
    """

    final: str
    etag: str | None
    modified: str | None
    revision: str
    links: Links


def read_state(state: str | None) -> dict[str, Remembered]:
    """By the address that was asked. Nothing for a state that is not ours: everything is read anew."""
    try:
        kept: Any = json.loads(state or "{}")
        if kept.get("version") != _VERSION:
            return {}
        urls: list[str] = kept["urls"]
        return dict(_page(row, urls) for row in kept["pages"])
    except (ValueError, TypeError, KeyError, IndexError, AttributeError):
        return {}


def _page(
    row: tuple[int, int, str | None, str | None, str, int | None, list[int]], urls: list[str]
) -> tuple[str, Remembered]:
    url, final, etag, modified, revision, canonical, links = row
    named = None if canonical is None else urls[canonical]
    read = Links(named, tuple(urls[link] for link in links))
    return urls[url], Remembered(urls[final], etag, modified, revision, read)


def written_state(pages: Mapping[str, Remembered]) -> str:
    """Each address once, links as numbers: a site's navigation stands on all of its pages."""
    numbers: dict[str, int] = {}

    def number(url: str) -> int:
        return numbers.setdefault(url, len(numbers))

    rows = [
        [
            number(url),
            number(page.final),
            page.etag,
            page.modified,
            page.revision,
            None if page.links.canonical is None else number(page.links.canonical),
            [number(link) for link in page.links.links],
        ]
        for url, page in pages.items()
    ]
    return json.dumps({"version": _VERSION, "urls": list(numbers), "pages": rows}, separators=(",", ":"))
