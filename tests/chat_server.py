"""A local endpoint that speaks like OpenAI's `/chat/completions` or Anthropic's `/messages`, and says what it must."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event
from typing import Any

from tests.serving import serving


class ChatServer(ThreadingHTTPServer):
    """`answers` are messages in the dialect that is asked for, statuses to fail with, or raw bodies."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers: list[dict[str, Any] | int | bytes] = []
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.hanging = Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: ChatServer

    def do_POST(self) -> None:
        self.server.requests.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        self.server.headers.append({name.lower(): text for name, text in self.headers.items()})
        if not self.server.answers:
            self.server.hanging.wait(10)
            return
        answer = self.server.answers.pop(0)
        if isinstance(answer, int):
            self._send(answer, json.dumps({"error": {"message": "the key sk-hidden is wrong"}}).encode())
        elif isinstance(answer, bytes):
            self._send(200, answer)
        else:
            self._send(200, json.dumps(_openai(answer) if "completions" in self.path else _anthropic(answer)).encode())

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


def _openai(message: dict[str, Any]) -> dict[str, Any]:
    calls = [
        {"id": each["id"], "type": "function", "function": {"name": each["name"], "arguments": each["arguments"]}}
        for each in message.get("calls", ())
    ]
    said = {"role": "assistant", "content": message.get("text")} | ({"tool_calls": calls} if calls else {})
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "local",
        "choices": [{"index": 0, "message": said, "finish_reason": "tool_calls" if calls else "stop"}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    }


def _anthropic(message: dict[str, Any]) -> dict[str, Any]:
    text = [{"type": "text", "text": message["text"]}] if message.get("text") else []
    calls = [
        {"type": "tool_use", "id": each["id"], "name": each["name"], "input": json.loads(each["arguments"])}
        for each in message.get("calls", ())
    ]
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "local",
        "content": [*text, *calls],
        "stop_reason": "tool_use" if calls else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 11, "output_tokens": 7},
    }


@contextmanager
def chat_server() -> Iterator[ChatServer]:
    with serving(ChatServer()) as server:
        try:
            yield server
        finally:
            server.hanging.set()
