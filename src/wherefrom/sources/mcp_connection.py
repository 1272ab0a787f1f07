"""One conversation with an MCP server, for callers that know no event loop."""

from __future__ import annotations

import logging
import math
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from concurrent.futures import CancelledError
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from typing import NamedTuple, TypeVar, cast

import anyio
import anyio.abc
import httpx2
from anyio.from_thread import BlockingPortal
from mcp import Client, MCPError
from mcp.client import Transport
from mcp.client.session import IncomingMessage
from mcp.types import (
    CONNECTION_CLOSED,
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    REQUEST_TIMEOUT,
    EmptyResult,
    ReadResourceResult,
    Resource,
    ResourceListChangedNotification,
    ResourceUpdatedNotification,
    SubscribeRequest,
    SubscribeRequestParams,
)

from wherefrom.egress import Address
from wherefrom.errors import AdapterError, ContentError
from wherefrom.sources.mcp_spec import ServerSpec
from wherefrom.sources.mcp_transport import StderrTail, over_http, over_pipes

__all__ = ["Connection", "Listing", "Patience"]

_MOST_RESOURCES = 50_000
_MOST_PAGES = 2_000
_NOT_FOUND = -32002
"""What servers before 2026 say of a resource that they do not have."""
_GONE = frozenset({CONNECTION_CLOSED, REQUEST_TIMEOUT})
_FAILURES = (
    MCPError,
    OSError,
    TimeoutError,
    ValueError,
    RuntimeError,
    httpx2.HTTPError,
    anyio.BrokenResourceError,
    anyio.ClosedResourceError,
    anyio.EndOfStream,
    CancelledError,
    ExceptionGroup,
)
T = TypeVar("T")

# The library tells what it dislikes to its log; without a handler that goes to stderr, where nobody asked for it.
logging.getLogger("mcp").addHandler(logging.NullHandler())


class Patience(NamedTuple):
    """Seconds to connect, and for each answer."""

    connect: float = 30.0
    answer: float = 60.0


class Listing(NamedTuple):
    """`cut` says why it is not all of it."""

    resources: list[Resource]
    templates: list[str]
    cut: str | None = None


