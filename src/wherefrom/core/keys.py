"""API keys: 256 random bits, shown once, kept as a hash.

`wf_<id>_<secret>`: the id finds the row, the secret proves it. A plain SHA-256 is enough, because nobody guesses 256
random bits however fast the hash is.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from wherefrom.core.ids import new_id, new_secret, sha256
from wherefrom.errors import Unauthenticated

__all__ = ["FreshKey", "fresh_key", "hashed", "parsed"]

_KEY = re.compile(r"wf_([0-9a-f]{16})_([0-9a-f]{64})\Z")


class FreshKey(NamedTuple):
    """The only moment at which the key itself exists."""

    id: str
    key: str
    hashed: str


def fresh_key() -> FreshKey:
    id, secret = new_id()[:16], new_secret()
    return FreshKey(id, f"wf_{id}_{secret}", hashed(secret))


def hashed(secret: str) -> str:
    return sha256(secret.encode())


def parsed(key: str) -> tuple[str, str]:
    """Id and secret. What is not a key at all is told so, without repeating it: it may be another service's secret."""
    match = _KEY.match(key.strip())
    if match is None:
        raise Unauthenticated(
            "this is not a wherefrom key", hint="it begins with wf_ and is shown once when it is made"
        )
    return match[1], match[2]
