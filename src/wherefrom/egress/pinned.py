"""For HTTP clients that are not ours: they reach the addresses that were checked, and only those."""

from __future__ import annotations

from collections.abc import Sequence

import httpx2

from wherefrom.egress.ranges import Address
from wherefrom.egress.target import Target

__all__ = ["PinnedTransport"]


class PinnedTransport(httpx2.AsyncBaseTransport):
    """Everything goes to one of `addresses`, which `Egress.check(url)` gave. No name is resolved a second time.

    TLS and HTTP still speak with the name. A request for any other origin than that of `url` is refused.
    """

    def __init__(self, url: str, addresses: Sequence[Address]) -> None:
        self._target = Target.of(url)
        self._addresses = addresses
        self._inner = httpx2.AsyncHTTPTransport(trust_env=False)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if Target.of(str(request.url)).origin != self._target.origin:
            raise httpx2.ConnectError("it leads elsewhere than to what was checked", request=request)
        failure: httpx2.TransportError = httpx2.ConnectError("it has no addresses", request=request)
        for address in self._addresses:
            try:
                return await self._inner.handle_async_request(self._led_to(request, address))
            except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
                failure = error
        raise failure

    def _led_to(self, request: httpx2.Request, address: Address) -> httpx2.Request:
        return httpx2.Request(
            request.method,
            request.url.copy_with(host=str(address)),
            headers=request.headers,  # Host is among them
            stream=request.stream,
            extensions={**request.extensions, "sni_hostname": self._target.host},
        )

    async def aclose(self) -> None:
        await self._inner.aclose()
