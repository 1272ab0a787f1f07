"""Finding and masking."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wherefrom.text.secrets.contexts import CONTEXTS
from wherefrom.text.secrets.jwt import WEB_TOKEN, is_web_token
from wherefrom.text.secrets.tokens import TOKENS, TokenRule, looks_real

__all__ = ["MASK", "Secret", "find_secrets", "mask", "scrub"]

MASK = "•"

_SHORTEST_TOKEN = 13
_INSIDE_TOKENS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.~+/:|%"
_APART = bytes(code if code in _INSIDE_TOKENS else ord(" ") for code in range(256))
_SUSPECT = re.compile(
    "|".join(
        (
            "(?<![A-Za-z0-9])(?:" + "|".join(rule.shape for rule in TOKENS if not rule.sign) + ")",
            *(rule.sign for rule in TOKENS if rule.sign),
            "eyJ",
        )
    ).encode()
)
"""All shapes at once, and where a shape begins with anything, a sign of it."""


class Secret(NamedTuple):
    """Where it stands in the text, and which rule knew it."""

    start: int
    end: int
    rule: str


def find_secrets(text: str) -> Sequence[Secret]:
    """In order, none overlapping another."""
    plain = text.encode("ascii", "replace")  # a byte for each character, so that places are the same
    return list(_apart(sorted((*_by_shape(text, plain), *_by_context(text, plain)))))


def mask(text: str, secrets: Sequence[tuple[int, int, str]]) -> str:
    """Each secret as so many `•` as it has characters, its line breaks kept: every place in the text stays exact."""
    parts, at = list[str](), 0
    for start, end, _ in secrets:
        parts.append(text[at:start])
        parts.append("\n".join(MASK * len(line) for line in text[start:end].split("\n")))
        at = end
    return "".join((*parts, text[at:]))


def scrub(text: str) -> str:
    """The text as it may be shown to a model or written to a log."""
    secrets = find_secrets(text)
    return mask(text, secrets) if secrets else text


def _by_shape(text: str, plain: bytes) -> Iterator[Secret]:
    """Long words are few, and mostly the same: those are compared with the shapes, and only then the text itself."""
    words = {word for word in plain.translate(_APART).split() if len(word) >= _SHORTEST_TOKEN}
    if not _SUSPECT.search(b"\n".join(words)):  # all at once: in most texts there is none
        return
    suspects = b"\n".join([word for word in words if _SUSPECT.search(word)]).decode()
    for rule in TOKENS:
        if rule.pattern.search(suspects):
            yield from _tokens(text, rule)
    if "eyJ" in suspects:
        for found in WEB_TOKEN.finditer(text):
            if is_web_token(found):
                yield Secret(*found.span(), "jwt")


def _tokens(text: str, rule: TokenRule) -> Iterator[Secret]:
    for found in rule.pattern.finditer(text):
        if looks_real(rule, found[0]):
            yield Secret(*found.span(), rule.name)


def _by_context(text: str, plain: bytes) -> Iterator[Secret]:
    low = plain.lower()
    for word, (name, find) in CONTEXTS.items():
        at = low.find(word)
        while at >= 0:
            if span := find(text, at):
                yield Secret(span.start, span.end, name)
            at = low.find(word, at + len(word))


def _apart(secrets: Sequence[Secret]) -> Iterator[Secret]:
    """Overlapping ones as one, under the name of the first."""
    last: Secret | None = None
    for secret in secrets:
        if last and secret.start < last.end:
            last = last._replace(end=max(last.end, secret.end))
            continue
        if last:
            yield last
        last = secret
    if last:
        yield last
