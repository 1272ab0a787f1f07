"""`url`: one page of the web."""

from __future__ import annotations

import json
from typing import NamedTuple

from wherefrom.core.documents import Source
from wherefrom.egress import Egress
from wherefrom.ports.documents import Blob, Found, Scan
from wherefrom.sources.bodies import Bodies, fetched_blob, revision_of
from wherefrom.sources.places import normal

__all__ = ["WebConnector"]


class _Held(NamedTuple):
    """What the last good run left: where the page was found in the end, how to ask for it, and its revision."""

    url: str | None = None
    etag: str | None = None
    modified: str | None = None
    revision: str | None = None


class WebConnector:
    """The scan itself asks whether the page is what it was.

    The state has ETag and Last-Modified; a 304 gives the revision of the last time, without a body. Otherwise the page
    is downloaded, its revision is the hash of its bytes (so a server without ETags is answered as well), and the body
    is kept for `fetch`. A page that is not there (404, 410) is an empty scan that says so.
    """

    def __init__(self, egress: Egress) -> None:
        self._egress = egress
        self._bodies: dict[str, Bodies] = {}

    def check(self, source: Source) -> None:
        self._egress.check(normal(source.uri))

    def scan(self, source: Source, state: str | None) -> Scan:
        uri = normal(source.uri)
        held = _held(state)
        page = self._egress.fetch(uri, etag=held.etag, modified=held.modified, held_from=held.url, also=(404, 410))
        if page.status in (404, 410):
            return Scan((), missing=f"the page is not there ({page.status})")
        if page.not_modified:
            return Scan([Found(uri, held.revision)], state=state)
        revision = revision_of(page.data)
        self._forget(source)
        bodies = self._bodies[source.id] = Bodies()
        bodies.keep(uri, page, revision)
        left = _Held(page.url, page.etag, page.last_modified, revision)
        return Scan([Found(uri, revision)], state=json.dumps(left))

    def fetch(self, source: Source, found: Found) -> Blob:
        bodies = self._bodies.get(source.id)
        return (bodies.blob(found) if bodies else None) or fetched_blob(self._egress, found.uri)

    def close(self) -> None:
        for bodies in self._bodies.values():
            bodies.close()
        self._bodies.clear()
        self._egress.close()

    def _forget(self, source: Source) -> None:
        if bodies := self._bodies.pop(source.id, None):
            bodies.close()


def _held(state: str | None) -> _Held:
    """Nothing also for a state that is not ours: the page is read anew."""
    try:
        url, etag, modified, revision = json.loads(state or "null")
        return _Held(normal(str(url)), etag, modified, str(revision))
    except (ValueError, TypeError):
        return _Held()
