"""What the operator lets through although it is not of the public internet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ipaddress import ip_address, ip_network
from typing import NamedTuple

from wherefrom.egress.ranges import Address, Network, is_metadata, special
from wherefrom.egress.target import Target, host_name, is_inside_name
from wherefrom.errors import InvalidValue

__all__ = ["Allowed"]

_HINT = "the operator can add it to `allow` in wherefrom.toml: HOST, HOST:PORT, an address or a range"


class _Network(NamedTuple):
    network: Network
    port: int | None


class _Name(NamedTuple):
    name: str
    port: int | None


class Allowed:
    """Hosts, addresses and ranges, each for all ports or for one: `wiki.corp`, `10.0.0.0/8`, `127.0.0.1:8080`.

    A name opens private addresses for that name, whatever it resolves to, but never link-local and cloud metadata:
    those have to be written as addresses. A name that only an inner network knows has to be allowed as a name.
    """

    def __init__(self, entries: Iterable[str] = ()) -> None:
        read = [_entry(entry) for entry in entries]
        self._networks = [entry for entry in read if isinstance(entry, _Network)]
        self._names = [entry for entry in read if isinstance(entry, _Name)]

    def check_target(self, target: Target) -> None:
        """What can be told without asking anybody. InvalidValue if it is refused."""
        if target.address is not None:
            self.check_addresses(target.host, target.port, [target.address])
        elif is_inside_name(target.host) and not self._names_host(target.host, target.port):
            raise InvalidValue("a name of an inner network", value=target.host, hint=_HINT)

    def check_addresses(self, host: str, port: int, addresses: Sequence[Address]) -> None:
        """One that is refused refuses all: an honest public host does not also answer from inside."""
        for address in addresses:
            reason = special(address)
            if reason and not self._opens(host, port, address):
                value = host if host == str(address) else f"{host} = {address}"
                raise InvalidValue(f"an address that is not public: {reason}", value=value, hint=_HINT)

    def _opens(self, host: str, port: int, address: Address) -> bool:
        if any(address in network and open_port in (None, port) for network, open_port in self._networks):
            return True
        return self._names_host(host, port) and not is_metadata(address)

    def _names_host(self, host: str, port: int) -> bool:
        return any(name == host and open_port in (None, port) for name, open_port in self._names)


def _entry(text: str) -> _Network | _Name:
    try:
        if "/" in text or _is_address(text):
            return _Network(ip_network(text), None)
        host, colon, written = text.rpartition(":")
        if not colon:
            return _Name(host_name(text), None)
        port = int(written)
        host = host.removeprefix("[").removesuffix("]")
        return _Network(ip_network(host), port) if _is_address(host) else _Name(host_name(host), port)
    except ValueError:
        hint = "give a host, HOST:PORT, an address or a range like 10.0.0.0/8"
        raise InvalidValue("cannot be allowed", value=text, hint=hint) from None


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
