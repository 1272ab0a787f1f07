"""Writing an entry's passages: only what changed is touched."""

from __future__ import annotations

from collections.abc import Iterator

from wherefrom.core.documents import Chunk, Entry
from wherefrom.core.locators import TextLocator
from wherefrom.core.paging import LARGEST_PAGE, ChunkFilter
from wherefrom.ingest.reconcile import Changed, reconcile
from wherefrom.ports.documents import Chunker, RawDocument, RawUnit
from wherefrom.ports.record import UnitOfWork

__all__ = ["as_document", "write_passages"]


def as_document(entry: Entry) -> RawDocument:
    """An entry whose text was written by hand: one unit, as it stands."""
    whole = TextLocator(char_start=0, char_end=len(entry.content))
    return RawDocument(entry.title, [RawUnit(entry.content, entry.content_kind, whole)])


def write_passages(unit: UnitOfWork, entry: Entry, document: RawDocument, chunker: Chunker) -> Changed:
    stored = {chunk.id: chunk for chunk in _stored(unit, entry.id)}
    changed = reconcile(
        chunker.chunk(document), stored, entry=entry.id, seen_by=entry.visibility, secret=unit.org.secret
    )
    for id, successor in changed.retired.items():
        unit.chunks.retire(id, successor=successor)
    unit.chunks.save_new(changed.new)
    for chunk in changed.moved:
        unit.chunks.save(chunk)
    return changed


def _stored(unit: UnitOfWork, entry: str) -> Iterator[Chunk]:
    where, after = ChunkFilter(entry=entry, retired=True, personal=True), None
    while True:
        page = unit.chunks.find(where, after=after, limit=LARGEST_PAGE)
        yield from page.items
        if page.next is None:
            return
        after = page.next
