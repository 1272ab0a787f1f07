"""A run of a source as the queue holds it: ids and numbers, and a name that says it all."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

from wherefrom.core.documents import Source, SourceKind
from wherefrom.core.ids import sha256

__all__ = ["Task", "turn_of"]

_FETCHED = frozenset({SourceKind.URL, SourceKind.URL_CRAWL, SourceKind.REPO, SourceKind.TICKET, SourceKind.MCP})


class Task(NamedTuple):
    """One attempt at one job. Ids have no slashes, so its name can be taken apart again."""

    org: str
    source: str
    asked: str
    """What tells this job from others of the source: a random id, or the moment of its schedule."""
    turn: str
    """Tasks with the same turn wait for each other."""
    force: bool = False
    number: int = 1
    failures: int = 0

    @property
    def job(self) -> str:
        return f"{self.org}/{self.source}/{self.asked}"

    @property
    def name(self) -> str:
        return f"{self.job}/{self.number}"

    def again(self, failures: int) -> Task:
        return self._replace(number=self.number + 1, failures=failures)


def turn_of(source: Source) -> str:
    """One run at a time for a host, whoever's source it is; for anything else one at a time for each source."""
    if source.kind in _FETCHED and (host := _host(source)):
        return f"host:{sha256(host.encode())[:16]}"  # told apart, and not told
    return f"{source.org}/{source.id}"


def _host(source: Source) -> str | None:
    """Of an MCP server that has a name, the name: whatever it stands for, it is one server."""
    address = str(source.config.get("server") or source.uri).removeprefix("mcp:")
    if "://" not in address:
        return f"mcp:{address}" if source.kind is SourceKind.MCP else None
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None
