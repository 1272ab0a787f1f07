"""Taking content away so that no byte of it is left.

Driven by what each column holds: content and labels are blanked, system columns stay as a tombstone. Whatever quotes
the erased text elsewhere (evidence, history, attention) is blanked with it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from wherefrom.core.ids import content_hash
from wherefrom.record.columns import Holds
from wherefrom.record.database import Database
from wherefrom.record.kinds import CHUNKS, CLAIMS, ENTRIES, SOURCES
from wherefrom.record.repository import Workspace
from wherefrom.record.tables import attention, chunks, claim_events, claims, entries, evidence, sources, vectors

__all__ = ["SqlErasure", "forget"]

_CHECKPOINT_PATIENCE = 30.0


class SqlErasure:
    """Erasing inside one unit of work. The caller has checked that the actor sees the item and may do this."""

    def __init__(self, work: Workspace) -> None:
        self._work = work
        self._org = work.actor.org

    def entry(self, id: str) -> None:
        own = (chunks.c.org == self._org, chunks.c.entry == id)
        self._vectors_of(sa.func.coalesce(chunks.c.embed_text, chunks.c.text), own)
        passages = list(self._work.connection.scalars(sa.select(chunks.c.id).where(*own)))
        self._quotes_of(passages)
        self._attention_on([id, *passages])
        self._work.connection.execute(sa.delete(chunks).where(*own))
        now = self._work.clock()
        self._blank(entries, entries.c.id == id, erased_at=now, deleted_at=now)
        for passage in passages:
            self._work.change(CHUNKS.name, passage, gone=True)
        self._work.change(ENTRIES.name, id, gone=True)

    def source(self, id: str) -> None:
        """With everything that was read from it."""
        read = sa.select(entries.c.id).where(entries.c.org == self._org, entries.c.source == id)
        for entry in self._work.connection.scalars(read).all():
            self.entry(entry)
        self._attention_on([id])
        unlinked = sa.update(entries).where(entries.c.org == self._org, entries.c.source == id)
        self._work.connection.execute(unlinked.values(source=None))
        self._work.connection.execute(sa.delete(sources).where(sources.c.org == self._org, sources.c.id == id))
        self._work.change(SOURCES.name, id, gone=True)

    def claim(self, id: str) -> None:
        """Its words and its evidence's; that there was a claim, and how it moved, stays."""
        own = (claims.c.org == self._org, claims.c.id == id)
        self._vectors_of(sa.func.coalesce(claims.c.embedding_text, claims.c.text), own)
        self._blank(evidence, evidence.c.claim == id)
        self._blank(claim_events, claim_events.c.claim == id)
        self._attention_on([id])
        self._blank(claims, claims.c.id == id, erased_at=self._work.clock())
        self._work.change(CLAIMS.name, id, gone=True)

    def person(self, id: str) -> dict[str, int]:
        """Everything they contributed, and their words in the history of others' claims."""
        erased: dict[str, int] = {}
        for table, contributor, erase in (
            (sources, sources.c.contributor, self.source),
            (entries, entries.c.contributor, self.entry),
            (claims, claims.c.actor_id, self.claim),
        ):
            ids = self._work.connection.scalars(
                sa.select(table.c.id).where(table.c.org == self._org, contributor == id)
            ).all()
            for item in ids:
                erase(item)
            erased[table.name] = len(ids)
        self._blank(claim_events, claim_events.c.actor_id == id)
        self._blank(evidence, evidence.c.id == id)
        return erased

    def _vectors_of(self, text: sa.ColumnElement[str], own: tuple[sa.ColumnElement[bool], ...]) -> None:
        """A vector tells much of its text. Where the same text stands elsewhere too, it is made again."""
        hashes = [content_hash(each) for each in self._work.connection.scalars(sa.select(text).where(*own))]
        self._work.connection.execute(
            sa.delete(vectors).where(vectors.c.org == self._org, vectors.c.text_hash.in_(hashes))
        )

    def _quotes_of(self, passages: Sequence[str]) -> None:
        """Evidence on these passages keeps pointing at them and says no more what they said."""
        pointing = evidence.c.chunk_id.in_(passages)
        standing = sa.select(evidence.c.claim).where(evidence.c.org == self._org, pointing).distinct()
        affected = list(self._work.connection.scalars(standing))
        self._blank(evidence, pointing)
        self._blank(claim_events, claim_events.c.claim.in_(affected))
        self._attention_on(affected)

    def _attention_on(self, targets: Sequence[str]) -> None:
        self._blank(attention, attention.c.target_id.in_(targets))

    def _blank(self, table: sa.Table, which: sa.ColumnElement[bool], **stamps: Any) -> None:
        blanks: dict[str, Any] = {
            column.name: sa.case((column.is_(None), sa.null()), else_=sa.literal(column.info["blank"], column.type))
            for column in table.columns
            if column.info["holds"] is not Holds.SYSTEM
        }
        statement = sa.update(table).where(table.c.org == self._org, which).values(blanks | stamps)
        self._work.connection.execute(statement)


def forget(database: Database) -> bool:
    """Make the files forget what the tables have forgotten. False if somebody's long read kept them from it."""
    return _rewrite_tables(database) if database.is_postgres else _empty_write_ahead_log(database)


def _empty_write_ahead_log(database: Database) -> bool:
    """secure_delete has overwritten freed bytes in the pages; here those pages reach the file and the log is cut."""
    deadline = time.monotonic() + _CHECKPOINT_PATIENCE
    while True:
        raw = database.engine.raw_connection()
        try:
            busy, *_ = raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            raw.close()
        if not busy or time.monotonic() > deadline:
            return not busy
        time.sleep(0.05)


def _rewrite_tables(database: Database) -> bool:
    """Postgres keeps old row versions until a table is written anew."""
    with database.told(), database.engine.connect() as connection:
        connection = connection.execution_options(isolation_level="AUTOCOMMIT")
        for table in (sources, entries, chunks, claims, evidence, claim_events, attention, vectors):
            connection.execute(sa.text(f"VACUUM (FULL) {table.name}"))
        if _may_checkpoint(connection):
            connection.execute(sa.text("CHECKPOINT"))
    return True


def _may_checkpoint(connection: sa.Connection) -> bool:
    statement = "SELECT rolsuper OR pg_has_role('pg_checkpoint', 'MEMBER') FROM pg_roles WHERE rolname = current_user"
    return bool(connection.scalar(sa.text(statement)))
