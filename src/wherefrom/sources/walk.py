"""One crawl of one site: breadth first, politely, and within its limits.

Pages are taken in one after the other, in an order that only the site decides; those that come next are fetched
meanwhile.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from typing import Any
from urllib.parse import urljoin

from wherefrom.egress import Egress, Fetched, Target
from wherefrom.errors import AdapterError, ContentError
from wherefrom.ports.documents import Found, Scan
from wherefrom.sources.ahead import Ahead
from wherefrom.sources.bodies import Bodies, revision_of
from wherefrom.sources.crawl_limits import Limits, Scope
from wherefrom.sources.crawl_state import Remembered, read_state, written_state
from wherefrom.sources.links import links_of
from wherefrom.sources.pace import Pace
from wherefrom.sources.places import joined, normal
from wherefrom.sources.robots import EVERYTHING, Robots
from wherefrom.sources.sitemap import Sitemap

__all__ = ["Walk"]

_MEDIA = (
    *("text/html", "application/xhtml+xml", "text/plain", "text/markdown", "text/x-markdown", "text/x-rst"),
    *("application/pdf", "application/vnd.openxmlformats-officedocument."),
)
_GONE = (404, 410)
_MOST_SITEMAPS = 50
_LARGEST_ROBOTS = 1024 * 1024
_FAILURES_IN_A_ROW = 5
_MOST_SKIPPED = 1_000
_LOOKED_AHEAD = 64
"""Addresses that wait, among which there may be some of hosts that have time."""
_SLOW = 1.0
"""Seconds between two requests from which on there is nothing to gain by asking early."""


class Walk:
    """Made for one scan. `bodies` gets what is new or changed; `state` is what the last good run left."""

    def __init__(
        self, egress: Egress, limits: Limits, state: str | None, bodies: Bodies, sleep: Callable[[float], None]
    ) -> None:
        self._egress = egress
        self._limits = limits
        self._before = read_state(state)
        self._now: dict[str, Remembered] = {}
        self._bodies = bodies
        self._pace = Pace(1.0 / limits.rate, sleep)
        self._ends = time.monotonic() + limits.max_seconds
        self._scope = Scope(limits, [limits.url])
        self._robots: dict[tuple[str, str, int], Robots | None] = {}
        self._robots_ahead = Ahead(self._request_robots)
        self._pages_ahead = Ahead(self._request)
        self._queue: deque[tuple[str, int]] = deque()
        self._seen: set[str] = set()
        self._read: set[str] = set()
        self._found: dict[str, Found] = {}
        self._skipped: dict[str, str] = {}
        self._bytes = 0
        self._failures = 0
        self._is_whole = True

    def scan(self) -> Scan:
        """An error if not even the first page can be read; any later one is passed over and told."""
        try:
            self._begin()
            self._walk()
        finally:
            self._pages_ahead.close()
            self._robots_ahead.close()
        # What was not reached this time keeps its validators for the next.
        left = {**self._before, **self._now} if not self._is_whole else self._now
        return Scan(
            list(self._found.values()),
            skipped=list(self._skipped.items()),
            is_whole=self._is_whole,
            state=written_state(left),
        )

    def _walk(self) -> None:
        while self._queue:
            if self._is_spent():
                self._is_whole = False
                break
            self._look_ahead(self._limits.max_pages - len(self._found))
            url, depth = self._queue.popleft()
            if url in self._read:
                self._pages_ahead.drop(url)
            else:
                self._visit(url, depth)

    def _look_ahead(self, most: int) -> None:
        """`most` is what the cap on pages leaves: each page in the queue may become one."""
        waiting = (url for url, _ in islice(self._queue, _LOOKED_AHEAD) if url not in self._read)
        for url in islice(waiting, most):
            place = urljoin(url, "/robots.txt")
            if Target.of(url).origin in self._robots or self._robots_ahead.is_here(place):
                self._ask_early(url)
            else:
                self._robots_ahead.begin(place, Target.of(url).host)

    def _ask_early(self, url: str) -> None:
        target, robots = Target.of(url), self._robots_of(url)
        if robots and max(robots.delay, self._pace.gap) < _SLOW and robots.allows(target.path):
            self._pages_ahead.begin(url, target.host)

    def _begin(self) -> None:
        start = self._limits.url
        robots = self._robots_of(start)
        if robots is None:
            raise AdapterError("robots.txt cannot be read", value=start, hint="try again later", retryable=True)
        if not robots.allows(Target.of(start).path):
            raise ContentError("robots.txt asks not to read this", value=start, hint="ask the owner of the site")
        self._seen.add(start)
        page = self._ask(start)
        self._scope = Scope(self._limits, [start, page.url])
        self._take_in(start, page, 0, follows_canonical=True)
        if self._limits.depth:
            self._read_sitemaps(page.url)

    def _visit(self, url: str, depth: int, *, follows_canonical: bool = True) -> bool:
        """Whether it became an entry."""
        robots = self._robots_of(url)
        if robots is None or not robots.allows(Target.of(url).path):
            self._skip(url, "robots.txt asks not to read it" if robots else "its robots.txt cannot be read")
            return False
        try:
            page = self._ask(url)
        except AdapterError as error:
            self._failures += 1
            self._is_whole = False
            self._skip(url, error.message)
            return False
        except ContentError as error:
            self._failures = 0
            self._pass_over(url, error)
            return False
        self._failures = 0
        return self._take_in(url, page, depth, follows_canonical=follows_canonical)

    def _ask(self, url: str) -> Fetched:
        """Once, in turn with the host's other requests, and without a body if we hold it still."""
        self._read.add(url)
        self._ask_early(url)
        while self._pages_ahead.is_coming(url):
            # Listed before looking as well: what comes in between would else be waited for by nobody.
            awaited = self._awaited()
            self._look_ahead(self._limits.max_pages - len(self._found) - 1)
            wait(awaited | self._awaited(), return_when=FIRST_COMPLETED)
        page = self._pages_ahead.take(url)
        self._bytes += len(page.data)
        return page

    def _awaited(self) -> set[Future[Any]]:
        return self._pages_ahead.awaited | self._robots_ahead.awaited

    def _request(self, url: str) -> Fetched:
        """In whichever thread: it changes nothing but the pace."""
        held, target = self._before.get(url), Target.of(url)
        robots = self._robots.get(target.origin)
        self._pace.wait(target.host, robots.delay if robots else 0.0)
        return self._egress.fetch(
            url,
            etag=held.etag if held else None,
            modified=held.modified if held else None,
            held_from=held.final if held else None,
            media=_MEDIA,
            also=() if url == self._limits.url else _GONE,
            max_bytes=self._limits.max_bytes,
            max_seconds=max(1.0, self._ends - time.monotonic()),
        )

    def _take_in(self, url: str, page: Fetched, depth: int, *, follows_canonical: bool) -> bool:
        if page.status in _GONE:
            self._skip(url, f"there is nothing here ({page.status})")
            return False
        final = normal(page.url)
        if final != url and not self._is_new(url, final, depth):
            return False
        self._seen.add(final)
        self._read.add(final)
        remembered = self._remember(url, page)
        if depth < self._limits.depth:
            self._add(remembered.links.links, depth + 1)
        if not self._scope.holds(final):
            self._skip(final, "it is outside the prefixes; its links were followed")
            return False
        canonical = remembered.links.canonical
        if follows_canonical and canonical and self._is_elsewhere(canonical, final, depth):
            self._skip(final, f"it is the same as {canonical}")
            return False
        self._found[final] = Found(final, remembered.revision)
        if not page.not_modified:
            self._keep(url, final, page, remembered.revision)
        return True

    def _is_new(self, url: str, final: str, depth: int) -> bool:
        """A redirect may lead outside, or to what is here already. The first page may lie beside the prefixes."""
        robots = self._robots_of(final) if depth == 0 or self._scope.holds(final) else None
        if robots is None or not robots.allows(Target.of(final).path):
            self._skip(url, f"it leads to {final}, which is not part of this")
            return False
        if final in self._read:
            self._skip(url, f"it is the same as {final}")
            return False
        return True

    def _is_elsewhere(self, canonical: str, final: str, depth: int) -> bool:
        """Whether the page is an entry under the name that it gives itself. If that one cannot be read, it is not."""
        if canonical == final or not self._scope.wants(canonical):
            return False
        if canonical not in self._read and not self._is_spent():
            self._seen.add(canonical)
            return self._visit(canonical, depth, follows_canonical=False)
        return canonical in self._found

    def _remember(self, url: str, page: Fetched) -> Remembered:
        if page.not_modified:
            self._now[url] = self._before[url]
        else:
            links = links_of(page)
            inside = tuple(link for link in links.links if self._scope.wants(link))
            self._now[url] = Remembered(
                page.url, page.etag, page.last_modified, revision_of(page.data), links._replace(links=inside)
            )
        return self._now[url]

    def _keep(self, url: str, final: str, page: Fetched, revision: str) -> None:
        held = self._before.get(url)
        if held is None or held.revision != revision:
            self._bodies.keep(final, page, revision)

    def _pass_over(self, url: str, error: ContentError) -> None:
        """A page that was there and now cannot be read is not gone: fetching it will tell why."""
        held = self._before.get(url)
        if held:
            self._found[normal(held.final)] = Found(normal(held.final))
            self._now[url] = held._replace(etag=None, modified=None)
        else:
            self._skip(url, error.message)

    def _add(self, links: tuple[str, ...], depth: int) -> None:
        for link in links:
            if link not in self._seen and self._scope.wants(link):
                self._seen.add(link)
                self._queue.append((link, depth))

    def _read_sitemaps(self, start: str) -> None:
        declared = (self._robots_of(start) or EVERYTHING).sitemaps
        waiting = deque(place for name in declared or ("/sitemap.xml",) if (place := joined(start, name)))
        asked: set[str] = set()
        while waiting and len(asked) < _MOST_SITEMAPS and not self._is_spent():
            url = waiting.popleft()
            if url in asked:
                continue
            asked.add(url)
            sitemap = self._sitemap(url, is_declared=bool(declared))
            self._add(tuple(place for page in sitemap.pages if (place := joined(url, page))), 1)
            waiting.extend(place for each in sitemap.sitemaps if (place := joined(url, each)))
        self._is_whole = self._is_whole and not waiting

    def _sitemap(self, url: str, *, is_declared: bool) -> Sitemap:
        try:
            self._pace.wait(Target.of(url).host)
            return Sitemap.read(self._egress.fetch(url, max_bytes=self._limits.max_bytes).data)
        except AdapterError as error:
            self._is_whole = False
            self._skip(url, error.message)
        except ContentError as error:
            if is_declared:
                self._skip(url, error.message)
        return Sitemap()

    def _robots_of(self, url: str) -> Robots | None:
        """None where it cannot be read for now: then nothing of that host may be."""
        origin = Target.of(url).origin
        if origin not in self._robots:
            try:
                self._robots[origin] = self._robots_ahead.take(urljoin(url, "/robots.txt"))
            except ContentError:
                self._robots[origin] = EVERYTHING
            except AdapterError:
                self._robots[origin] = None
                self._is_whole = False
        return self._robots[origin]

    def _request_robots(self, place: str) -> Robots:
        return Robots.read(self._egress.fetch(place, max_bytes=_LARGEST_ROBOTS).data)

    def _is_spent(self) -> bool:
        """Pages, bytes, time, or a host that no longer answers."""
        return (
            len(self._found) >= self._limits.max_pages
            or self._bytes >= self._limits.max_bytes
            or time.monotonic() >= self._ends
            or self._failures >= _FAILURES_IN_A_ROW
        )

    def _skip(self, url: str, reason: str) -> None:
        if len(self._skipped) < _MOST_SKIPPED:
            self._skipped[url] = reason
