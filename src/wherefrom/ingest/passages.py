"""Writing an entry's passages: only what changed is touched."""

from __future__ import annotations

from wherefrom.core.documents import Entry
from wherefrom.core.locators import TextLocator
from wherefrom.core.paging import ChunkFilter
from wherefrom.ingest.reconcile import Changed, reconcile
from wherefrom.ports.documents import Chunker, RawDocument, RawUnit
from wherefrom.ports.record import UnitOfWork

__all__ = ["as_document", "write_passages"]


def as_document(entry: Entry) -> RawDocument:
    """An entry whose text was written by hand: one unit, as it stands."""
    whole = TextLocator(char_start=0, char_end=len(entry.content))
    return RawDocument(entry.title, entry.content, [RawUnit(whole, entry.content_kind)])


def write_passages(unit: UnitOfWork, entry: Entry, document: RawDocument, chunker: Chunker) -> Changed:
    stored = {chunk.id: chunk for chunk in unit.chunks.every(_passages_of(entry))}
    changed = reconcile(
        chunker.chunk(document), stored, entry=entry.id, seen_by=entry.visibility, secret=unit.org.secret
    )
    for id, successor in changed.retired.items():
        unit.chunks.retire(id, successor=successor)
    unit.chunks.save_new(changed.new)
    for chunk in changed.moved:
        unit.chunks.save(chunk)
    return changed


def _passages_of(entry: Entry) -> ChunkFilter:
    return ChunkFilter(entry=entry.id, retired=True, personal=True)
