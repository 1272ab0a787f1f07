"""Sockets: a name is resolved once, its addresses are checked, and one of exactly those is connected to."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from ipaddress import ip_address
from threading import Thread
from typing import Any, TypeAlias

import httpcore2

from wherefrom.egress.allowed import Allowed
from wherefrom.egress.ranges import Address
from wherefrom.errors import InvalidValue

__all__ = ["DEADLINE", "Resolver", "Wire", "looked_up", "system_resolver"]

Resolver: TypeAlias = Callable[[str, int], Sequence[str]]
"""Name and port → addresses as text. OSError if there are none."""

DEADLINE: ContextVar[float] = ContextVar("DEADLINE")
"""When the fetch under way must have ended (monotonic). Not in the stream: a connection serves many fetches."""

_MOST_ADDRESSES = 16


class Wire(httpcore2.NetworkBackend):
    """Opens connections for the pool. The pool speaks TLS and HTTP with the name; only the socket has the address."""

    def __init__(self, allowed: Allowed, resolve: Resolver) -> None:
        self._allowed = allowed
        self._resolve = resolve
        self._sockets = httpcore2.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.NetworkStream:
        try:
            addresses = looked_up(host, port, self._resolve, _left(timeout))
        except OSError as error:
            raise httpcore2.ConnectError(f"the name cannot be resolved: {error}") from error
        self._allowed.check_addresses(host, port, addresses)
        return _TimedStream(self._first_open(addresses, port, timeout, socket_options))

    def _first_open(
        self,
        addresses: Sequence[Address],
        port: int,
        timeout: float | None,
        options: Iterable[httpcore2.SOCKET_OPTION] | None,
    ) -> httpcore2.NetworkStream:
        failure: httpcore2.NetworkError | httpcore2.TimeoutException = httpcore2.ConnectError("no address")
        for address in addresses[:_MOST_ADDRESSES]:
            try:
                return self._sockets.connect_tcp(str(address), port, _left(timeout), socket_options=options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failure = error
        raise failure


class _TimedStream(httpcore2.NetworkStream):
    """No single wait outlasts the fetch, so that a server that sends a byte now and then cannot hold it."""

    def __init__(self, inner: httpcore2.NetworkStream) -> None:
        self._inner = inner

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, _left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, _left(timeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        return _TimedStream(self._inner.start_tls(ssl_context, server_hostname, _left(timeout)))

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


def looked_up(host: str, port: int, resolve: Resolver, seconds: float) -> list[Address]:
    """The addresses of a name, or the one that is written. OSError if there are none in time."""
    try:
        return [ip_address(host)]
    except ValueError:
        pass
    texts = _in_time(lambda: resolve(host, port), seconds)
    if not texts:
        raise OSError("it has no addresses")
    try:
        return [ip_address(text.partition("%")[0]) for text in texts]
    except ValueError:
        raise InvalidValue("a name that resolves to no address", value=host, hint="check the resolver") from None


def system_resolver(host: str, port: int) -> Sequence[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


def _in_time(resolve: Callable[[], Sequence[str]], seconds: float) -> Sequence[str]:
    """The system's resolver cannot be told when to give up: it is left behind in a thread of its own."""
    answer: list[Sequence[str]] = []
    failure: list[OSError] = []

    def ask() -> None:
        try:
            answer.append(resolve())
        except (OSError, UnicodeError) as error:
            failure.append(error if isinstance(error, OSError) else OSError(str(error)))

    thread = Thread(target=ask, name="wherefrom-resolver", daemon=True)
    thread.start()
    thread.join(seconds)
    if failure:
        raise failure[0]
    if not answer:
        raise OSError("no answer in time")
    return answer[0]


def _left(timeout: float | None) -> float:
    left = DEADLINE.get() - time.monotonic()
    if left <= 0:
        raise httpcore2.ReadTimeout("out of time")
    return left if timeout is None else min(left, timeout)
