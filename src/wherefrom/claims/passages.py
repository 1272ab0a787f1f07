"""What became of a passage that was cited: its document may have been read again since, or deleted."""

from __future__ import annotations

from typing import NamedTuple

from wherefrom.core.documents import Chunk
from wherefrom.core.evidence import GroundState
from wherefrom.core.locators import locator_as_json
from wherefrom.core.paging import ChunkFilter
from wherefrom.core.quotes import find_quote
from wherefrom.ports.record import UnitOfWork

__all__ = ["Whereabouts", "document_of", "place_of", "saying_the_same", "successor_of", "whereabouts"]


class Whereabouts(NamedTuple):
    """`chunk` is the living passage that says it, or, where the words changed, what took their place."""

    state: GroundState
    chunk: Chunk | None = None


def whereabouts(unit: UnitOfWork, chunk: Chunk, quote: str | None) -> Whereabouts:
    """A passage that is retired has its words elsewhere in the document, or a successor with others, or neither."""
    if chunk.retired_at is None:
        return Whereabouts(GroundState.FRESH, chunk)
    elsewhere = _elsewhere(unit, chunk, quote)
    if elsewhere is not None:
        return Whereabouts(GroundState.MOVED, elsewhere)
    successor = successor_of(unit, chunk)
    return Whereabouts(GroundState.GONE if successor is None else GroundState.CHANGED, successor)


def _elsewhere(unit: UnitOfWork, chunk: Chunk, quote: str | None) -> Chunk | None:
    """A living passage with the same words, or, where a part was quoted, one of the same document that says it."""
    same = saying_the_same(unit, chunk.content_hash)
    if same is not None or quote is None:
        return same
    living = unit.chunks.every(ChunkFilter(entry=chunk.entry, personal=True))
    return next((each for each in living if find_quote(quote, each.text)), None)


def saying_the_same(unit: UnitOfWork, content_hash: str) -> Chunk | None:
    """A living passage with these words, in whatever document."""
    return next(iter(unit.chunks.find(ChunkFilter(content_hash=content_hash, personal=True), limit=1).items), None)


def successor_of(unit: UnitOfWork, chunk: Chunk) -> Chunk | None:
    """What became of it in the end."""
    seen, last = {chunk.id}, chunk
    while last.retired_at is not None:
        if last.successor is None or last.successor in seen:
            return None
        seen.add(last.successor)
        known = unit.chunks.get_many([last.successor])
        if last.successor not in known:
            return None
        last = known[last.successor]
    return last


def document_of(unit: UnitOfWork, chunk: Chunk) -> str | None:
    """What the document is called where the passage's place is printed."""
    heading = unit.entries.headings([chunk.entry]).get(chunk.entry)
    return heading.title if heading is not None else None


def place_of(chunk: Chunk) -> list[dict[str, object]]:
    return [locator_as_json(each) for each in chunk.locators]