class Connection:
    """Opened when made. After an AdapterError that is `retryable` it is of no use any more: close it."""

    def __init__(
        self,
        portal: BlockingPortal,
        spec: ServerSpec,
        token: str | None = None,
        *,
        addresses: Sequence[Address] | None = None,
        patience: Patience | None = None,
        on_change: Callable[[str | None], None] | None = None,
    ) -> None:
        """`addresses` are those that may be connected to, None if any.

        `on_change` gets the address of what was updated, None when the list is another. It must be quick.
        """
        self._portal = portal
        self._spec = spec
        self._addresses = addresses
        self._patience = patience or Patience()
        self._on_change = on_change
        self._stderr: StderrTail | None = None
        opened = portal.wrap_async_context_manager(self._opened(token))
        with self._in_our_words("cannot be reached"):
            self._client = opened.__enter__()
        self._leave: Callable[[None, None, None], object] | None = opened.__exit__

    def close(self) -> None:
        """Ends the server's process, by force if it stays."""
        leave, self._leave = self._leave, None
        if leave:
            with suppress(*_FAILURES):
                leave(None, None, None)

    def listed(self) -> Listing:
        with self._in_our_words("does not list its resources"):
            return self._call(self._list_all, self._patience.answer * 4)

    def read(self, uri: str) -> ReadResourceResult:
        """ContentError if there is no such resource."""
        with self._in_our_words("does not give a resource", uri):
            return self._call(lambda: self._client.read_resource(uri), self._patience.answer)

    def subscribe(self, uris: list[str]) -> Callable[[], object]:
        """What changes comes to `on_change`; returns what ends it. A server that offers none is an AdapterError."""
        with self._in_our_words("offers no subscriptions"):
            if self._client.session.discover_result is not None:
                future, _ = self._portal.start_task(self._listen, uris)
                return future.cancel
            self._call(lambda: self._subscribe_each(uris), self._patience.answer)
            return lambda: None

    async def _list_all(self) -> Listing:
        capabilities = self._client.server_capabilities
        if capabilities.resources is None:
            raise MCPError(METHOD_NOT_FOUND, "it offers no resources")
        resources: list[Resource] = []
        cursors = set[str]()
        cursor: str | None = None
        while True:
            page = await self._client.list_resources(cursor=cursor)
            resources += page.resources
            cursor = page.next_cursor
            if len(resources) > _MOST_RESOURCES:
                return Listing(resources[:_MOST_RESOURCES], [], f"more than {_MOST_RESOURCES:,} resources")
            if cursor is None:
                return Listing(resources, await self._templates())
            if cursor in cursors or len(cursors) == _MOST_PAGES:
                return Listing(resources, [], "its list of resources has no end")
            cursors.add(cursor)

    async def _templates(self) -> list[str]:
        """The first page: they are only told about."""
        try:
            page = await self._client.list_resource_templates()
        except MCPError as error:
            if error.code in _GONE:
                raise
            return []
        return [template.uri_template for template in page.resource_templates[:1_000]]

    async def _listen(self, uris: list[str], *, task_status: anyio.abc.TaskStatus[None]) -> None:
        async with self._client.listen(resource_subscriptions=uris, resources_list_changed=True) as events:
            task_status.started()
            async for _ in events:
                pass  # the same events come to _hear, as they do from older servers

    async def _subscribe_each(self, uris: list[str]) -> None:
        capabilities = self._client.server_capabilities
        if capabilities.resources is None or not capabilities.resources.subscribe:
            raise MCPError(METHOD_NOT_FOUND, "it tells no changes")
        for uri in uris:
            request = SubscribeRequest(params=SubscribeRequestParams(uri=uri))
            await self._client.session.send_request(request, EmptyResult)

    def _call(self, ask: Callable[[], Awaitable[T]], seconds: float) -> T:
        async def asked() -> T:
            with anyio.fail_after(seconds):
                return await ask()

        return self._portal.call(asked)

    @asynccontextmanager
    async def _opened(self, token: str | None) -> AsyncGenerator[Client]:
        """One scope from beginning to end, whose deadline holds until the server has answered."""
        with anyio.CancelScope(deadline=anyio.current_time() + self._patience.connect) as scope:
            async with AsyncExitStack() as stack:
                client = Client(
                    await self._transport(token, stack),
                    cache=None,
                    message_handler=self._hear,
                    read_timeout_seconds=self._patience.answer,
                )
                await stack.enter_async_context(client)
                scope.deadline = math.inf
                if self._stderr:
                    self._stderr.let_go()  # the child has its own end by now
                yield client
        if scope.cancelled_caught:
            raise TimeoutError("no answer in time")

    async def _transport(self, token: str | None, stack: AsyncExitStack) -> Transport:
        if self._spec.url is not None:
            return await over_http(self._spec.url, token, self._addresses, self._patience.connect, stack)
        self._stderr = StderrTail()
        stack.callback(self._stderr.let_go)
        return over_pipes(self._spec, self._spec.command or "", self._stderr.file)

    async def _hear(self, message: IncomingMessage) -> None:
        if self._on_change is None:
            return
        if isinstance(message, ResourceUpdatedNotification):
            self._on_change(str(message.params.uri))
        elif isinstance(message, ResourceListChangedNotification):
            self._on_change(None)

    @contextmanager
    def _in_our_words(self, what: str, uri: str | None = None) -> Generator[None]:
        try:
            yield
        except MCPError as error:
            if uri is not None and error.code in (_NOT_FOUND, INVALID_PARAMS):
                told = f"the MCP server has no such resource: {error.message}"
                raise ContentError(told, value=uri, hint="run the source again") from None
            raise self._failed(what, error.message, is_over=error.code in _GONE) from None
        except _FAILURES as error:
            raise self._failed(what, _innermost(error), is_over=True) from None

    def _failed(self, what: str, why: str, *, is_over: bool) -> AdapterError:
        last_words = self._stderr.text() if self._stderr and is_over else ""
        told = f"the MCP server {what}: {why}" + (f" (it said: {last_words})" if last_words else "")
        hint = "start it by hand and look" if self._spec.command is not None else "check the address, try again"
        return AdapterError(told, value=self._spec.name, hint=hint, retryable=is_over)


def _innermost(error: Exception) -> str:
    while isinstance(error, ExceptionGroup):
        error = cast("ExceptionGroup[Exception]", error).exceptions[0]
    if isinstance(error, TimeoutError):
        return "no answer in time"
    return str(error)[:500] or type(error).__name__
