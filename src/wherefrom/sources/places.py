"""Web addresses as names of pages: written differently, they are one and the same."""

from __future__ import annotations

import re
from urllib.parse import quote, urljoin

from wherefrom.core.archives import INSIDE
from wherefrom.egress import Target
from wherefrom.errors import InvalidValue

__all__ = ["evenly_encoded", "joined", "normal", "place_path"]

_ENCODED = re.compile(r"%([0-9a-fA-F]{2})")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_TRACKING = re.compile(r"(utm_\w+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|igshid|mc_[ce]id|_ga|_gl)(=|$)")
_UNSEEN = re.compile(r"[\t\n\r]")


def normal(url: str) -> str:
    """The one way to write it: no fragment, no default port, no tracking, no dots, even percent-encoding.

    `!/` stands between an archive and what is inside it, so in an address of its own it is encoded. InvalidValue for
    what is no web address.
    """
    target = Target.of(url.replace(" ", "%20"))
    path, _, query = evenly_encoded(target.path).partition("?")
    kept = "&".join(part for part in query.split("&") if part and not _TRACKING.match(part))
    place = f"{_without_dots(path)}{'?' if kept else ''}{kept}".replace(INSIDE, quote(INSIDE))
    return f"{target.scheme}://{target.authority}{place}"


def joined(base: str, link: str) -> str | None:
    """Where a link on a page leads, or nothing if it leads to no web page."""
    try:
        return normal(urljoin(base, _UNSEEN.sub("", link).strip()))
    except (InvalidValue, ValueError):
        return None


def evenly_encoded(path: str) -> str:
    """Nothing encoded that need not be, and the rest in capitals."""

    def even(found: re.Match[str]) -> str:
        letter = chr(int(found[1], 16))
        return letter if letter in _UNRESERVED else found[0].upper()

    return _ENCODED.sub(even, path)


def place_path(url: str) -> str:
    """What people call it, and what its ending is looked for in: host and path."""
    target = Target.of(url)
    return f"{target.authority}{target.path.partition('?')[0]}"


def _without_dots(path: str) -> str:
    parts: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            del parts[-1:]
        elif segment != ".":
            parts.append(segment)
    if segments[-1] in (".", ".."):
        parts.append("")
    return "/" + "/".join(parts)
