"""What looks like a secret and is none: placeholders, examples, references, names, hashes, ids."""

from __future__ import annotations

import math
import re
from collections import Counter
from hashlib import sha256

__all__ = [
    "entropy",
    "is_key",
    "is_known_example",
    "is_masked_out",
    "is_passphrase",
    "is_password",
    "is_placeholder",
    "is_uuid",
]

_MASKED_OUT = re.compile(r"(?i)x{6}|\*{3}|\.{3}|#{5}|…|•|example|abcdefghijkl|put_your")
"""Inside a token of known shape: the sign that somebody has blanked it, or made it up."""

_MADE_UP = re.compile(
    r"(?i)x{4}|(.)\1{7}|\*{3}|\.{3}|…|•|abcdefghijkl|example|sample|dummy|fake|placeholder|change.?(?:me|it)|your[_.-]?"
    r"|insert|redacted|replace|todo|\bnone\b|\bnull\b|undefined|not_?real|foobar|lorem|\benter\b|goes_?here"
    r"|secret[_-]?(?:key|name|value|here)"
)
_REFERENCE = re.compile(
    r"\$\(.*|\$?\{[^}]*\}{0,2}|\$\{?[\w.:-]+\}?.?|\$\{.*|\{\{.*|%[({]?\w*[)}]?s?|<[^>]*>?|\[[^\]]*\]?|@\w+|&\w+"
    r"|[A-Za-z_][\w.]*[(\[].*|:?[A-Za-z_]+\??|[A-Za-z_]\w*(?:(?:\.|->|::)[A-Za-z_]\w*)+|https?:.*|[.~]{0,2}/.*|[A-Za-z]:\\.*"
)
"""A variable, a call, a template, an address, a path: it says where the secret is, not what it is."""
_PATTERN = re.compile(r"\\[wdsbS]|\[\^?[a-zA-Z0]-|\(\?[:=!<]|^\^")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_HOST_OR_FILE = re.compile(r"(?:[\w/\\-]+\.)+[a-z]{2,6}\d{0,2}(?::\d+)?|v?\d+(?:\.\w+)+(?:[-_]\w+)*")
_WORDS = re.compile(r"(?:[A-Za-z]+\d{0,4}|\d*)(?:[-_./: ](?:[A-Za-z]+\d{0,4}|\d*))*")
_UUID = re.compile(r"(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_KEY = re.compile(r"[\w\-./+=~:|]+")
_STRANGE = re.compile(r"[!@#$%^&*?+~€£§]")
_PASSPHRASE = re.compile(r"[a-z]{2,20}(?: [a-z]{2,20}){3,11}")

_SHORTEST_PASSWORD = 6
_SHORTEST_KEY = 10
_LEAST_ENTROPY = 2.5
"""Bits a character. Hexadecimal digits drawn at random have nearly 4, words of English 3 to 4, `aaaa1111` has 1."""

_EXAMPLES = frozenset(
    {
        "0b476bdf9acf2123",
        "2037abcaffb2b777",
        "27a9a42931dff7eb",
        "37f8f09bdf12c2f2",
        "3a8b61d0f636b007",
        "3f370c9dd8225c63",
        "49f777db995e8260",
        "4c98242dcadc8b29",
        "8731261cb72d8626",
        "a19f89ab3555eac1",
        "a6c814bc555ae62c",
        "dc0fcf046c61640c",
        "e4a5542bb7fd7b67",
        "ea9bb1082cf95663",
        "eb540d2b6ee2a0a4",
        "f56e323494a6ffc2",
    }
)
"""Keys that Google's own samples and Chromium publish, and gitleaks allows: the beginning of their SHA-256."""


def is_masked_out(token: str) -> bool:
    return _MASKED_OUT.search(token) is not None


def is_known_example(token: str) -> bool:
    """Published on purpose: kept as hashes, so that no scanner stumbles over this list."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()[:16] in _EXAMPLES


def is_placeholder(value: str) -> bool:
    """Something that stands for a secret."""
    return bool(
        _MADE_UP.search(value) or _REFERENCE.fullmatch(value) or _PATTERN.search(value) or _EMAIL.fullmatch(value)
    )


def is_uuid(value: str) -> bool:
    return _UUID.fullmatch(value) is not None


def is_password(value: str, *, is_quoted: bool) -> bool:
    """What a person may have typed: with a strange sign or, between quotes, a digit in it, as prose and names have not.

    Words alone are left: far more often they are a label or a type than somebody's password.
    """
    if len(value) < _SHORTEST_PASSWORD or " " in value or is_placeholder(value) or not _has_letters(value):
        return False
    signs, has_digit = len(set(_STRANGE.findall(value))), any(map(str.isdigit, value))
    if signs > 1 or (signs and (is_quoted or has_digit)):
        return True
    return is_key(value) or (is_quoted and has_digit and not _is_id(value))


def is_passphrase(value: str) -> bool:
    return _PASSPHRASE.fullmatch(value) is not None and not is_placeholder(value)


def is_key(value: str) -> bool:
    """What a machine has drawn: letters and digits mixed as no word mixes them."""
    if len(value) < _SHORTEST_KEY or not _KEY.fullmatch(value) or is_placeholder(value):
        return False
    if not any(map(str.isdigit, value)) or _WORDS.fullmatch(value) or _is_id(value):
        return False
    return entropy(value) >= _LEAST_ENTROPY


def entropy(text: str) -> float:
    """Bits a character, by how often each character occurs in this text alone."""
    size = len(text)
    return -sum(count / size * math.log2(count / size) for count in Counter(text).values())


def _is_id(value: str) -> bool:
    return is_uuid(value) or _HOST_OR_FILE.fullmatch(value) is not None


def _has_letters(value: str) -> bool:
    return any(map(str.isalpha, value))
