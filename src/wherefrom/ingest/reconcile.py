"""What changed: the passages of a document now, beside those that are stored."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from wherefrom.core.access import Visibility
from wherefrom.core.documents import Chunk
from wherefrom.core.ids import chunk_id, content_hash, words_hash
from wherefrom.core.locators import Locator
from wherefrom.ports.documents import ChunkPiece

__all__ = ["LEAST_LIKENESS", "Changed", "likeness", "reconcile"]

_MARK_LENGTH = 8

LEAST_LIKENESS = 0.3
"""Of the words of two passages, how many must be common for one to be what became of the other."""

_NEARBY = 4
"""How many places around its own a passage's successor is looked for, so that a rewritten book takes linear time."""

_WORD = re.compile(r"\w+")


class Changed(NamedTuple):
    """`new` must be embedded; `moved` keep id and vector at a new place; `retired` name their successor, if known."""

    new: Sequence[Chunk]
    moved: Sequence[Chunk]
    retired: Mapping[str, str | None]
    unchanged: int

    @property
    def chunks(self) -> int:
        """How many passages there are now."""
        return len(self.new) + len(self.moved) + self.unchanged


def reconcile(
    pieces: Iterable[ChunkPiece],
    stored: Mapping[str, Chunk],
    *,
    entry: str,
    seen_by: Visibility,
    secret: str,
    reembed: bool = False,
) -> Changed:
    """A passage is known by its words and its number among equal ones, never by its position.

    One that stays keeps what its embedder read, also when the heading or the title above it was changed: else a new
    word in a title would embed a whole book again. `reembed` takes the new headings.
    """
    made = _chunks(list(pieces), stored, entry=entry, seen_by=seen_by, secret=secret)
    current = {chunk.id: chunk for chunk in made}
    new = [chunk for id, chunk in current.items() if id not in stored]
    kept = [
        (chunk if reembed else replace(chunk, embed_text=_embedded(stored[id], chunk)), stored[id])
        for id, chunk in current.items()
        if id in stored
    ]
    moved = [
        replace(chunk, created_at=before.created_at)
        for chunk, before in kept
        if (chunk.locators, chunk.position, chunk.text, chunk.embed_text)
        != (before.locators, before.position, before.text, before.embed_text)
        or before.retired_at is not None
    ]
    living = sorted((chunk for chunk in stored.values() if chunk.retired_at is None), key=lambda each: each.position)
    return Changed(new, moved, _successors(living, list(current.values())), len(kept) - len(moved))


def likeness(one: str, other: str) -> float:
    """Of the words of both, the share that is common: 1 for the same words, 0 for none."""
    here, there = Counter(_WORD.findall(one)), Counter(_WORD.findall(other))
    larger = max(here.total(), there.total())
    return (here & there).total() / larger if larger else 0.0


def _embedded(before: Chunk, now: Chunk) -> str | None:
    """What its embedder has read: with other line ends it is the same."""
    return before.text if before.embed_text is None and before.text != now.text else before.embed_text


def _chunks(
    pieces: Sequence[ChunkPiece], stored: Mapping[str, Chunk], *, entry: str, seen_by: Visibility, secret: str
) -> Iterable[Chunk]:
    seen: Counter[str] = Counter()
    shared = _shared(pieces)
    for position, piece in enumerate(pieces):
        words = words_hash(piece.text)
        id = chunk_id(secret, entry, words, seen[words])
        if stored and id not in stored and "\n" in piece.text:
            # Read before line ends were left aside, it is known by those that it had.
            with_returns = piece.text.replace("\r\n", "\n").replace("\n", "\r\n")
            former = chunk_id(secret, entry, content_hash(with_returns), seen[words])
            id = former if former in stored else id
        yield Chunk(
            id=id,
            entry=entry,
            text=piece.text,
            content_hash=words,
            locators=_marked(piece.locators, id, shared) if shared else piece.locators,
            seen_by=seen_by,
            position=position,
            embed_text=piece.embed_text if piece.embed_text != piece.text else None,
            content_kind=piece.content_kind,
        )
        seen[words] += 1


def _shared(pieces: Sequence[ChunkPiece]) -> frozenset[str]:
    """Places that several passages have."""
    named = Counter(name for piece in pieces for name in {place.named("") for place in piece.locators})
    return frozenset(name for name, count in named.items() if count > 1)


def _marked(places: tuple[Locator, ...], id: str, shared: frozenset[str]) -> tuple[Locator, ...]:
    """A place that others have too is marked with the passage's id, so that it leads back to the right one."""
    mark = id[:_MARK_LENGTH]
    return tuple(replace(place, mark=mark) if place.named("") in shared else place for place in places)


def _successors(before: Sequence[Chunk], now: Sequence[Chunk]) -> Mapping[str, str | None]:
    """What became of those that are gone: the most alike of the new ones between the same neighbours that stayed."""
    here, there = {chunk.id for chunk in before}, {chunk.id for chunk in now}
    came = _gaps(now, staying=here)
    successors: dict[str, str | None] = {}
    for neighbour, gone in _gaps(before, staying=there).items():
        new = came.get(neighbour, [])
        for place, chunk in enumerate(gone):
            about = place * len(new) // len(gone)
            nearby = new[max(0, about - _NEARBY) : about + _NEARBY + 1]
            alike = [(likeness(chunk.text, each.text), each.id) for each in nearby]
            best, successor = max(alike, default=(0.0, None), key=lambda each: each[0])
            successors[chunk.id] = successor if best >= LEAST_LIKENESS else None
    return successors


def _gaps(chunks: Sequence[Chunk], staying: set[str]) -> Mapping[str | None, Sequence[Chunk]]:
    """Those that do not stay, by the last one before them that does."""
    gaps: dict[str | None, list[Chunk]] = {}
    neighbour: str | None = None
    for chunk in chunks:
        if chunk.id in staying:
            neighbour = chunk.id
        else:
            gaps.setdefault(neighbour, []).append(chunk)
    return gaps
