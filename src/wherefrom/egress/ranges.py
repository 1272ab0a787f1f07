"""Which addresses lie outside the public internet, and why."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import TypeAlias

__all__ = ["Address", "Network", "is_metadata", "special"]

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network

# What clouds answer secrets on. Some of it is not in any special range; none of it is opened by allowing a name.
_METADATA = tuple(
    ip_network(text)
    for text in ("169.254.0.0/16", "168.63.129.16", "100.100.100.200", "192.0.0.192", "fd00:ec2::/32", "fe80::/10")
)

# The IANA registries of special-purpose addresses, and what was special once and may still be routed somewhere.
_SPECIAL = {
    ip_network(text): reason
    for text, reason in {
        "0.0.0.0/8": "this network",
        "10.0.0.0/8": "private",
        "100.64.0.0/10": "carrier-grade NAT",
        "127.0.0.0/8": "loopback",
        "169.254.0.0/16": "link-local",
        "172.16.0.0/12": "private",
        "192.0.0.0/24": "protocol assignments",
        "192.0.2.0/24": "documentation",
        "192.31.196.0/24": "AS112",
        "192.52.193.0/24": "AMT relays",
        "192.88.99.0/24": "6to4 relays",
        "192.168.0.0/16": "private",
        "192.175.48.0/24": "AS112",
        "198.18.0.0/15": "benchmarking",
        "198.51.100.0/24": "documentation",
        "203.0.113.0/24": "documentation",
        "224.0.0.0/4": "multicast",
        "240.0.0.0/4": "reserved",
        "2001::/23": "protocol assignments, Teredo",
        "2001:db8::/32": "documentation",
        "2002::/16": "6to4",
        "2620:4f:8000::/48": "AS112",
        "3fff::/20": "documentation",
    }.items()
}
_GLOBAL_UNICAST = IPv6Network("2000::/3")
"""All that is public in IPv6. Mapped, compatible and translated IPv4, loopback, local and multicast lie outside it."""
_ISATAP = (0x00005EFE, 0x02005EFE)
"""Interface ids that carry an IPv4 address inside a public prefix."""


def special(address: Address) -> str | None:
    """Why the address is not of the public internet; None if it is."""
    if is_metadata(address):
        return "link-local or cloud metadata"
    if isinstance(address, IPv6Address):
        if address not in _GLOBAL_UNICAST:
            return "not public IPv6"
        if (int(address) >> 32) & 0xFFFFFFFF in _ISATAP:
            return "an IPv4 address inside IPv6"
    reason = next((reason for network, reason in _SPECIAL.items() if address in network), None)
    # The standard library knows the registries too; whichever is stricter wins.
    return reason or (None if address.is_global else "special purpose")


def is_metadata(address: Address) -> bool:
    """Link-local addresses and those where a cloud answers its machines."""
    return any(address in network for network in _METADATA)
