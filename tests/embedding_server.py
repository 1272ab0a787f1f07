"""A local endpoint that answers like OpenAI's `/embeddings`, and misbehaves when told to."""

import json
from contextlib import AbstractContextManager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.serving import serving
from wherefrom.models.embedders.hashing import HashingEmbedder

DIMENSIONS = 64


class EmbeddingServer(ThreadingHTTPServer):
    """`answers` holds what to do before behaving: a status with headers, or a raw body with status 200."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers: list[tuple[int, dict[str, str], bytes]] = []
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: EmbeddingServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.requests.append(body)
        self.server.keys.append(self.headers.get("authorization"))
        if self.path != "/v1/embeddings":
            return self._send(404, {}, b"{}")
        if self.server.answers:
            return self._send(*self.server.answers.pop(0))
        rows = HashingEmbedder(DIMENSIONS).embed(body["input"], role="passage")
        data = [{"index": number, "embedding": (row * 3).tolist()} for number, row in enumerate(rows)]
        return self._send(200, {}, json.dumps({"data": data[::-1]}).encode())

    def _send(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in {**headers, "content-length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


def embedding_server() -> AbstractContextManager[EmbeddingServer]:
    return serving(EmbeddingServer())
