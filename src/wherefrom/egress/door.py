"""Fetching what others wrote an address for, and refusing what they should not reach."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from threading import Lock
from types import TracebackType
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from wherefrom.egress.allowed import Allowed
from wherefrom.egress.answer import REDIRECTS, Asked, Fetched, body, check_media, check_status
from wherefrom.egress.target import Target
from wherefrom.errors import AdapterError, ContentError, InvalidValue, MissingExtra

if TYPE_CHECKING:
    import httpcore2
    import httpx2

    from wherefrom.egress.ranges import Address
    from wherefrom.egress.wire import Resolver

__all__ = ["USER_AGENT", "Egress", "operator_client"]

USER_AGENT = "wherefrom"
MAX_BYTES = 64 * 1024 * 1024
MAX_SECONDS = 60.0
MAXREDIRECTS = 8

_CONNECT_SECONDS = 10.0
_READ_SECONDS = 30.0
_KEPT_OPEN = 8


class Egress:
    """Gets public http(s) addresses, and what the operator allows besides. Nothing comes from the environment.

    Any thread may use it. `resolve` stands in for the system's resolver.
    """

    def __init__(
        self,
        *,
        allow: Iterable[str] = (),
        resolve: Resolver | None = None,
        max_bytes: int = MAX_BYTES,
        max_seconds: float = MAX_SECONDS,
        max_redirects: int = MAXREDIRECTS,
    ) -> None:
        self._allowed = Allowed(allow)
        self._resolve = resolve
        self._max_bytes = max_bytes
        self._max_seconds = max_seconds
        self._max_redirects = max_redirects
        self._pool: httpcore2.ConnectionPool | None = None
        self._lock = Lock()

    def __enter__(self) -> Egress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of open connections; the next fetch opens new ones."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool:
            pool.close()

    def check(self, url: str) -> Sequence[Address]:
        """InvalidValue if the address would be refused now. A name that does not resolve now is no reason.

        What is given back is what it leads to now: whoever connects by other means than `fetch` goes there and nowhere
        else, because the same name may lead elsewhere a moment later.
        """
        target = Target.of(url)
        self._allowed.check_target(target)
        wire = _wire()
        try:
            found = wire.looked_up(target.host, target.port, self._resolver(), _CONNECT_SECONDS)
        except OSError:
            return ()
        self._allowed.check_addresses(target.host, target.port, found)
        return found

    def fetch(
        self,
        url: str,
        *,
        etag: str | None = None,
        modified: str | None = None,
        held_from: str | None = None,
        headers: Mapping[str, str] | None = None,
        media: Collection[str] | None = None,
        also: Collection[int] = (),
        max_bytes: int | None = None,
        max_seconds: float | None = None,
    ) -> Fetched:
        """GET, following redirects; every hop is checked as if it were the first.

        `etag` and `modified` ask whether what is held is still good (`not_modified`); `held_from` is the final address
        that they came from, the only one that is asked so. `headers` go to the origin of `url` and nowhere else.
        `media` are beginnings of media types to take (a server that names none is believed). `also` are statuses that
        the caller wants to see for itself, without a body.

        ContentError for what is refused, gone, too large or of another kind; AdapterError for what may work later.
        """
        wire = _wire()
        seconds = self._max_seconds if max_seconds is None else min(max_seconds, self._max_seconds)
        held = {"If-None-Match": etag, "If-Modified-Since": modified}
        conditions = {name: text for name, text in held.items() if text and _is_header(text)}
        asked = Asked(
            media=media,
            also=frozenset([*also, 304] if conditions else also),
            most=self._max_bytes if max_bytes is None else min(max_bytes, self._max_bytes),
            deadline=time.monotonic() + seconds,
        )
        token = wire.DEADLINE.set(asked.deadline)
        try:
            return self._follow(url, conditions, held_from or url, dict(headers or {}), asked)
        except InvalidValue as refused:
            raise _refused(refused) from None
        finally:
            wire.DEADLINE.reset(token)

    def _follow(
        self, url: str, conditions: dict[str, str], held_from: str, headers: dict[str, str], asked: Asked
    ) -> Fetched:
        first = target = Target.of(url)
        held_url = Target.of(held_from).url
        for _ in range(self._max_redirects + 1):
            self._allowed.check_target(target)
            sent = headers if target.origin == first.origin else {}
            asking = conditions if target.url == held_url else {}
            answer = self._get(target, {**sent, **asking}, asked)
            if answer.status not in REDIRECTS or answer.status in asked.also:
                return answer
            target = _next(target, answer)
        raise ContentError("too many redirects", value=url, hint="give the final address")

    def _get(self, target: Target, headers: dict[str, str], asked: Asked) -> Fetched:
        import httpcore2

        try:
            with self._stream(target, headers) as response:
                told = {name.decode("latin-1").lower(): text.decode("latin-1") for name, text in response.headers}
                answer = Fetched(url=target.url, status=response.status, headers=told)
                if answer.status in REDIRECTS | asked.also:
                    return answer
                check_status(answer)
                check_media(answer, asked)
                return Fetched(
                    url=target.url,
                    status=answer.status,
                    headers=told,
                    data=body(response.iter_stream(), answer, asked),
                )
        except httpcore2.TimeoutException:
            raise AdapterError("no answer in time", value=target.url, hint="try again later", retryable=True) from None
        except (httpcore2.NetworkError, httpcore2.ProtocolError) as error:
            told = f"cannot be reached: {error or type(error).__name__}"
            raise AdapterError(told, value=target.url, hint="check the address, try again", retryable=True) from None

    def _stream(self, target: Target, headers: dict[str, str]) -> AbstractContextManager[httpcore2.Response]:
        import httpcore2

        sent = {
            "Host": target.authority,
            "User-Agent": USER_AGENT,
            "Accept": "*/*",
            "Accept-Encoding": "gzip",
            **headers,
        }
        # Built from the parts that were checked: there is no second reader of the address that could disagree.
        url = httpcore2.URL(
            scheme=target.scheme.encode(), host=target.host.encode(), port=target.port, target=target.path.encode()
        )
        patience = {"connect": _CONNECT_SECONDS, "read": _READ_SECONDS, "write": _READ_SECONDS, "pool": _READ_SECONDS}
        extensions = {"timeout": patience}
        return self._connections().stream("GET", url, headers=list(sent.items()), extensions=extensions)

    def _connections(self) -> httpcore2.ConnectionPool:
        import httpcore2
        import httpx2

        with self._lock:
            if self._pool is None:
                self._pool = httpcore2.ConnectionPool(
                    ssl_context=httpx2.create_ssl_context(trust_env=False),
                    max_keepalive_connections=_KEPT_OPEN,
                    keepalive_expiry=15.0,
                    network_backend=_wire().Wire(self._allowed, self._resolver()),
                )
            return self._pool

    def _resolver(self) -> Resolver:
        return self._resolve or _wire().system_resolver


def operator_client(*, timeout: float = 60.0, proxy: str | None = None) -> httpx2.Client:
    """For endpoints that the operator configured (models): any address, still nothing from the environment."""
    try:
        import httpx2
    except ImportError:
        raise MissingExtra("llm", "a model's endpoint") from None
    patience = httpx2.Timeout(timeout, connect=_CONNECT_SECONDS)
    return httpx2.Client(timeout=patience, proxy=proxy, trust_env=False, headers={"User-Agent": USER_AGENT})


def _wire():
    try:
        from wherefrom.egress import wire
    except ImportError:
        raise MissingExtra("web", "fetching from the web") from None
    return wire


def _next(target: Target, answer: Fetched) -> Target:
    place = answer.headers.get("location", "").strip()
    if not place:
        raise ContentError(f"a redirect to nowhere ({answer.status})", value=target.url, hint="check the address")
    # Bytes beyond ASCII come as Latin-1 from the wire and are UTF-8 in practice.
    place = place.encode("latin-1").decode(errors="replace")
    try:
        joined = urljoin(target.url, place.replace(" ", "%20"))
    except ValueError:
        raise ContentError("a redirect to no address", value=place, hint="check the address") from None
    return Target.of(joined)


def _is_header(text: str) -> bool:
    return text.isprintable() and text.isascii()


def _refused(error: InvalidValue) -> ContentError:
    """The same words: when it is saved the caller can mend it, when it is fetched one document cannot be read."""
    told = ContentError(error.message, hint=error.hint)
    told.value = error.value
    return told
