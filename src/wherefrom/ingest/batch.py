"""Documents that were read, on their way into the record: reconciled, embedded, and written in one unit of work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from wherefrom.core.actions import Action
from wherefrom.core.actors import Actor
from wherefrom.core.documents import Chunk, Entry, Known
from wherefrom.core.paging import ChunkFilter
from wherefrom.core.terms import Terms
from wherefrom.ingest.reconcile import Changed, reconcile
from wherefrom.ports.blobs import Blobs
from wherefrom.ports.documents import ChunkPiece
from wherefrom.ports.record import Record, UnitOfWork

__all__ = ["Batch", "Document", "batched", "texts_of"]

_PASSAGES_AT_FIRST, _PASSAGES_A_BATCH, _DOCUMENTS_A_BATCH = 60, 500, 200
_ORIGINALS_A_BATCH = 64_000_000


@dataclass(frozen=True)
class Document:
    """An entry as it shall be, and its passages; `known` is what was there of it, `original` the bytes to keep.

    `is_typed` if the run says what type its documents have.
    """

    entry: Entry
    pieces: Sequence[ChunkPiece]
    known: Known | None = None
    reembed: bool = False
    original: bytes | None = None
    is_typed: bool = False


class Batch(NamedTuple):
    """Documents beside what of them is stored."""

    documents: Sequence[Document]
    changes: Sequence[Changed]

    @classmethod
    def of(cls, record: Record, actor: Actor, documents: Sequence[Document]) -> Batch:
        """Reconciled by reading alone: what takes long is done before anybody has to wait."""
        known = tuple(document.known.id for document in documents if document.known)
        with record.read(actor) as unit:
            secret = unit.org.secret
            stored = _stored(unit, known)
        changes = [
            reconcile(
                document.pieces,
                stored.get(document.entry.id, {}),
                entry=document.entry.id,
                seen_by=replace(document.entry.visibility, org=actor.org),
                secret=secret,
                reembed=document.reembed,
            )
            for document in documents
        ]
        return cls(documents, changes)

    @property
    def chunks(self) -> int:
        return sum(each.chunks for each in self.changes)

    @property
    def terms(self) -> Mapping[str, Terms]:
        """By the text they are of, where it was analysed."""
        return {piece.text: piece.terms for document in self.documents for piece in document.pieces if piece.terms}

    def write(self, record: Record, actor: Actor, blobs: Blobs) -> None:
        """Originals too, in the same unit: a sweep waits for it, and finds them referred to.

        At leisure: the run ends with a commit that waits for the disk, and one that is cut off is done again.
        """
        with record.write(actor, at_leisure=True) as unit:
            documents, changes = self._still_there(unit)
            if any(document.original is not None for document in documents):
                unit.erasure.delay_sweeps()
            unit.entries.save_new(document.entry for document in documents if document.known is None)
            for document in documents:
                if document.original is not None:
                    blobs.put(actor.org, document.original)
                if document.known is not None:
                    _replaced(unit, document)
                else:
                    unit.note(Action.ADD_ENTRY, "entry", document.entry.id, after=document.entry)
            for changed in changes:
                for id, successor in changed.retired.items():
                    unit.chunks.retire(id, successor=successor)
            unit.chunks.save_new(chunk for changed in changes for chunk in changed.new)
            unit.chunks.move([chunk for changed in changes for chunk in changed.moved])
            unit.commit()

    def _still_there(self, unit: UnitOfWork) -> Batch:
        """Without what somebody deleted since it was read: that was their last word on it."""
        there = unit.entries.headings(document.known.id for document in self.documents if document.known)
        kept = [
            (document, changed)
            for document, changed in zip(self.documents, self.changes, strict=True)
            if document.known is None or document.known.id in there
        ]
        return Batch([document for document, _ in kept], [changed for _, changed in kept])


def batched(documents: Iterable[Document]) -> Iterator[Sequence[Document]]:
    """As many as are worth a unit of work; the first ones are smaller, so that embedding and writing begin soon."""
    waiting, passages = list[Document](), _PASSAGES_AT_FIRST
    for document in documents:
        waiting.append(document)
        if _is_enough(waiting, passages):
            yield waiting
            waiting, passages = [], min(2 * passages, _PASSAGES_A_BATCH)
    if waiting:
        yield waiting


def texts_of(batch: Batch) -> list[str]:
    """What an embedder must read of it, if it has not read the same before."""
    return [
        chunk.embed_text or chunk.text
        for document, changed in zip(batch.documents, batch.changes, strict=True)
        for chunk in ((*changed.new, *changed.moved) if document.reembed else changed.new)
    ]


def _is_enough(waiting: Sequence[Document], passages: int) -> bool:
    there = sum(len(document.pieces) for document in waiting)
    originals = sum(len(document.original or b"") for document in waiting)
    return there >= passages or len(waiting) >= _DOCUMENTS_A_BATCH or originals >= _ORIGINALS_A_BATCH


def _replaced(unit: UnitOfWork, document: Document) -> None:
    """What people have set by hand since stays: who may see it, its tags and type, and when it was first read."""
    entry = document.entry
    before = unit.entries.get(entry.id)
    was_read = bool(before.content_hash)
    after = replace(
        entry,
        created_at=before.created_at,
        tags=entry.tags or before.tags,
        type=before.type if was_read and not document.is_typed else entry.type,
        project=before.project,
        audience=before.audience,
        agent_scope=before.agent_scope,
        is_personal=before.is_personal,
        contributor=before.contributor,
    )
    unit.note(Action.EDIT_ENTRY, "entry", entry.id, before=before, after=unit.entries.save(after))


def _stored(unit: UnitOfWork, entries: tuple[str, ...]) -> Mapping[str, Mapping[str, Chunk]]:
    stored: dict[str, dict[str, Chunk]] = {}
    if entries:
        for chunk in unit.chunks.every(ChunkFilter(entry=entries, retired=True, personal=True)):
            stored.setdefault(chunk.entry, {})[chunk.id] = chunk
    return stored
