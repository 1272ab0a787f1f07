"""Issues of Jira, Cloud and Data Center: REST search, live or exported. Wiki markup stays as people wrote it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from urllib.parse import quote, urlsplit

from wherefrom.core.wellformed import JSON
from wherefrom.errors import AdapterError, ContentError
from wherefrom.sources.adf import adf_text
from wherefrom.sources.rest import Answer, Api, query_of, with_query
from wherefrom.sources.thread import Comment, Ticket, as_list, as_object, as_word, web_address
from wherefrom.sources.tracker import MOST_PAGES, Listed, Page, endless

__all__ = ["JIRA_HEADERS", "Jira", "jira_root", "jira_ticket"]

JIRA_HEADERS = {"Accept": "application/json"}

_SEARCH_PATH = re.compile(r"((?:/[^/]+)*)(/rest/api/(?:2|3|latest))/search(/jql)?/?")
_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]*-\d{1,12}")
_KEY_AT_END = re.compile(r"[/#]([A-Za-z][A-Za-z0-9_]*-\d{1,12})$")
_QUOTED_OR_ORDER = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\border\s+by\b""", re.IGNORECASE | re.DOTALL)
_FIELDS = "summary,description,comment,status,labels,reporter,created,updated"
_A_PAGE = "100"


def jira_root(url: str) -> str | None:
    """The address of the search, or None if it is not one of Jira's."""
    parts = urlsplit(url)
    is_search = _SEARCH_PATH.fullmatch(parts.path)
    return parts._replace(path=parts.path.rstrip("/"), fragment="").geturl() if is_search else None


class Jira:
    """What one query finds, live."""

    def __init__(self, api: Api, root: str, now: Callable[[], float]) -> None:
        self._api = api
        self._search = root
        self._now = now
        parts = urlsplit(root)
        path = _SEARCH_PATH.fullmatch(parts.path)
        if path is None:
            raise ContentError("not a search of Jira", value=root, hint="give https://HOST/rest/api/2/search?jql=…")
        self._site = parts._replace(path=path[1], query="").geturl()
        self._issue = self._site + path[2] + "/issue/"
        self._has_tokens = path[3] is not None

    def pages(self, since: float | None) -> Iterator[Page]:
        """By creation, which never changes; only what tells a change is asked for."""
        jql = _narrowed(query_of(self._search).get("jql", ""), None if since is None else self._now() - since)
        changed = {"jql": jql, "fields": "updated", "maxResults": _A_PAGE}
        for answer in self._walk(with_query(self._search, changed)):
            issues = [as_object(issue) for issue in as_list(as_object(answer.body)["issues"])]
            yield Page([self._listed(issue) for issue in issues], answer.at)

    def ticket(self, uri: str) -> Ticket:
        key = _KEY_AT_END.search(uri)
        if key is None:
            raise ContentError("no issue of this Jira", value=uri, hint="scan the source again")
        issue = as_object(self._api.get(with_query(self._issue + quote(key[1]), {"fields": _FIELDS})).body)
        ticket = jira_ticket(issue, self._site, self._site)
        if ticket.id.upper() != key[1].upper():
            raise ContentError("the issue has moved", value=uri, hint=f"it is {ticket.id} now")
        told = as_object(as_object(issue.get("fields")).get("comment"))
        total = told.get("total")
        if isinstance(total, int) and total > len(ticket.comments):
            return ticket._replace(comments=self._comments(key[1]))
        return ticket

    def _listed(self, issue: dict[str, JSON]) -> Listed:
        ticket = jira_ticket(issue, self._site, self._site)
        return Listed(ticket.url, ticket.updated_at)

    def _comments(self, key: str) -> list[Comment]:
        """All of them: what comes with an issue is only the first page."""
        told: list[Comment] = []
        for _ in range(MOST_PAGES):
            asked = {"startAt": str(len(told)), "maxResults": _A_PAGE, "orderBy": "created"}
            page = as_object(self._api.get(with_query(f"{self._issue}{quote(key)}/comment", asked)).body)
            comments = as_list(page.get("comments"))
            told += [_comment(as_object(comment), _page(self._site, key)) for comment in comments]
            total = page.get("total")
            if not comments or not isinstance(total, int) or len(told) >= total:
                return told
        raise endless(key)

    def _walk(self, first: str) -> Iterator[Answer]:
        """By token where the search gives tokens, else by position."""
        seen, page, count = set[str](), first, 0
        while page not in seen and len(seen) < MOST_PAGES:
            seen.add(page)
            answer = self._api.get(page)
            body = as_object(answer.body)
            issues: object = body.get("issues")
            if not isinstance(issues, list):
                raise AdapterError("not an answer of a Jira search", value=first, hint="check the address")
            yield answer
            count += len(as_list(body["issues"]))
            token, total = as_word(body.get("nextPageToken")), body.get("total")
            if token:
                page = with_query(first, {"nextPageToken": token})
            elif not self._has_tokens and issues and isinstance(total, int) and count < total:
                page = with_query(first, {"startAt": str(count)})
            else:
                return
        raise endless(page)


def jira_ticket(issue: dict[str, JSON], site: str, home: str) -> Ticket:
    """`site` is where Jira lives, if that is known; else its own address tells; else the ticket belongs to `home`."""
    key, fields = as_word(issue.get("key")), as_object(issue.get("fields"))
    if not _KEY.fullmatch(key):
        raise ContentError("an issue without its key", value=key, hint="export `key` too")
    own = web_address(issue.get("self")).partition("/rest/api/")
    place = site or (own[0] if own[1] else "")
    comments: object = fields.get("comment")
    listed = as_list(as_object(comments).get("comments")) or as_list(comments)
    return Ticket(
        id=key,
        title=as_word(fields.get("summary")),
        state=as_word(as_object(fields.get("status")).get("name")),
        url=_page(place, key) if place else f"{home}#{key}",
        labels=sorted(name for label in as_list(fields.get("labels")) if (name := as_word(label))),
        author=_person(fields.get("reporter")) or _person(fields.get("creator")),
        created_at=as_word(fields.get("created")),
        updated_at=as_word(fields.get("updated")),
        body=_prose(fields.get("description")),
        comments=[_comment(as_object(comment), _page(place, key) if place else "") for comment in listed],
    )


def _page(site: str, key: str) -> str:
    return f"{site}/browse/{key}"


def _comment(comment: dict[str, JSON], page: str) -> Comment:
    id = as_word(comment.get("id"))
    return Comment(
        id=id,
        author=_person(comment.get("author")),
        created_at=as_word(comment.get("created")),
        updated_at=as_word(comment.get("updated")),
        body=_prose(comment.get("body")),
        url=f"{page}?focusedCommentId={id}" if page and id.isdecimal() else "",
    )


def _person(who: object) -> str:
    told = as_object(who)
    return as_word(told.get("displayName")) or as_word(told.get("name")) or as_word(who)


def _prose(value: object) -> str:
    return adf_text(told) if (told := as_object(value)) else as_word(value)


def _narrowed(jql: str, seconds: float | None) -> str:
    """Since then, in minutes before now: Jira reads a date in the time zone of whoever asks, a distance in none."""
    order = next((match for match in _QUOTED_OR_ORDER.finditer(jql) if match[1] is None), None)
    asked = jql[: order.start()].strip() if order else jql.strip()
    if seconds is not None:
        changed = f'updated >= "-{max(1, math.ceil(seconds / 60))}m"'
        asked = f"({asked}) AND {changed}" if asked else changed
    return f"{asked} ORDER BY created ASC".strip()
