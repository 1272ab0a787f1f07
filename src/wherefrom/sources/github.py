"""Issues and pull requests of GitHub, in the shapes of its REST interface and of `gh issue list --json`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from urllib.parse import urlsplit

from wherefrom.core.wellformed import JSON
from wherefrom.errors import AdapterError, ContentError
from wherefrom.sources.rest import Api, query_of, with_query
from wherefrom.sources.thread import Comment, Ticket, as_list, as_object, as_word, web_address
from wherefrom.sources.tracker import Listed, Page, walked

__all__ = ["GITHUB_HEADERS", "GitHub", "github_comment", "github_id", "github_root", "github_ticket"]

GITHUB_HEADERS = {"Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"}

_API_PATH = re.compile(r"(?:/api/v3)?/repos/[^/]+/[^/]+/issues/?")
_SITE_PATH = re.compile(r"/([^/]+)/([^/]+)(?:/issues)?/?")
_ISSUE_AT_END = re.compile(r"/([^/]+/[^/]+)/(?:issues|pulls?)/(\d{1,12})$")
_NUMBER_AT_END = re.compile(r"[/#](\d{1,12})$")
_COMMENT_AT_END = re.compile(r"#[a-z]+-(\d+)$")
_A_PAGE = "100"
_MOST_KEPT = 16_000_000
"""Characters of listed descriptions kept until they are fetched: a list has them anyway, and requests are rationed."""


def github_root(url: str) -> str | None:
    """The address that lists the issues, from it or from the page that people see; None if it is not GitHub's shape."""
    parts = urlsplit(url)
    if _API_PATH.fullmatch(parts.path):
        return parts._replace(path=parts.path.rstrip("/"), fragment="").geturl()
    page = _SITE_PATH.fullmatch(parts.path)
    if parts.hostname in ("github.com", "www.github.com") and page:
        path = f"/repos/{page[1]}/{page[2].removesuffix('.git')}/issues"
        return parts._replace(scheme="https", netloc="api.github.com", path=path, fragment="").geturl()
    return None


class GitHub:
    """One repository, live. What the address asks for (labels, a state) narrows the list."""

    def __init__(self, api: Api, root: str) -> None:
        self._api = api
        self._list = root
        self._root = urlsplit(root)._replace(query="").geturl()
        self._listed: dict[str, tuple[Ticket, int]] = {}
        self._kept = 0

    def pages(self, since: float | None) -> Iterator[Page]:
        """By creation, which never changes, so that what is edited meanwhile does not shift the pages."""
        changed = {"per_page": _A_PAGE, "sort": "created", "direction": "asc"}
        if since is not None:
            changed["since"] = datetime.fromtimestamp(since, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        if "state" not in query_of(self._list):
            changed["state"] = "all"
        for answer in walked(self._api, with_query(self._list, changed)):
            issues: object = answer.body
            if not isinstance(issues, list):
                raise AdapterError("not a list of issues", value=self._list, hint="give …/repos/OWNER/REPO/issues")
            yield Page([self._note(as_object(issue)) for issue in as_list(answer.body)], answer.at)

    def ticket(self, uri: str) -> Ticket:
        number = _NUMBER_AT_END.search(uri)
        if number is None:
            raise ContentError("no issue of this repository", value=uri, hint="scan the source again")
        ticket, count = self._taken(uri) or self._asked(number[1])
        if ticket.url != uri:
            raise ContentError("the issue has moved", value=uri, hint=f"it is at {ticket.url} now")
        return ticket._replace(comments=self._comments(number[1]) if count else ())

    def _note(self, issue: dict[str, JSON]) -> Listed:
        ticket = github_ticket(issue, self._root)
        if ticket.url not in self._listed and self._kept + len(ticket.body) < _MOST_KEPT:
            self._listed[ticket.url] = (ticket, _comment_count(issue))
            self._kept += len(ticket.body)
        return Listed(ticket.url, ticket.updated_at, ticket.is_pull_request)

    def _taken(self, uri: str) -> tuple[Ticket, int] | None:
        taken = self._listed.pop(uri, None)
        self._kept -= len(taken[0].body) if taken else 0
        return taken

    def _asked(self, number: str) -> tuple[Ticket, int]:
        issue = as_object(self._api.get(f"{self._root}/{number}").body)
        return github_ticket(issue, self._root), _comment_count(issue)

    def _comments(self, number: str) -> list[Comment]:
        pages = walked(self._api, with_query(f"{self._root}/{number}/comments", {"per_page": _A_PAGE}))
        return [github_comment(as_object(comment)) for page in pages for comment in as_list(page.body)]


def github_ticket(issue: dict[str, JSON], home: str) -> Ticket:
    """From either shape; `home` is what its address is made of when it tells none."""
    number = as_word(issue.get("number"))
    if not number.isdecimal():
        raise ContentError("an issue without its number", value=as_word(issue.get("title")), hint="export `number` too")
    page = web_address(issue.get("html_url")) or web_address(issue.get("url")) or f"{home}#{number}"
    return Ticket(
        id=github_id(page) or f"#{number}",
        title=as_word(issue.get("title")),
        state=as_word(issue.get("state")).lower(),
        url=page,
        labels=_labels(issue),
        author=_author(issue),
        created_at=_at(issue, "created"),
        updated_at=_at(issue, "updated"),
        body=as_word(issue.get("body")),
        comments=[github_comment(as_object(comment)) for comment in as_list(issue.get("comments"))],
        is_pull_request="pull_request" in issue or "/pull/" in page,
    )


def github_id(page: str) -> str:
    """`acme/pay#7`, from the address of the issue or of its page."""
    named = _ISSUE_AT_END.search(page)
    return f"{named[1]}#{named[2]}" if named else ""


def github_comment(comment: dict[str, JSON]) -> Comment:
    """Its id is the number at the end of its address, which both shapes share."""
    address = as_word(comment.get("html_url")) or as_word(comment.get("url"))
    number = _COMMENT_AT_END.search(address)
    return Comment(
        id=number[1] if number else as_word(comment.get("id")),
        author=_author(comment),
        created_at=_at(comment, "created"),
        updated_at=_at(comment, "updated") or _at(comment, "created"),
        body=as_word(comment.get("body")),
        url=web_address(address) if number else "",
    )


def _comment_count(issue: dict[str, JSON]) -> int:
    """How many the list says it has; one that does not say may have some."""
    count = issue.get("comments", 1)
    return count if isinstance(count, int) else 1


def _labels(issue: dict[str, JSON]) -> Sequence[str]:
    labels = as_list(issue.get("labels"))
    named = [as_word(as_object(label).get("name")) or as_word(label) for label in labels]
    return sorted(name for name in named if name)


def _author(holder: dict[str, JSON]) -> str:
    by: object = holder.get("user") or holder.get("author")
    return as_word(as_object(by).get("login")) or as_word(by)


def _at(holder: dict[str, JSON], verb: str) -> str:
    return as_word(holder.get(f"{verb}_at")) or as_word(holder.get(f"{verb}At"))
