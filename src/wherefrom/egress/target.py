"""An address taken apart, strictly: what two readers could read in two ways is refused, not repaired."""

from __future__ import annotations

import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from urllib.parse import quote

from wherefrom.core.values import value
from wherefrom.egress.ranges import Address
from wherefrom.errors import InvalidValue, MissingExtra

__all__ = ["Target", "host_name", "is_inside_name"]

_LONGEST = 8192
_SHAPE = re.compile(r"(?P<scheme>https?)://(?P<authority>[^/?#]+)(?P<rest>[^#]*)", re.IGNORECASE)
_AUTHORITY = re.compile(r"(?P<host>\[[^\[\]]*\]|[^\[\]:]*)(?::(?P<port>[0-9]{1,5}))?")
_UNWRITABLE = re.compile(
    r"[\x00-\x20\x7f-\xa0\\\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ud800-\udfff]"
)
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMERIC_LABEL = re.compile(r"[0-9]+|0x[0-9a-f]*")
_SAFE = "/?:@!$&'()*+,;=-._~%[]"
_DEFAULT_PORTS = {"http": 80, "https": 443}
_INSIDE = ("localhost", "local", "localdomain", "internal", "intranet", "private", "corp", "home", "lan", "home.arpa")
"""Names that mean something only inside a network; asking for them tells the outside what is inside."""


@value
class Target:
    """Where a request goes: `host` is a name in ASCII, or the address itself if one was written."""

    scheme: str
    host: str
    port: int
    path: str
    """Path and query, as they go over the wire."""
    address: Address | None = None

    @classmethod
    def of(cls, url: str) -> Target:
        """InvalidValue, with the reason, for all that is not plainly http(s)://HOST[:PORT][/…]."""
        if len(url) > _LONGEST:
            raise _refusal("an address that is too long", url)
        if found := _UNWRITABLE.search(url):
            raise _refusal(f"an address with {found[0]!r} in it", url, "write it percent-encoded")
        shape = _SHAPE.match(url)
        if shape is None:
            raise _refusal("only http:// and https:// addresses with a host are fetched", url)
        if "@" in shape["authority"]:
            raise _refusal("an address with a user or a password in it", _hidden(url), "leave out what is before the @")
        parts = _AUTHORITY.fullmatch(shape["authority"])
        if parts is None:
            raise _refusal("a host and port that cannot be read", url)
        scheme = shape["scheme"].lower()
        host, address = _host(parts["host"], url)
        return cls(
            scheme=scheme,
            host=host,
            port=_port(parts["port"], scheme, url),
            path=_path(shape["rest"]),
            address=address,
        )

    @property
    def origin(self) -> tuple[str, str, int]:
        return self.scheme, self.host, self.port

    @property
    def authority(self) -> str:
        """Host and port as they stand in an address and in the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        return f"{self.scheme}://{self.authority}{self.path}"


def host_name(text: str) -> str:
    """A name in ASCII and lower case, without its final dot. ValueError if it is none."""
    name = text if text.isascii() else _in_ascii(text)
    name = name.lower().removesuffix(".")
    if len(name) > 253 or not all(_LABEL.fullmatch(label) for label in name.split(".")):
        raise ValueError(text)
    if _NUMERIC_LABEL.fullmatch(name.rpartition(".")[2]):
        raise ValueError(text)
    return name


def is_inside_name(name: str) -> bool:
    """Whether only an inner network could know the name: it has no dot, or an ending kept for such networks."""
    return "." not in name or name.endswith(tuple(f".{ending}" for ending in _INSIDE))


def _host(written: str, url: str) -> tuple[str, Address | None]:
    address = _literal(written, url)
    if address is not None:
        return str(address), address
    try:
        return host_name(written), None
    except ValueError:
        # Octal, hexadecimal, short and dotless numbers end here: readers disagree on what they mean.
        hint = "write a name, or an address as four decimal numbers"
        raise _refusal("a host that can be read in more than one way, or in none", url, hint) from None


def _literal(written: str, url: str) -> Address | None:
    try:
        if written.startswith("["):
            if "%" in written or not written.isascii():
                raise AddressValueError
            return IPv6Address(written[1:-1])
        return IPv4Address(written) if written.isascii() else None
    except AddressValueError:
        if written.startswith("["):
            raise _refusal("not an IPv6 address", url) from None
        return None


def _in_ascii(name: str) -> str:
    try:
        import idna
    except ImportError:
        raise MissingExtra("web", "a host name beyond ASCII") from None
    try:
        return idna.encode(name, uts46=True).decode("ascii")
    except idna.IDNAError:
        raise ValueError(name) from None


def _port(written: str | None, scheme: str, url: str) -> int:
    port = int(written) if written else _DEFAULT_PORTS[scheme]
    if not 0 < port < 65536:
        raise _refusal("no such port", url)
    return port


def _path(rest: str) -> str:
    return quote(rest if rest.startswith("/") else f"/{rest}", safe=_SAFE)


def _hidden(url: str) -> str:
    scheme, _, rest = url.partition("://")
    return f"{scheme}://…@{rest.partition('/')[0].rpartition('@')[2]}"


def _refusal(message: str, shown: str, hint: str = "give https://HOST/…") -> InvalidValue:
    return InvalidValue(message, value=shown, hint=hint)
