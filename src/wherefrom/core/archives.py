"""The addresses of what is inside an archive: `notes.zip!/2026/may.md`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

__all__ = ["INSIDE", "members_of", "origin_of"]

INSIDE = "!/"
"""Between the address of an archive and the path of what is inside it; no other address has it."""


def origin_of(uri: str) -> str:
    """The archive of what is inside one; anything else is its own origin."""
    return uri.split(INSIDE, 1)[0]


def members_of(uris: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """Of each archive the addresses of what is inside it."""
    members: dict[str, list[str]] = defaultdict(list)
    for uri in uris:
        if INSIDE in uri:
            members[origin_of(uri)].append(uri)
    return members
