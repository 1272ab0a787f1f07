"""`url_crawl`: the pages of a site, one entry a page."""

from __future__ import annotations

import time
from collections.abc import Callable

from wherefrom.core.documents import Source
from wherefrom.egress import Egress
from wherefrom.ports.documents import Blob, Found, Scan
from wherefrom.sources.bodies import Bodies, fetched_blob
from wherefrom.sources.crawl_limits import Limits, Scope
from wherefrom.sources.walk import Walk

__all__ = ["CrawlConnector"]


class CrawlConnector:
    """The scan is the crawl: it asks for every page, conditionally where the last run left an ETag or a date.

    A page's revision is the hash of its bytes, so that "unchanged" holds for servers without ETags as well. What is
    new or changed is kept, in memory or a temporary file, until `fetch` takes it. `config`: see `Limits`.
    """

    def __init__(self, egress: Egress, *, sleep: Callable[[float], None] = time.sleep) -> None:
        self._egress = egress
        self._sleep = sleep
        self._bodies: dict[str, Bodies] = {}

    def check(self, source: Source) -> None:
        limits = Limits.of(source)
        Scope(limits, [limits.url])
        self._egress.check(limits.url)

    def scan(self, source: Source, state: str | None) -> Scan:
        self._forget(source.id)
        bodies = self._bodies[source.id] = Bodies()
        return Walk(self._egress, Limits.of(source), state, bodies, self._sleep).scan()

    def fetch(self, source: Source, found: Found) -> Blob:
        bodies = self._bodies.get(source.id)
        return (bodies.blob(found) if bodies else None) or fetched_blob(self._egress, found.uri)

    def close(self) -> None:
        for id in list(self._bodies):
            self._forget(id)
        self._egress.close()

    def _forget(self, id: str) -> None:
        if bodies := self._bodies.pop(id, None):
            bodies.close()
