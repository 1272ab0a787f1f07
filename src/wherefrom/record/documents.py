"""What is special about sources, entries and passages."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from wherefrom.core.access import Visibility, narrowest
from wherefrom.core.documents import Chunk, Entry, Heading, Known, Passage, Source, SourceStatus
from wherefrom.core.locators import locator_as_json
from wherefrom.core.paging import ChunkFilter, EntryFilter, SourceFilter
from wherefrom.errors import NotFound
from wherefrom.record.inheriting import followers_move
from wherefrom.record.kinds import CHUNKS, ENTRIES, SOURCES, Row
from wherefrom.record.portions import in_portions
from wherefrom.record.repository import SqlRepository
from wherefrom.record.tables import chunks, entries, evidence, sources
from wherefrom.record.workspace import Workspace

__all__ = ["SqlChunks", "SqlEntries", "SqlRemains", "SqlSources", "SqlTombstones"]

_TOLD_OF_PASSAGES = ("title", "type", "tags", "source")
"""What an index says of a passage is said of its entry; when one of these changes, every passage has changed."""

_MOVING = ("text", "content_hash", "position", "locators", "embed_text", "retired_at", "successor")
_STATUSES = {status.value: status for status in SourceStatus}


class SqlSources(SqlRepository[Source, SourceFilter]):
    def __init__(self, work: Workspace) -> None:
        super().__init__(work, SOURCES)

    def _remove(self, id: str) -> None:
        """What was read from a source outlives it; only the link goes."""
        org = self._work.actor.org
        linked = sa.update(entries).where(entries.c.org == org, entries.c.source == id)
        unlinked = self._work.connection.execute(
            linked.values(source=None).returning(entries.c.id, entries.c.deleted_at)
        ).all()
        for entry in unlinked:
            self._work.change(ENTRIES.name, entry.id, gone=entry.deleted_at is not None)
        SqlEntries(self._work).note_passages([entry.id for entry in unlinked if entry.deleted_at is None], gone=False)
        self._work.connection.execute(sa.delete(sources).where(*self._rows.key(id)))


class SqlEntries(SqlRepository[Entry, EntryFilter]):
    _living = entries.c.deleted_at.is_(None)

    def __init__(self, work: Workspace) -> None:
        super().__init__(work, ENTRIES)

    def headings(self, ids: Iterable[str]) -> Mapping[str, Heading]:
        rows = self._rows.get_many(ids, "id", "title", "source", "uri", "version")
        return {row["id"]: Heading(**row) for row in rows}

    def known(self, source: str) -> Mapping[str, Known]:
        columns = (entries.c[name] for name in Known._fields)
        own = self._rows.readable(*columns).where(entries.c.source == source, entries.c.uri.is_not(None))
        rows = self._work.connection.execute(own).all()
        # By place, not by name: an unchanged source of many files is mostly the time that this takes.
        return {
            uri: Known(id, uri, revision, hash, chunker, version, _STATUSES[status])
            for id, uri, revision, hash, chunker, version, status in rows
        }

    def hidden_of(self, source: str) -> Mapping[str, str]:
        acls = self._work.acls()
        if acls is None:
            return {}
        own = (entries.c.org == self._work.actor.org, entries.c.source == source, entries.c.uri.is_not(None))
        hidden = sa.select(entries.c.uri, entries.c.content_hash).where(*own, self._living, entries.c.acl.not_in(acls))
        return {row.uri: row.content_hash for row in self._work.connection.execute(hidden).all()}

    def stamp(self, ids: Iterable[str], revision: str | None) -> None:
        own = sa.update(entries).where(entries.c.org == self._work.actor.org)
        for portion in in_portions(list(ids)):
            self._work.connection.execute(own.where(entries.c.id.in_(portion)).values(revision=revision))

    def mark_stale(self, source: str) -> None:
        read = (entries.c.source == source, entries.c.status == SourceStatus.INDEXED.value, self._living)
        own = sa.update(entries).where(entries.c.org == self._work.actor.org, *read)
        self._work.connection.execute(own.values(status=SourceStatus.STALE.value))

    def passages_of(self, source: str) -> int:
        living = self._rows.readable(entries.c.id).where(entries.c.source == source)
        counted = sa.select(sa.func.count()).where(
            chunks.c.org == self._work.actor.org, chunks.c.entry.in_(living), chunks.c.retired_at.is_(None)
        )
        return self._work.connection.execute(counted).scalar_one()

    def originals(self) -> frozenset[str]:
        """Also of what was deleted: a tombstone shows its last words until it is erased.

        What was handed over is kept with its source, until what was read from it is erased.
        """
        org = self._work.actor.org
        kept = sa.select(entries.c.blob).where(entries.c.org == org, entries.c.blob.is_not(None)).distinct()
        erased = sa.select(entries.c.source).where(entries.c.org == org, entries.c.erased_at.is_not(None))
        erased = erased.where(entries.c.source.is_not(None))
        handed_over = sa.select(sources.c.config).where(
            sources.c.org == org, sources.c.kind == "file_upload", sources.c.id.not_in(erased)
        )
        configs: Sequence[Mapping[str, Any]] = self._work.connection.scalars(handed_over).all()
        return frozenset(self._work.connection.scalars(kept).all()) | {str(each.get("blob")) for each in configs}

    def delete_by_source(self, source: str) -> int:
        rows = self._rows.read(self._rows.readable(entries.c.id).where(entries.c.source == source))
        ids = [row["id"] for row in rows]
        self._bury(ids)
        for id in ids:
            self._note(id, gone=True)
        return len(ids)

    def _remove(self, id: str) -> None:
        self._bury([id])

    def _bury(self, ids: Sequence[str]) -> None:
        """A tombstone for each: the row and its passages stay for citations, and no read finds them."""
        now, org = self._work.clock(), self._work.actor.org
        self._work.connection.execute(
            sa.update(entries).where(entries.c.org == org, entries.c.id.in_(ids)).values(deleted_at=now)
        )
        self.note_passages(ids, gone=True)

    def _after_save(self, item: Entry, row: Row, *, stored: Row | None) -> None:
        if stored is None:
            return
        if any(row[name] != stored[name] for name in _TOLD_OF_PASSAGES):
            self.note_passages([item.id], gone=False)
        if row["acl"] != stored["acl"]:
            self._passages_follow(item, before=stored["acl"], acl=row["acl"])

    def _passages_follow(self, item: Entry, *, before: int, acl: int) -> None:
        """Passages are seen by whoever may see their entry, and so is what quotes them, also after that has changed."""
        own = (chunks.c.org == item.org, chunks.c.entry == item.id)
        moved = sa.update(chunks).where(*own).values(acl=acl).returning(chunks.c.id, chunks.c.retired_at)
        for chunk in self._work.connection.execute(moved).all():
            self._work.change(CHUNKS.name, chunk.id, gone=chunk.retired_at is not None)
        quoting = (evidence.c.org == item.org, evidence.c.chunk_id.in_(sa.select(chunks.c.id).where(*own)))
        self._work.connection.execute(sa.update(evidence).where(*quoting).values(acl=acl))
        followers_move(self._work, item, before=before, after=acl)

    def note_passages(self, ids: Sequence[str], *, gone: bool) -> None:
        own = sa.select(chunks.c.id, chunks.c.retired_at).where(
            chunks.c.org == self._work.actor.org, chunks.c.entry.in_(ids)
        )
        for chunk in self._work.connection.execute(own).all():
            self._work.change(CHUNKS.name, chunk.id, gone=gone or chunk.retired_at is not None)


class SqlTombstones(SqlEntries):
    """Entries that were deleted, erased ones included."""

    _living = entries.c.deleted_at.is_not(None)


def _is_buried(*more: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """Whether the entry of a passage has a tombstone."""
    own = (entries.c.org == chunks.c.org, entries.c.id == chunks.c.entry)
    return sa.exists().where(*own, entries.c.deleted_at.is_not(None), *more)


class SqlChunks(SqlRepository[Chunk, ChunkFilter]):
    _living = sa.not_(_is_buried())

    def __init__(self, work: Workspace) -> None:
        super().__init__(work, CHUNKS)
        self._seen: dict[str, Visibility] = {}

    def _seen_by(self, item: Chunk) -> Visibility:
        """Whoever may see its entry, whatever it says itself."""
        if item.entry not in self._seen:
            self._seen |= SqlEntries(self._work).visibilities_of([item.entry])
        return self._seen[item.entry]

    def save_new(self, items: Iterable[Chunk]) -> None:
        new = list(items)
        self._seen |= SqlEntries(self._work).visibilities_of({chunk.entry for chunk in new} - self._seen.keys())
        super().save_new(new)

    def passages(self, ids: Iterable[str]) -> Sequence[Passage]:
        c, e, acls = chunks.c, entries.c, self._work.acls()
        own = sa.and_(e.org == c.org, e.id == c.entry)
        statement = (
            sa.select(c.id, c.text, c.embed_text, _as_stored(c.locators), c.acl)
            .add_columns(e.title, e.type, e.source, _as_stored(e.tags), e.created_at)
            .join_from(chunks, entries, own)
            .where(c.org == self._work.actor.org, c.id.in_(sa.bindparam("ids", expanding=True)))
            .where(c.retired_at.is_(None), e.deleted_at.is_(None), sa.true() if acls is None else c.acl.in_(acls))
        )
        found = list[Passage]()
        for portion in in_portions(list(dict.fromkeys(ids))):
            rows = self._work.connection.execute(statement, {"ids": portion}).all()
            seen = self._work.classes.values_of({row[4] for row in rows})
            found += [
                Passage(
                    id, text, embed_text or text, _section(places), acl, seen[acl], title, type, source, _tags(tags), at
                )
                for id, text, embed_text, places, acl, title, type, source, tags, at in rows
            ]
        return found

    def words_of(self, entries: Iterable[str], *, within: Visibility) -> Mapping[str, frozenset[str]]:
        found = dict[tuple[str, int], set[str]]()
        for portion in in_portions(list(entries)):
            own = self._rows.readable(chunks.c.entry, chunks.c.acl, chunks.c.content_hash)
            for row in self._rows.read(own.where(chunks.c.entry.in_(portion), chunks.c.retired_at.is_(None))):
                found.setdefault((row["entry"], row["acl"]), set()).add(row["content_hash"])
        seen = self._work.classes.values_of(acl for _, acl in found)
        kept = {acl for acl, one in seen.items() if narrowest((one, within), org=one.org) == one}
        return {entry: frozenset(hashes) for (entry, acl), hashes in found.items() if acl in kept}

    def retire(self, id: str, *, successor: str | None = None) -> None:
        self._rows.get(id)
        retired = sa.update(chunks).where(*self._rows.key(id))
        self._work.connection.execute(retired.values(retired_at=self._work.clock(), successor=successor))
        self._note(id, gone=True)

    def move(self, items: Sequence[Chunk]) -> None:
        own = sa.update(chunks).where(chunks.c.org == self._work.actor.org, chunks.c.id == sa.bindparam("own_id"))
        rows = [self._row(self._stamped(item)) for item in items]
        if not rows:
            return
        stored = self._rows.get_many((row["id"] for row in rows), "id", "retired_at", "locators")
        before = {row["id"]: row for row in stored}
        for row in rows:
            if row["id"] not in before:
                raise NotFound(CHUNKS.name, row["id"])
        self._work.connection.execute(
            own.values({name: sa.bindparam(f"to_{name}") for name in _MOVING}),
            [{"own_id": row["id"], **{f"to_{name}": row[name] for name in _MOVING}} for row in rows],
        )
        for item in items:
            was = before[item.id]
            if was["retired_at"] is not None or _headings(was["locators"]) != _headings(
                list(map(locator_as_json, item.locators))
            ):
                self._note(item.id)


class SqlRemains(SqlRepository[Chunk, ChunkFilter]):
    """Passages of entries that were deleted and not erased, for citations that still name them."""

    _living = _is_buried(entries.c.erased_at.is_(None))

    def __init__(self, work: Workspace) -> None:
        super().__init__(work, CHUNKS)


def _as_stored(column: sa.Column[Any]) -> sa.ColumnElement[Any]:
    """What is JSON as the driver gives it: text from SQLite, of which little must be read, and values from Postgres."""
    return sa.type_coerce(column, sa.Text())


def _section(stored: str | Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The headings that a passage stands under, if it begins in a text that has some."""
    if isinstance(stored, str) and '"section"' not in stored:
        return ()
    locators: Sequence[Mapping[str, Any]] = json.loads(stored) if isinstance(stored, str) else stored
    return tuple(locators[0].get("section", ())) if locators and locators[0]["kind"] == "text" else ()


def _tags(stored: str | Sequence[str]) -> tuple[str, ...]:
    return _read_tags(stored) if isinstance(stored, str) else tuple(stored)


@lru_cache(maxsize=1_024)
def _read_tags(stored: str) -> tuple[str, ...]:
    """Passages of one entry have the same, and so have most entries of a source."""
    return tuple(json.loads(stored))


def _headings(locators: Sequence[Mapping[str, Any]]) -> list[Any]:
    """The only part of a place that an index knows of; the rest is read from the record."""
    return [(place.get("section"), place.get("symbol")) for place in locators]
