"""Taking content away so that no byte of it is left.

Driven by what each column holds: content and labels are blanked, system columns stay as a tombstone. Whatever quotes
the erased text elsewhere (evidence, history, attention) is blanked with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from wherefrom.core.attention import AttentionStatus
from wherefrom.core.erasures import Erasures, erasure_mark
from wherefrom.core.histories import Step
from wherefrom.core.ids import content_hash, sha256
from wherefrom.record.columns import ERASED, Holds
from wherefrom.record.documents import SqlEntries
from wherefrom.record.kinds import CHUNKS, CLAIMS, ENTRIES, SOURCES
from wherefrom.record.portions import in_portions
from wherefrom.record.tables import (
    attention,
    chunks,
    claim_bands,
    claim_events,
    claim_sketches,
    claims,
    entries,
    evidence,
    messages,
    orgs,
    sources,
    tool_results,
    vectors,
)
from wherefrom.record.workspace import Workspace

__all__ = ["SqlErasure"]

Ids = sa.Select[Any] | list[str]


class SqlErasure:
    """Erasing inside one unit of work. The caller has checked that the actor sees the item and may do this."""

    def __init__(self, work: Workspace) -> None:
        self._work = work
        self._org = work.actor.org

    def entry(self, id: str) -> None:
        self._passages(chunks.c.entry == id)
        self._settle(attention.c.target_id == id)
        now = self._work.clock()
        self._blank(entries, entries.c.id == id, erased_at=now, deleted_at=now, **self._marks_of(id))
        self._work.change(ENTRIES.name, id, gone=True)

    def passages(self, ids: Sequence[str]) -> None:
        for portion in in_portions(ids):
            self._passages(chunks.c.id.in_(portion))

    def _passages(self, which: sa.ColumnElement[bool]) -> None:
        own = (chunks.c.org == self._org, which)
        self._vectors_of(sa.func.coalesce(chunks.c.embed_text, chunks.c.text), own)
        self._quotes_of(sa.select(chunks.c.id).where(*own))
        for passage in self._work.connection.scalars(sa.delete(chunks).where(*own).returning(chunks.c.id)).all():
            self._work.change(CHUNKS.name, passage, gone=True)

    def rewrite(self, id: str, *, title: str, content: str) -> None:
        own = sa.update(entries).where(entries.c.org == self._org, entries.c.id == id)
        self._work.connection.execute(own.values(title=title, content=content, blob=None))
        self._work.change(ENTRIES.name, id)

    def of_source(self, source: str) -> Erasures:
        own = (entries.c.org == self._org, entries.c.source == source, entries.c.erased_at.is_not(None))
        rows = self._work.connection.execute(sa.select(entries.c.uri, entries.c.content_hash).where(*own)).all()
        marks = frozenset(mark for row in rows for mark in row if mark) - {ERASED}
        return Erasures(secret=self._secret() if marks else "", source=source, marks=marks)

    def delay_sweeps(self) -> None:
        self._take_turns("pg_advisory_xact_lock_shared")

    def begin_sweep(self) -> frozenset[str]:
        self._take_turns("pg_advisory_xact_lock")
        return SqlEntries(self._work).originals()

    def _take_turns(self, lock: str) -> None:
        """Those that keep originals together, whoever sweeps alone. On SQLite every writing unit is alone."""
        if self._work.is_postgres:
            number = int(sha256(f"originals:{self._org}".encode())[:15], 16)
            self._work.connection.execute(sa.select(getattr(sa.func, lock)(number)))

    def _marks_of(self, id: str) -> dict[str, str]:
        """By which the document is known again if its source still has it, and which say nothing else of it."""
        one = sa.select(entries.c.source, entries.c.uri, entries.c.content_hash, entries.c.erased_at)
        row = self._work.connection.execute(one.where(entries.c.org == self._org, entries.c.id == id)).one_or_none()
        if row is None or row.source is None:
            return {}
        if row.erased_at is not None:
            return {"uri": row.uri, "content_hash": row.content_hash}
        secret = self._secret()
        marks = {name: erasure_mark(secret, row.source, getattr(row, name)) for name in ("uri", "content_hash")}
        return {name: mark for name, mark in marks.items() if mark}

    def _secret(self) -> str:
        return self._work.connection.execute(sa.select(orgs.c.secret).where(orgs.c.id == self._org)).scalar_one()

    def source(self, id: str) -> None:
        """With everything that was read from it."""
        read = sa.select(entries.c.id).where(entries.c.org == self._org, entries.c.source == id)
        for entry in self._work.connection.scalars(read).all():
            self.entry(entry)
        self._settle(attention.c.target_id == id)
        unlinked = sa.update(entries).where(entries.c.org == self._org, entries.c.source == id)
        self._work.connection.execute(unlinked.values(source=None))
        self._work.connection.execute(sa.delete(sources).where(sources.c.org == self._org, sources.c.id == id))
        self._work.change(SOURCES.name, id, gone=True)

    def claim(self, id: str) -> None:
        """Its words and its evidence's, where they were shared too; that there was a claim, and how it moved, stays."""
        c = claim_events.c
        shared = sa.select(c.other).where(
            c.org == self._org, c.claim == id, c.event == Step.SHARED.value, c.other.is_not(None)
        )
        for copy in self._work.connection.scalars(shared).all():
            self.claim(copy)
        own = (claims.c.org == self._org, claims.c.id == id)
        self._vectors_of(sa.func.coalesce(claims.c.embedding_text, claims.c.text), own)
        self._blank(evidence, evidence.c.claim == id)
        self._blank(claim_events, claim_events.c.claim == id)
        self._settle(attention.c.target_id == id)
        # What it contradicts, or what took its place, is asked about by an item that quotes both.
        self._settle(attention.c.cause.endswith(f":{id}", autoescape=True))
        self._blank(claims, claims.c.id == id, erased_at=self._work.clock())
        for numbers in (claim_sketches, claim_bands):  # after its row is held: nobody gives it new ones from here on
            self._delete(numbers, numbers.c.claim == id)
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
        self._settle(attention.c.target_id == id)
        erased["messages"] = sum(map(self._said_by, (messages, tool_results), (id, id)))
        return erased

    def _said_by(self, table: sa.Table, owner: str) -> int:
        """What somebody saw and said in sessions, and every quote of it."""
        own = sa.select(table.c.session_id).where(table.c.org == self._org, table.c.owner == owner)
        called = sa.select(tool_results.c.tool_call_id).where(
            tool_results.c.org == self._org, tool_results.c.owner == owner
        )
        self._blank(evidence, sa.or_(evidence.c.session_id.in_(own), evidence.c.tool_call_id.in_(called)))
        return self._delete(table, table.c.owner == owner)

    def _delete(self, table: sa.Table, which: sa.ColumnElement[bool]) -> int:
        return self._work.connection.execute(sa.delete(table).where(table.c.org == self._org, which)).rowcount

    def _vectors_of(self, text: sa.ColumnElement[str], own: tuple[sa.ColumnElement[bool], ...]) -> None:
        """A vector tells much of its text. Where the same text stands elsewhere too, it is made again."""
        hashes = [content_hash(each) for each in self._work.connection.scalars(sa.select(text).where(*own))]
        for portion in in_portions(hashes):
            which = (vectors.c.org == self._org, vectors.c.text_hash.in_(portion))
            self._work.connection.execute(sa.delete(vectors).where(*which))

    def _quotes_of(self, passages: Ids) -> None:
        """Evidence on these passages keeps pointing at them and says no more what they said."""
        pointing = evidence.c.chunk_id.in_(passages)
        standing = sa.select(evidence.c.claim).where(evidence.c.org == self._org, pointing)
        quoting = sa.or_(claim_events.c.claim.in_(standing), self._brings(passages))
        affected = sa.select(claim_events.c.claim).where(claim_events.c.org == self._org, quoting)
        self._settle(attention.c.target_id.in_(passages))
        self._attention_on(sa.union(standing, affected))
        self._blank(claim_events, quoting)
        self._blank(evidence, pointing)

    def _brings(self, passages: Ids) -> sa.ColumnElement[bool]:
        """Events that brought such a passage as evidence of their own, on which the claim itself need not stand."""
        if self._work.is_postgres:
            each = sa.func.jsonb_array_elements(claim_events.c.evidence).table_valued("value", name="each_ref")
            named = sa.func.jsonb_extract_path_text(each.c.value, "chunk_id")
        else:
            each = sa.func.json_each(claim_events.c.evidence).table_valued("value", name="each_ref")
            named = sa.func.json_extract(each.c.value, "$.chunk_id")
        return sa.exists(sa.select(1).select_from(each).where(named.in_(passages)))

    def _attention_on(self, targets: Any) -> None:
        """What is still there: somebody may have to look at it all the same, so what to do, and where, stays."""
        c = attention.c
        self._blank(attention, c.target_id.in_(targets), action=c.action, links=c.links)

    def _settle(self, which: sa.ColumnElement[bool]) -> None:
        """About what is not there any more, nobody can decide anything."""
        self._blank(attention, which, status=AttentionStatus.RESOLVED.value, snoozed_until=None)

    def _blank(self, table: sa.Table, which: sa.ColumnElement[bool], **stamps: Any) -> None:
        blanks: dict[str, Any] = {
            column.name: sa.case((column.is_(None), sa.null()), else_=sa.literal(column.info["blank"], column.type))
            for column in table.columns
            if column.info["holds"] is not Holds.SYSTEM
        }
        statement = sa.update(table).where(table.c.org == self._org, which).values(blanks | stamps)
        self._work.connection.execute(statement)
