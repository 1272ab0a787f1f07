"""Secrets in what was read: masked, character for character, before anything is stored, embedded or logged.

A mask has the length of what it hides, so every place in the document stays exact. They were found in the limited
process; here is decided what becomes of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wherefrom.core.locators import Locator, TextLocator
from wherefrom.core.secrets import SecretPolicy
from wherefrom.ports.documents import ChunkPiece
from wherefrom.ports.reading import Reading
from wherefrom.text.secrets import mask, scrub

__all__ = ["scrubbed"]


def scrubbed(reading: Reading, policy: SecretPolicy) -> tuple[Reading, int]:
    """The reading as it may be stored, and how many secrets were in it."""
    if policy is SecretPolicy.ALLOW:
        return reading, 0
    found = len(reading.secrets) or reading.secret_names
    if not found:
        return reading, 0
    text = mask(reading.text, reading.secrets)
    pieces = list(_pieces(reading, text, rejects=policy is SecretPolicy.REJECT))
    left_out = len(reading.pieces) - len(pieces)
    notice = f"{_many(left_out, 'passage')} with secrets left out" if left_out else f"{_many(found, 'secret')} masked"
    clean = reading._replace(
        title=scrub(reading.title), text=text, pieces=pieces, notices=(*reading.notices, notice), secrets=()
    )
    return clean, found


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'s' if count != 1 else ''}"


def _pieces(reading: Reading, text: str, *, rejects: bool) -> Iterator[ChunkPiece]:
    for piece in reading.pieces:
        # A piece is one stretch of the document, whatever parts of it that touches.
        clean = text[piece.locators[0].char_start : piece.locators[-1].char_end]
        if clean != piece.text and rejects:
            continue
        heading = scrub(piece.embed_text.removesuffix(piece.text))
        places = tuple(map(_clean_place, piece.locators))
        terms = piece.terms if clean == piece.text else ()
        yield piece._replace(text=clean, embed_text=heading + clean, locators=places, terms=terms)


def _clean_place(place: Locator) -> Locator:
    """A heading may be a secret too."""
    if isinstance(place, TextLocator) and place.section:
        return replace(place, section=tuple(map(scrub, place.section)))
    return place
