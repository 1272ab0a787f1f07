"""Wrapping: how text that others wrote reaches a model, so that it is read as data and not as orders.

The marker is made from a hash of everything that is wrapped in one response. Equal input gives equal bytes, and content
cannot contain the marker, because it would have to contain its own hash.
"""

from __future__ import annotations

from collections.abc import Sequence

from wherefrom.core.ids import sha256

__all__ = ["wrap_untrusted"]


def wrap_untrusted(texts: Sequence[str], places: Sequence[str]) -> list[str]:
    """Each text between markers that name its place and say what it is."""
    joined = "\x1e".join(texts)
    marker = sha256(joined.encode("utf-8", "surrogatepass"))[:12]
    while marker in joined:
        marker = sha256(marker.encode())[:12]
    return [
        f'<untrusted-{marker} from="{_attribute(place)}">\n{text}\n</untrusted-{marker}>'
        for text, place in zip(texts, places, strict=True)
    ]


def _attribute(place: str) -> str:
    return place.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace("\n", " ")
