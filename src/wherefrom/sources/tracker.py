"""What GitHub and Jira have in common when they are asked live: pages of tickets, and one ticket in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from wherefrom.errors import AdapterError
from wherefrom.sources.rest import Answer, Api
from wherefrom.sources.thread import Ticket

__all__ = ["MOST_PAGES", "Listed", "Page", "Tracker", "endless", "walked"]

MOST_PAGES = 5_000


class Listed(NamedTuple):
    uri: str
    revision: str
    is_pull_request: bool = False


class Page(NamedTuple):
    """`at` is the tracker's own time when it answered, where it tells."""

    tickets: Sequence[Listed]
    at: float | None


class Tracker(Protocol):
    def pages(self, since: float | None) -> Iterator[Page]:
        """All tickets, or those that changed after `since`."""
        ...

    def ticket(self, uri: str) -> Ticket: ...


def walked(api: Api, first: str) -> Iterator[Answer]:
    """Every page, as their Link headers lead."""
    seen = set[str]()
    page: str | None = first
    while page is not None:
        if page in seen or len(seen) == MOST_PAGES:
            raise endless(page)
        seen.add(page)
        answer = api.get(page)
        yield answer
        page = answer.next_page


def endless(page: str) -> AdapterError:
    return AdapterError("the tracker's pages have no end", value=page, hint="narrow the query of the source")
