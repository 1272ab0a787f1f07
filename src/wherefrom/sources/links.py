"""The links of a page, found in one pass.

Not by a tree: building one takes quadratic time for a page of nothing but open tags, and this runs in the parent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from wherefrom.egress import Fetched
from wherefrom.sources.places import joined

__all__ = ["Links", "links_of"]

_TAG = re.compile(r"<(!--|(?:a|area|base|link|script|style|textarea|template)\b)", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""[\s/]*([^\s=>/"'<]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>"']*))?""")
_ENDS = {name: re.compile(f"</{name}", re.IGNORECASE) for name in ("script", "style", "textarea", "template")}
_ENDS["!--"] = re.compile("-->")
_HTML = ("text/html", "application/xhtml+xml")
_MOST = 10_000
_LONGEST = 4_096
_MOST_ATTRIBUTES = 64


class Links(NamedTuple):
    """`canonical` is what the page calls itself. The links are in the order of the page, each once."""

    canonical: str | None = None
    links: tuple[str, ...] = ()


def links_of(page: Fetched) -> Links:
    """Of an HTML page; of anything else, none."""
    if page.media_type and page.media_type not in _HTML:
        return Links()
    base, canonical, looked_at = page.url, None, 0
    found: dict[str, None] = {}
    for name, attributes in _tags(_text(page)):
        href = attributes.get("href", "")
        if not href or len(href) > _LONGEST:
            continue
        looked_at += 1
        if looked_at > _MOST:
            break
        place = joined(base, href)
        if place is None:
            continue
        if name == "base":
            base = place
        elif name == "link":
            if "canonical" in attributes.get("rel", "").lower().split():
                canonical = canonical or place
        else:
            found[place] = None
    return Links(canonical, tuple(found))


def _text(page: Fetched) -> str:
    """Markup and addresses are ASCII in every charset of the web but the wide ones."""
    wide = page.data.startswith((b"\xff\xfe", b"\xfe\xff")) or (page.charset or "").startswith("utf-16")
    return page.data.decode("utf-16" if wide else "utf-8", errors="replace")


def _tags(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    position = 0
    while tag := _TAG.search(text, position):
        name, position = tag[1].lower(), tag.end()
        if name in _ENDS:
            end = _ENDS[name].search(text, position)
            if end is None:
                return
            position = end.end()
            continue
        attributes, position = _attributes(text, position)
        yield name, attributes


def _attributes(text: str, position: int) -> tuple[dict[str, str], int]:
    found: dict[str, str] = {}
    while len(found) < _MOST_ATTRIBUTES and (attribute := _ATTRIBUTE.match(text, position)):
        value = attribute[2] or ""
        if value[:1] in ('"', "'"):
            value = value[1:-1]
        found.setdefault(attribute[1].lower(), unescape(value[:_LONGEST]).strip())
        position = attribute.end()
    return found, position
