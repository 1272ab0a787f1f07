"""Ids and hashes: the only place where either is made.

Ids are random, so that eight characters tell two apart at a glance and a prefix is enough to name one, as in git.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Callable
from typing import TypeAlias

from wherefrom.errors import InvalidValue

__all__ = [
    "Ids",
    "as_id",
    "as_slug",
    "chunk_id",
    "content_hash",
    "keyed_hash",
    "new_id",
    "new_secret",
    "sha256",
    "words_hash",
]

Ids: TypeAlias = Callable[[], str]
"""Where ids come from; tests hand in a counter."""

_SLUG = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?\Z")
_ID = re.compile(r"[^\s\x00-\x1f\x7f/\\]{1,200}\Z")
_HASH_LENGTH = 32


def new_id() -> str:
    """128 random bits in hex."""
    return os.urandom(16).hex()


def new_secret() -> str:
    """256 random bits in hex, for keys that must not be guessed."""
    return secrets.token_hex(32)


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def content_hash(text: str) -> str:
    """What says "the same words": the hash of the text as it stands, with nothing folded."""
    return sha256(text.encode("utf-8", "surrogatepass"))


def words_hash(text: str) -> str:
    """What says "the same passage": its words, however its lines end."""
    return content_hash(text.replace("\r\n", "\n"))


def keyed_hash(secret: str, *parts: str) -> str:
    """A hash that nobody can confirm a guess against without the org's secret. Parts cannot run into each other."""
    message = "\x1f".join(f"{len(part)}:{part}" for part in parts)
    return hmac.digest(secret.encode(), message.encode("utf-8", "surrogatepass"), "sha256").hex()


def chunk_id(secret: str, entry: str, hash_of_content: str, nth_equal: int) -> str:
    """The same paragraph of the same entry keeps its id wherever it moves; `nth_equal` tells equal paragraphs apart."""
    return keyed_hash(secret, entry, hash_of_content, str(nth_equal))[:_HASH_LENGTH]


def as_slug(value: str, what: str) -> str:
    """The id of an org, project or group: chosen by a person, short, safe in a path, a URL and a shell."""
    if not isinstance(value, str) or not _SLUG.match(value):  # pyright: ignore[reportUnnecessaryIsInstance]  -- not every caller has types
        raise InvalidValue(
            f"not a valid {what} name",
            value=value,
            hint="use 1 to 63 of a-z 0-9 . _ - and begin and end with a letter or digit",
        )
    return value


def as_id(value: object, what: str) -> str:
    """An id that a caller chose, such as `user:alice`."""
    if not isinstance(value, str) or not _ID.match(value):
        raise InvalidValue(
            f"not a valid {what} id", value=value, hint="use 1 to 200 characters without blanks, slashes or controls"
        )
    return value
