"""A local GitHub and a local Jira: they page, filter by time and count as the real ones do, and refuse when told to."""

import json
import re
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from tests.serving import serving

PAGE = 2
"""Tickets and comments a page, whatever was asked for."""
NOW = datetime(2024, 6, 1, tzinfo=UTC)


class TrackerServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.issues: dict[int, dict[str, Any]] = {}
        self.comments: dict[int, list[dict[str, Any]]] = {}
        self.jira: dict[str, dict[str, Any]] = {}
        self.refusals: list[tuple[int, dict[str, str]]] = []
        self.next_link: str | None = None
        self.asked: list[str] = []
        self.authorizations: list[str | None] = []

    @property
    def authority(self) -> str:
        return f"127.0.0.1:{self.server_port}"

    @property
    def url(self) -> str:
        return f"http://{self.authority}"

    @property
    def github(self) -> str:
        return f"{self.url}/repos/acme/pay/issues"

    def open_issue(self, number: int, body: str, at: str, comments: list[str] | None = None, **more: Any) -> str:
        """The address of its page."""
        page = f"https://github.com/acme/pay/{'pull' if 'pull_request' in more else 'issues'}/{number}"
        self.comments[number] = [
            {
                "id": number * 100 + place,
                "html_url": f"{page}#issuecomment-{number * 100 + place}",
                "user": {"login": "bo"},
                "body": said,
                "created_at": at,
                "updated_at": at,
            }
            for place, said in enumerate(comments or [])
        ]
        self.issues[number] = {
            "number": number,
            "html_url": page,
            "url": f"{self.github}/{number}",
            "title": f"Issue {number}",
            "state": "open",
            "user": {"login": "ada"},
            "labels": [{"name": "bug"}],
            "body": body,
            "created_at": at,
            "updated_at": at,
            "comments": len(self.comments[number]),
        } | more
        return page

    def open_jira(self, key: str, description: Any, at: str, comments: list[Any] | None = None) -> None:
        said = [
            {"id": str(place), "author": {"displayName": "Bo"}, "body": body, "created": at, "updated": at}
            for place, body in enumerate(comments or [])
        ]
        fields = {"summary": f"About {key}", "description": description, "updated": at, "created": at}
        fields |= {"status": {"name": "To Do"}, "labels": ["x"], "reporter": {"displayName": "Ada"}, "comments": said}
        self.jira[key] = {"key": key, "id": key, "self": f"{self.url}/rest/api/2/issue/{key}", "fields": fields}


class _Handler(BaseHTTPRequestHandler):
    server: TrackerServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        server, parts = self.server, urlsplit(self.path)
        server.asked.append(self.path)
        server.authorizations.append(self.headers.get("authorization"))
        if server.refusals:
            return self._send(*server.refusals.pop(0), {"message": "no"})
        asked = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        if found := re.fullmatch(r"/repos/acme/pay/issues(?:/(\d+)(/comments)?)?", parts.path):
            return self._github(asked, int(found[1] or 0), found[2] is not None)
        if found := re.fullmatch(r"/rest/api/[23]/(?:search(/jql)?|issue/([A-Z]+-\d+)(/comment)?)", parts.path):
            return self._jira(asked, found[1] is not None, found[2], found[3] is not None)
        return self._send(404, {}, {"message": "Not Found"})

    def _github(self, asked: dict[str, str], number: int, comments: bool) -> None:
        server = self.server
        if number and number not in server.issues:
            return self._send(404, {}, {"message": "Not Found"})
        if number and not comments:
            return self._send(200, {}, server.issues[number])
        listed = server.comments[number] if comments else list(server.issues.values())
        listed = [each for each in listed if comments or each["updated_at"] >= asked.get("since", "")]
        page = int(asked.get("page", "1"))
        following = f"{server.url}{urlsplit(self.path).path}?{urlencode({**asked, 'page': page + 1})}"
        link = {"Link": f'<{server.url}/>; rel="first", <{server.next_link or following}>; rel="next"'}
        has_more = server.next_link or page * PAGE < len(listed)
        return self._send(200, link if has_more else {}, listed[(page - 1) * PAGE : page * PAGE])

    def _jira(self, asked: dict[str, str], by_token: bool, key: str | None, comments: bool) -> None:
        server = self.server
        if key is None:
            return self._search(asked, by_token)
        if key not in server.jira:
            return self._send(404, {}, {"errorMessages": ["no"]})
        fields = dict(server.jira[key]["fields"])
        said = fields.pop("comments")
        start = int(asked.get("startAt", "0"))
        page = {"comments": said[start : start + PAGE], "total": len(said), "startAt": start, "maxResults": PAGE}
        return self._send(200, {}, page if comments else {**server.jira[key], "fields": fields | {"comment": page}})

    def _search(self, asked: dict[str, str], by_token: bool) -> None:
        since = re.search(r'updated >= "-(\d+)m"', asked["jql"])
        from_then = (NOW - timedelta(minutes=int(since[1]))).isoformat() if since else ""
        listed = [each for each in self.server.jira.values() if each["fields"]["updated"] >= from_then]
        start = int(asked.get("nextPageToken" if by_token else "startAt", "0"))
        short = [{**each, "fields": {"updated": each["fields"]["updated"]}} for each in listed[start : start + PAGE]]
        if not by_token:
            return self._send(200, {}, {"issues": short, "startAt": start, "maxResults": PAGE, "total": len(listed)})
        more = {"nextPageToken": str(start + PAGE)} if start + PAGE < len(listed) else {"isLast": True}
        return self._send(200, {}, {"issues": short, **more})

    def _send(self, status: int, headers: dict[str, str], body: Any) -> None:
        data = json.dumps(body).encode()
        self.send_response_only(status)
        told = {"date": format_datetime(NOW, usegmt=True), "content-type": "application/json", **headers}
        for name, value in {**told, "content-length": str(len(data))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


def tracker_server() -> AbstractContextManager[TrackerServer]:
    return serving(TrackerServer())
