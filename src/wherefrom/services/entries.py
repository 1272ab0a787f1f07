"""Entries: documents, one by one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypedDict, Unpack

from wherefrom.core.access import as_audience
from wherefrom.core.actions import Action
from wherefrom.core.actors import Role
from wherefrom.core.documents import ContentKind, Entry, SourceStatus
from wherefrom.core.ids import content_hash
from wherefrom.core.paging import EntryFilter, Page
from wherefrom.core.wellformed import as_text, required, several
from wherefrom.ingest.passages import as_document, write_passages
from wherefrom.ports.documents import Chunker
from wherefrom.services.desk import Verbs
from wherefrom.services.placing import placed

__all__ = ["Entries"]

LONGEST_TITLE = 500
LONGEST_ENTRY = 50_000_000


class _Edits(TypedDict, total=False):
    title: str
    content: str
    type: str
    tags: Iterable[str]
    project: str | None
    audience: Iterable[str]
    is_personal: bool
    agent_scope: Iterable[str]


class Entries(Verbs):
    def add(
        self,
        title: str,
        content: str,
        *,
        type: str = "note",
        tags: Iterable[str] = (),
        project: str | None = None,
        audience: Iterable[str] = (),
        is_personal: bool = False,
        agent_scope: Iterable[str] = (),
        uri: str | None = None,
    ) -> Entry:
        """Write something down by hand; it belongs to whoever asks."""
        entry = Entry(
            id=self._desk.ids(),
            title=required(title, "title", longest=LONGEST_TITLE),
            content=as_text(content, "content", longest=LONGEST_ENTRY),
            content_hash=content_hash(content),
            contributor=self._actor.id,
            status=SourceStatus.INDEXED,
            chunker=self._chunker.name,
            chunker_version=self._chunker.version,
            type=required(type, "type"),
            tags=_as_tags(tags),
            project=project,
            audience=as_audience(audience),
            is_personal=is_personal,
            agent_scope=frozenset(agent_scope),
            uri=uri,
        )
        with self._record.write(self._actor) as unit:
            saved = unit.entries.save(placed(unit.actor, entry))
            write_passages(unit, saved, as_document(saved), self._chunker)
            unit.note(Action.ADD_ENTRY, "entry", saved.id, after=saved)
            unit.commit()
        return saved

    def get(self, id: str) -> Entry:
        """By its id or a unique beginning of it."""
        with self._record.read(self._actor) as unit:
            return unit.entries.get(unit.entries.resolve(id))

    def find(self, where: EntryFilter | None = None, *, after: str | None = None, limit: int = 50) -> Page[Entry]:
        with self._record.read(self._actor) as unit:
            return unit.entries.find(where or EntryFilter(newest_first=True), after=after, limit=limit)

    def count(self, where: EntryFilter | None = None) -> int:
        with self._record.read(self._actor) as unit:
            return unit.entries.count(where or EntryFilter())

    def edit(self, id: str, *, expected: int | None = None, **edits: Unpack[_Edits]) -> Entry:
        """Change what is named; the id, and every citation of it, stays. Its contributor may, and admins."""
        with self._record.write(self._actor) as unit:
            before = unit.entries.get(unit.entries.resolve(id))
            self._check_may_change(before, "edit this entry")
            after = unit.entries.save(placed(unit.actor, _edited(before, edits)), expected=expected)
            if _has_other_words(before, after):
                write_passages(unit, after, as_document(after), self._chunker)
            unit.note(Action.EDIT_ENTRY, "entry", after.id, before=before, after=after)
            unit.commit()
        return after

    def delete(self, id: str) -> None:
        """Out of every read; its citations say `gone`. Its contributor may, and admins."""
        with self._record.write(self._actor) as unit:
            entry = unit.entries.get(unit.entries.resolve(id))
            self._check_may_change(entry, "delete this entry")
            unit.entries.delete(entry.id)
            unit.note(Action.DELETE_ENTRY, "entry", entry.id, before=entry)
            unit.commit()

    @property
    def _chunker(self) -> Chunker:
        return self._desk.intake.chunkers[ContentKind.DOCUMENT]

    def _check_may_change(self, entry: Entry, verb: str) -> None:
        if entry.contributor != self._actor.id:
            self._actor.require(Role.ADMIN, verb)


def _edited(entry: Entry, edits: _Edits) -> Entry:
    return replace(
        entry,
        title=required(edits.get("title", entry.title), "title", longest=LONGEST_TITLE),
        content=as_text(edits.get("content", entry.content), "content", longest=LONGEST_ENTRY),
        content_hash=content_hash(edits["content"]) if "content" in edits else entry.content_hash,
        type=required(edits.get("type", entry.type), "type"),
        tags=_as_tags(edits.get("tags", entry.tags)),
        project=edits.get("project", entry.project),
        audience=as_audience(edits.get("audience", entry.audience)),
        is_personal=edits.get("is_personal", entry.is_personal),
        agent_scope=frozenset(edits.get("agent_scope", entry.agent_scope)),
    )


def _has_other_words(before: Entry, after: Entry) -> bool:
    """What was read from a source was cut by what knows pages and lines: it is cut anew only for another text."""
    is_by_hand = after.source is None
    return after.content != before.content or (is_by_hand and after.title != before.title)


def _as_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """In the order given, each once."""
    return tuple(dict.fromkeys(required(tag, "tag", longest=100) for tag in several(tags, "tags")))
