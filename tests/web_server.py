"""A local web site made of answers given by the test; it remembers what was asked of it."""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from tests.serving import serving


class Reply(NamedTuple):
    body: bytes | Iterator[bytes] = b""
    status: int = 200
    headers: Mapping[str, str] = {}


class WebServer(ThreadingHTTPServer):
    """`pages`: path with query → what to answer; a function gets the request's headers. Anything else is 404."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.pages: dict[str, Reply | Callable[[Mapping[str, str]], Reply]] = {}
        self.asked: list[str] = []
        self.headers: list[dict[str, str]] = []

    @property
    def authority(self) -> str:
        return f"127.0.0.1:{self.server_port}"

    @property
    def url(self) -> str:
        return f"http://{self.authority}"

    def page(self, path: str, html: str, etag: str | None = None, **headers: str) -> None:
        """An HTML page that answers 304 to whoever holds it."""
        told = {"content-type": "text/html; charset=utf-8", **headers, **({"etag": etag} if etag else {})}

        def answer(asked: Mapping[str, str]) -> Reply:
            if etag and asked.get("if-none-match") == etag:
                return Reply(b"", 304, told)
            return Reply(html.encode(), 200, told)

        self.pages[path] = answer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients hang up on purpose here."""


class _Handler(BaseHTTPRequestHandler):
    server: WebServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        asked = {name.lower(): text for name, text in self.headers.items()}
        self.server.asked.append(self.path)
        self.server.headers.append(asked)
        page = self.server.pages.get(self.path, Reply(b"nothing here", 404))
        reply = page(asked) if callable(page) else page
        self.send_response(reply.status)
        is_whole = isinstance(reply.body, bytes)
        length = {"content-length": str(len(reply.body))} if is_whole and reply.status != 304 else {}
        if not is_whole:
            self.close_connection = True
            length = {"connection": "close"}
        for name, text in {**length, **reply.headers}.items():
            self.send_header(name, text)
        self.end_headers()
        with contextlib.suppress(OSError):
            for part in [reply.body] if isinstance(reply.body, bytes) else reply.body:
                self.wfile.write(part)

    def log_message(self, format: str, *args: Any) -> None:
        pass


def web_server() -> AbstractContextManager[WebServer]:
    return serving(WebServer())
