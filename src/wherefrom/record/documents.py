"""What is special about sources, entries and passages."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from wherefrom.core.documents import Chunk, Entry, Source
from wherefrom.core.paging import ChunkFilter, EntryFilter, SourceFilter
from wherefrom.record.kinds import CHUNKS, ENTRIES, SOURCES
from wherefrom.record.repository import SqlRepository, Workspace
from wherefrom.record.tables import chunks, entries, sources

__all__ = ["SqlChunks", "SqlEntries", "SqlSources"]


class SqlSources(SqlRepository[Source, SourceFilter]):
    def __init__(self, work: Workspace) -> None:
        super().__init__(work, SOURCES)

    def _remove(self, id: str) -> None:
        """What was read from a source outlives it; only the link goes."""
        org = self._work.actor.org
        linked = sa.update(entries).where(entries.c.org == org, entries.c.source == id)
        unlinked = self._work.connection.scalars(linked.values(source=None).returning(entries.c.id)).all()
        for entry in unlinked:
            self._work.change(ENTRIES.name, entry)
        self._work.connection.execute(sa.delete(sources).where(*self._key(id)))


class SqlEntries(SqlRepository[Entry, EntryFilter]):
    def __init__(self, work: Workspace) -> None:
        super().__init__(work, ENTRIES)

    def delete_by_source(self, source: str) -> int:
        rows = self._rows(self._readable(entries.c.id).where(entries.c.source == source))
        ids = [row["id"] for row in rows]
        self._bury(ids)
        for id in ids:
            self._note(id, gone=True)
        return len(ids)

    def _living(self) -> sa.ColumnElement[bool]:
        return entries.c.deleted_at.is_(None)

    def _remove(self, id: str) -> None:
        self._bury([id])

    def _bury(self, ids: Sequence[str]) -> None:
        """A tombstone for each: the row and its passages stay for citations, and no read finds them."""
        now, org = self._work.clock(), self._work.actor.org
        self._work.connection.execute(
            sa.update(entries).where(entries.c.org == org, entries.c.id.in_(ids)).values(deleted_at=now)
        )
        self._note_chunks(ids, gone=True)

    def _after_save(self, item: Entry, acl: int, *, is_new: bool) -> None:
        """Passages are seen by whoever may see their entry, also after that has changed."""
        if is_new:
            return
        outdated = (chunks.c.org == item.org, chunks.c.entry == item.id, chunks.c.acl != acl)
        moved = self._work.connection.scalars(
            sa.update(chunks).where(*outdated).values(acl=acl).returning(chunks.c.id)
        ).all()
        for chunk in moved:
            self._work.change(CHUNKS.name, chunk)

    def _note_chunks(self, ids: Sequence[str], *, gone: bool) -> None:
        own = sa.select(chunks.c.id).where(chunks.c.org == self._work.actor.org, chunks.c.entry.in_(ids))
        for chunk in self._work.connection.scalars(own).all():
            self._work.change(CHUNKS.name, chunk, gone=gone)


class SqlChunks(SqlRepository[Chunk, ChunkFilter]):
    def __init__(self, work: Workspace) -> None:
        super().__init__(work, CHUNKS)

    def retire(self, id: str, *, successor: str | None = None) -> None:
        self._visible_row(id)
        retired = sa.update(chunks).where(*self._key(id))
        self._work.connection.execute(retired.values(retired_at=self._work.clock(), successor=successor))
        self._note(id, gone=True)

    def _living(self) -> sa.ColumnElement[bool]:
        buried = sa.exists().where(
            entries.c.org == chunks.c.org, entries.c.id == chunks.c.entry, entries.c.deleted_at.is_not(None)
        )
        return sa.not_(buried)
