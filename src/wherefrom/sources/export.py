"""Tickets exported to a file: GitHub's REST answers, what `gh` writes, the answer of a Jira search.

Pages may follow each other (`gh api --paginate` writes them so), lie in a list of lists, or be one ticket a line.
Comments are inside their issue, or stand beside the issues and name them by `issue_url`.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple, cast

from wherefrom.core.wellformed import JSON
from wherefrom.errors import ContentError
from wherefrom.sources.github import github_comment, github_id, github_ticket
from wherefrom.sources.jira import jira_ticket
from wherefrom.sources.thread import Comment, Ticket, as_list, as_object, as_word

__all__ = ["Export", "read_export", "revision_of_ticket"]

_LINES = (".jsonl", ".ndjson")
_WRAPPERS = ("issues", "items", "comments")
_NAMES = {"number", "key", "issue_url"}
"""What an issue or a comment has, and a page of them has not."""
_MOST_MARKS = 8_000_000
"""Brackets, braces and commas: each is an object in memory, and a file of nothing else would fill it."""


class Export(NamedTuple):
    """`skipped` are pieces that are no tickets, and tickets that lack something, with the reason."""

    tickets: dict[str, Ticket]
    skipped: list[tuple[str, str]]
    is_whole: bool


def read_export(data: bytes, home: str) -> Export:
    """`home` is the address of the file. ContentError if it is no export, or nothing in it is a ticket."""
    text = _text(data, home)
    try:
        return _Pile(home).sorted_from(_elements(text, home))
    except ContentError:
        if not home.endswith(_LINES) or not text.strip():
            raise
    pile = _Pile(home)
    return pile.sorted_from(_lines(text, home, pile.add_strange))


class _Pile:
    """Tickets and comments as they come."""

    def __init__(self, home: str) -> None:
        self._home = home
        self._tickets: dict[str, Ticket] = {}
        self._promised: dict[str, int] = {}
        self._beside = defaultdict[str, list[Comment]](list)
        self._strange: list[tuple[str, str]] = []

    def add(self, element: dict[str, JSON]) -> None:
        if "issue_url" in element and "title" not in element:
            self._beside[github_id(as_word(element["issue_url"]))].append(github_comment(element))
            return
        try:
            ticket = jira_ticket(element, "", self._home) if "key" in element else github_ticket(element, self._home)
        except ContentError as error:
            self.add_strange(error.message)
            return
        known = self._tickets.get(ticket.url)
        if known is None or known.updated_at <= ticket.updated_at:
            self._tickets[ticket.url] = ticket
            self._promised[ticket.url] = _promised(element)

    def add_strange(self, reason: str) -> None:
        self._strange.append((self._home, reason))

    def sorted_from(self, elements: Iterable[dict[str, JSON]]) -> Export:
        for element in elements:
            self.add(element)
        if self._strange and not self._tickets:
            raise ContentError("no ticket in this file", value=self._home, hint="export issues of GitHub or Jira")
        tickets = {
            url: ticket._replace(comments=[*ticket.comments, *self._beside.get(ticket.id, ())])
            for url, ticket in self._tickets.items()
        }
        absent = {url: self._promised[url] - len(ticket.comments) for url, ticket in tickets.items()}
        told = [(url, f"{count} of its comments are not in the export") for url, count in absent.items() if count > 0]
        return Export(tickets, [*self._strange, *told], is_whole=not self._strange)


def revision_of_ticket(ticket: Ticket) -> str:
    """When it was updated; one that does not say is known by its content."""
    return ticket.updated_at or f"sha256:{sha256(ticket.as_json()).hexdigest()[:40]}"


def _text(data: bytes, home: str) -> str:
    if sum(map(data.count, (b"[", b"{", b","))) > _MOST_MARKS:
        raise ContentError("this export has too many parts", value=home, hint="export fewer tickets a file")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ContentError(f"the export is not UTF-8: {error}", value=home, hint="export it again") from None


def _lines(text: str, home: str, tell: Callable[[str], None]) -> Iterator[dict[str, JSON]]:
    """One that is cut or garbled is told, and takes no other with it."""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip(" \t\r,"):
            continue
        try:
            yield from list(_elements(line, home))
        except ContentError as error:
            tell(f"line {number:,}: {error.message}")


def _elements(text: str, home: str) -> Iterator[dict[str, JSON]]:
    """Issues and comments, page by page, so that not all of a long file is in memory as objects."""
    decoder = json.JSONDecoder()
    at = _skipped_blank(text, 0)
    if at == len(text):
        raise ContentError("the export is empty", value=home, hint="export it again")
    while at < len(text):
        try:
            page, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            raise ContentError(f"the export is not JSON: {error}", value=home, hint="export it again") from None
        at = _skipped_blank(text, at)
        for element in _of_page(page, home):
            yield as_object(element)


def _of_page(page: object, home: str) -> Iterator[JSON]:
    """The elements of a list, or of the list in an object, or the object itself. An error message is no empty page."""
    if isinstance(page, list):
        for element in as_list(cast("object", page)):
            inner: object = element
            yield from as_list(element) if isinstance(inner, list) else [element]
        return
    told = as_object(page)
    lists = [as_list(told[name]) for name in _WRAPPERS if name in told]
    if _NAMES & told.keys():
        yield told
    elif lists:
        yield from (element for elements in lists for element in elements)
    else:
        raise ContentError("this is no export of tickets", value=home, hint="export issues of GitHub or Jira")


def _skipped_blank(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n,":
        at += 1
    return at


def _promised(issue: dict[str, JSON]) -> int:
    """How many comments the tracker counted, where the export tells."""
    listed = as_object(as_object(issue.get("fields")).get("comment")).get("total")
    counted = issue.get("comments") if listed is None else listed
    return counted if isinstance(counted, int) else 0
