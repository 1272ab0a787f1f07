"""How far a crawl goes: what its source's options say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast
from urllib.parse import urljoin

from wherefrom.core.documents import Source
from wherefrom.core.values import value
from wherefrom.core.wellformed import JSON, as_text, required
from wherefrom.egress import Target
from wherefrom.errors import InvalidValue
from wherefrom.sources.places import normal

__all__ = ["Limits", "Scope"]

_UNREAD = (
    *("css", "js", "mjs", "map", "json", "xml", "rss", "atom", "woff", "woff2", "ttf", "otf", "eot"),
    *("png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "ico", "bmp", "tif", "tiff"),
    *("mp3", "mp4", "m4a", "ogg", "oga", "ogv", "wav", "webm", "avi", "mov", "mkv", "flac"),
    *(
        "zip",
        "gz",
        "tgz",
        "bz2",
        "tbz2",
        "xz",
        "txz",
        "7z",
        "rar",
        "tar",
        "exe",
        "msi",
        "dmg",
        "pkg",
        "deb",
        "rpm",
        "iso",
        "apk",
        "jar",
    ),
)
_UNREAD_ENDINGS = tuple(f".{ending}" for ending in _UNREAD)
_DEFAULTS = {"depth": 3, "max_pages": 500, "max_bytes": 200_000_000, "max_seconds": 900.0, "rate": 4.0}


@value
class Limits:
    """`depth` counts links from the first page; `prefixes` are beginnings of addresses or of paths.

    `max_bytes` and `max_seconds` hold for all pages together, `rate` is requests a second for each host.
    """

    url: str
    depth: int
    prefixes: tuple[str, ...]
    max_pages: int
    max_bytes: int
    max_seconds: float
    rate: float

    @classmethod
    def of(cls, source: Source) -> Limits:
        """InvalidValue, with the name of the option, for what cannot be."""
        said = source.config
        return cls(
            url=normal(required(said.get("url", source.uri), "url")),
            depth=int(_number(said, "depth", least=0)),
            prefixes=_prefixes(said.get("prefixes")),
            max_pages=int(_number(said, "max_pages", least=1)),
            max_bytes=int(_number(said, "max_bytes", least=1)),
            max_seconds=_number(said, "max_seconds", least=1),
            rate=_number(said, "rate", least=0.01),
        )


class Scope:
    """Which addresses belong to the crawl: those under a prefix, or of the first page's host. http and https are one.

    `starts` are the first page as it was named and as it was found, which may be another host (www).
    """

    def __init__(self, limits: Limits, starts: Sequence[str]) -> None:
        named = limits.prefixes or ("/",)
        self._prefixes = tuple({_bare(normal(urljoin(start, prefix))) for start in starts for prefix in named})

    def holds(self, url: str) -> bool:
        return _bare(url).startswith(self._prefixes)

    def wants(self, url: str) -> bool:
        """Held, and not plainly something without text."""
        return self.holds(url) and not url.partition("?")[0].lower().endswith(_UNREAD_ENDINGS)


def _bare(url: str) -> str:
    return url.partition("://")[2]


def _prefixes(said: object) -> tuple[str, ...]:
    if said is None:
        return ()
    if not isinstance(said, list | tuple):
        raise InvalidValue("prefixes must be a list", value=said, hint='give ["/docs/"]')
    prefixes = tuple(as_text(each, "prefix") for each in cast("Sequence[object]", said))
    for prefix in prefixes:
        if not prefix.startswith("/") or prefix.startswith("//"):
            Target.of(prefix)
    return prefixes


def _number(said: Mapping[str, JSON], name: str, *, least: float) -> float:
    default = _DEFAULTS[name]
    number = said.get(name, default)
    if isinstance(number, bool) or not isinstance(number, int | float) or not least <= number < float("inf"):
        raise InvalidValue(
            f"{name} is not a number of {least:g} or more", value=number, hint=f"leave it out: {default:g}"
        )
    return number
