"""Secrets in what was read: masked, character for character, before anything is stored, embedded or logged.

A mask has the length of what it hides, so every place in the document stays exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wherefrom.core.secrets import SecretPolicy
from wherefrom.ports.documents import ChunkPiece
from wherefrom.ports.reading import Reading
from wherefrom.text.secrets import find_secrets, mask

__all__ = ["scrubbed"]


def scrubbed(reading: Reading, policy: SecretPolicy) -> tuple[Reading, int]:
    """The reading as it may be stored, and how many secrets were in it."""
    if policy is SecretPolicy.ALLOW:
        return reading, 0
    secrets = find_secrets(reading.text)
    if not secrets:
        return reading, 0
    text = mask(reading.text, secrets)
    pieces = list(_pieces(reading, text, rejects=policy is SecretPolicy.REJECT))
    notice = f"{len(secrets)} secret{'s' if len(secrets) != 1 else ''} masked"
    return reading._replace(text=text, pieces=pieces, notices=(*reading.notices, notice)), len(secrets)


def _pieces(reading: Reading, text: str, *, rejects: bool) -> Iterator[ChunkPiece]:
    for piece in reading.pieces:
        start, end = _span(piece)
        clean = text[start:end]
        if clean == piece.text:
            yield piece
        elif not rejects:
            heading = piece.embed_text.removesuffix(piece.text)
            yield piece._replace(text=clean, embed_text=heading + clean)


def _span(piece: ChunkPiece) -> tuple[int, int]:
    """A piece is one stretch of the document, whatever parts of it that touches."""
    places: Sequence[tuple[int, int]] = [(place.char_start, place.char_end) for place in piece.locators]
    return min(start for start, _ in places), max(end for _, end in places)
