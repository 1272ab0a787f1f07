"""How MCP messages travel, over pipes or HTTP, and what bounds a server that says too much."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, suppress
from threading import Thread
from typing import TextIO, cast

import httpx2
from mcp import StdioServerParameters
from mcp.client import Transport
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from wherefrom.egress import Address
from wherefrom.egress.pinned import PinnedTransport
from wherefrom.sources.mcp_spec import ServerSpec

__all__ = ["StderrTail", "over_http", "over_pipes"]

_MOST_BYTES = 64 * 1024 * 1024
_TAIL = 2_000


def over_pipes(spec: ServerSpec, command: str, stderr: TextIO) -> Transport:
    """The child gets the few variables that every program needs, and those of `spec`."""
    child = StdioServerParameters(
        command=command, args=list(spec.args), env=dict(spec.env), encoding_error_handler="replace"
    )
    return stdio_client(child, errlog=stderr)


async def over_http(
    url: str, token: str | None, addresses: Sequence[Address] | None, connect_seconds: float, stack: AsyncExitStack
) -> Transport:
    """Redirects are followed within the origin only; nothing comes from the environment."""
    inner = httpx2.AsyncHTTPTransport(trust_env=False) if addresses is None else PinnedTransport(url, addresses)
    headers = {"Accept-Encoding": "identity"} | ({"Authorization": f"Bearer {token}"} if token else {})
    http = httpx2.AsyncClient(
        transport=_CappedTransport(inner, _MOST_BYTES),
        headers=headers,
        timeout=httpx2.Timeout(connect_seconds, read=None),  # each request has its own limit
        trust_env=False,
    )
    await stack.enter_async_context(http)
    return streamable_http_client(url, http_client=http, max_sse_event_size=_MOST_BYTES)


class _CappedTransport(httpx2.AsyncBaseTransport):
    """Answers end with an error after so many bytes; compressed ones, whose size nobody knows, are refused."""

    def __init__(self, inner: httpx2.AsyncBaseTransport, most: int) -> None:
        self._inner = inner
        self._most = most

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        response = await self._inner.handle_async_request(request)
        if response.headers.get("content-encoding", "identity") != "identity":
            await response.aclose()
            raise httpx2.DecodingError("a compressed answer that was not asked for", request=request)
        stream = cast("httpx2.AsyncByteStream", response.stream)
        is_endless = response.headers.get("content-type", "").startswith("text/event-stream")
        if not is_endless:  # a stream of events is bounded event by event
            response.stream = _CappedStream(stream, self._most, request)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


class _CappedStream(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, most: int, request: httpx2.Request) -> None:
        self._stream = stream
        self._left = most
        self._request = request

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._stream:
            self._left -= len(part)
            if self._left < 0:
                raise httpx2.ReadError("the answer is larger than is read", request=self._request)
            yield part

    async def aclose(self) -> None:
        await self._stream.aclose()


class StderrTail:
    """The last words of a child process, for the error message. It can write on for ever; nothing piles up."""

    def __init__(self) -> None:
        self._read, write = os.pipe()
        self.file: TextIO = os.fdopen(write, "w")
        self._kept = b""
        self._reader = Thread(target=self._follow, name="mcp-stderr", daemon=True)
        self._reader.start()

    def let_go(self) -> None:
        """The child has its own end now; when it dies, reading ends."""
        self.file.close()

    def text(self) -> str:
        """What it said last, once it is dead or after a moment."""
        self._reader.join(0.5)
        return " ".join(self._kept.decode("utf-8", "replace").split())[-_TAIL // 4 :]

    def _follow(self) -> None:
        with suppress(OSError), os.fdopen(self._read, "rb", buffering=0) as pipe:
            while part := pipe.read(65_536):
                self._kept = (self._kept + part)[-_TAIL:]
