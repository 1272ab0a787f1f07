"""What changed: the passages of a document now, beside those that are stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from wherefrom.core.access import Visibility
from wherefrom.core.documents import Chunk
from wherefrom.core.ids import chunk_id, content_hash
from wherefrom.ports.documents import ChunkPiece

__all__ = ["Changed", "reconcile"]


class Changed(NamedTuple):
    """`new` must be embedded; `moved` keep id and vector at a new place; `retired` name their successor, if known."""

    new: Sequence[Chunk]
    moved: Sequence[Chunk]
    retired: Mapping[str, str | None]
    unchanged: int


def reconcile(
    pieces: Iterable[ChunkPiece], stored: Mapping[str, Chunk], *, entry: str, seen_by: Visibility, secret: str
) -> Changed:
    """A passage is known by its words and its number among equal ones, never by its position."""
    current = {chunk.id: chunk for chunk in _chunks(pieces, entry=entry, seen_by=seen_by, secret=secret)}
    new = [chunk for id, chunk in current.items() if id not in stored]
    kept = [(chunk, stored[id]) for id, chunk in current.items() if id in stored]
    moved = [
        replace(chunk, created_at=before.created_at)
        for chunk, before in kept
        if (chunk.locators, chunk.position, chunk.embed_text) != (before.locators, before.position, before.embed_text)
        or before.retired_at is not None
    ]
    gone = [chunk for id, chunk in stored.items() if id not in current and chunk.retired_at is None]
    return Changed(new, moved, _successors(gone, new), len(kept) - len(moved))


def _chunks(pieces: Iterable[ChunkPiece], *, entry: str, seen_by: Visibility, secret: str) -> Iterable[Chunk]:
    seen: Counter[str] = Counter()
    for position, piece in enumerate(pieces):
        words = content_hash(piece.text)
        yield Chunk(
            id=chunk_id(secret, entry, words, seen[words]),
            entry=entry,
            text=piece.text,
            content_hash=words,
            locators=piece.locators,
            seen_by=seen_by,
            position=position,
            embed_text=piece.embed_text if piece.embed_text != piece.text else None,
            content_kind=piece.content_kind,
        )
        seen[words] += 1


def _successors(gone: Sequence[Chunk], new: Sequence[Chunk]) -> Mapping[str, str | None]:
    """The new passage at the place of an old one is what became of it."""
    by_position = {chunk.position: chunk.id for chunk in new}
    return {chunk.id: by_position.get(chunk.position) for chunk in gone}
