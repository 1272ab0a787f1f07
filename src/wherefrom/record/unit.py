"""One transaction for one actor."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, cast

import sqlalchemy as sa

from wherefrom.core.access import Visibility
from wherefrom.core.actions import Action, Announcement, AuditEntry, event_of
from wherefrom.core.actors import Actor
from wherefrom.core.changes import Mark
from wherefrom.core.directory import Org
from wherefrom.core.entities import Edge, Entity, Node
from wherefrom.core.ids import Ids, keyed_hash
from wherefrom.core.messages import Message, ToolResult
from wherefrom.core.paging import (
    AgentFilter,
    AuditFilter,
    EdgeFilter,
    EntityFilter,
    MessageFilter,
    NodeFilter,
    RunFilter,
    TemplateFilter,
    ToolResultFilter,
)
from wherefrom.core.runs import Agent, Run
from wherefrom.core.templates import Template
from wherefrom.core.wellformed import JSON, as_json, as_text
from wherefrom.errors import NotFound
from wherefrom.ports.models import EmbedderId
from wherefrom.record import kinds, tables
from wherefrom.record.announcing import SqlEvents, number_events
from wherefrom.record.attention import SqlAttention
from wherefrom.record.changes import head_of, number_changes, take_numbers
from wherefrom.record.claims import SqlClaimEvents, SqlClaimRelations, SqlClaims
from wherefrom.record.directory import SqlDirectory
from wherefrom.record.documents import SqlChunks, SqlEntries, SqlRemains, SqlSources, SqlTombstones
from wherefrom.record.erasure import SqlErasure
from wherefrom.record.grounds import SqlGrounds
from wherefrom.record.prepared import Prepared
from wherefrom.record.repository import SqlRepository
from wherefrom.record.sketches import SqlSketches
from wherefrom.record.vectors import SqlVectors
from wherefrom.record.visibility import as_seen_by
from wherefrom.record.workspace import Workspace

__all__ = ["Heard", "SqlUnitOfWork"]

Heard = Callable[[Announcement], None]
"""Whoever in this process hears at once what was committed."""

_OWN_ORG = Prepared(sa.select(tables.orgs).where(tables.orgs.c.id == sa.bindparam("own_org")))
_ENGINE_STATE = sa.select(tables.engine_state.c.state).where(
    tables.engine_state.c.org == sa.bindparam("own_org"), tables.engine_state.c.name == sa.bindparam("name")
)


class SqlUnitOfWork:
    """The repositories of one transaction. Made by `SqlRecord.read` and `SqlRecord.write`, by nobody else."""

    def __init__(self, work: Workspace, ids: Ids, heard: Heard | None = None) -> None:
        self._work = work
        self._ids = ids
        self._heard = heard
        self._noted: list[AuditEntry] = []
        self._announced: list[tuple[Announcement, int]] = []
        self._actor: Actor | None = None
        self._org: Org | None = None

    @property
    def actor(self) -> Actor:
        self._actor = self._actor or as_seen_by(self._work.actor, self._work.connection)
        return self._actor

    @property
    def now(self) -> float:
        return self._work.clock()

    @property
    def org(self) -> Org:
        self._org = self._org or self._read_org()
        return self._org

    def _read_org(self) -> Org:
        row = _OWN_ORG.first(self._work.connection, {"own_org": self._work.actor.org})
        if row is None:
            raise NotFound("org", self._work.actor.org)
        return Org(**dict(zip(tables.orgs.c.keys(), row, strict=True)))

    @property
    def sources(self) -> SqlSources:
        return SqlSources(self._work)

    @property
    def entries(self) -> SqlEntries:
        return SqlEntries(self._work)

    @property
    def tombstones(self) -> SqlTombstones:
        return SqlTombstones(self._work)

    @property
    def chunks(self) -> SqlChunks:
        return SqlChunks(self._work)

    @property
    def remains(self) -> SqlRemains:
        return SqlRemains(self._work)

    @property
    def claims(self) -> SqlClaims:
        return SqlClaims(self._work)

    @property
    def claim_events(self) -> SqlClaimEvents:
        return SqlClaimEvents(self._work)

    @property
    def claim_relations(self) -> SqlClaimRelations:
        return SqlClaimRelations(self._work)

    @property
    def sketches(self) -> SqlSketches:
        return SqlSketches(self._work)

    @property
    def grounds(self) -> SqlGrounds:
        return SqlGrounds(self._work)

    @property
    def templates(self) -> SqlRepository[Template, TemplateFilter]:
        return SqlRepository(self._work, kinds.TEMPLATES)

    @property
    def agents(self) -> SqlRepository[Agent, AgentFilter]:
        return SqlRepository(self._work, kinds.AGENTS)

    @property
    def runs(self) -> SqlRepository[Run, RunFilter]:
        return SqlRepository(self._work, kinds.RUNS)

    @property
    def messages(self) -> SqlRepository[Message, MessageFilter]:
        return SqlRepository(self._work, kinds.MESSAGES)

    @property
    def tool_results(self) -> SqlRepository[ToolResult, ToolResultFilter]:
        return SqlRepository(self._work, kinds.TOOL_RESULTS)

    @property
    def events(self) -> SqlEvents:
        return SqlEvents(self._work)

    @property
    def entities(self) -> SqlRepository[Entity, EntityFilter]:
        return SqlRepository(self._work, kinds.ENTITIES)

    @property
    def nodes(self) -> SqlRepository[Node, NodeFilter]:
        return SqlRepository(self._work, kinds.NODES)

    @property
    def edges(self) -> SqlRepository[Edge, EdgeFilter]:
        return SqlRepository(self._work, kinds.EDGES)

    @property
    def attention(self) -> SqlAttention:
        return SqlAttention(self._work)

    @property
    def audit(self) -> SqlRepository[AuditEntry, AuditFilter]:
        self._write_notes()
        return SqlRepository(self._work, kinds.AUDIT)

    @property
    def directory(self) -> SqlDirectory:
        return SqlDirectory(self._work, self.actor)

    @property
    def erasure(self) -> SqlErasure:
        return SqlErasure(self._work)

    def note(self, action: Action, kind: str, id: str, *, before: Any = None, after: Any = None) -> None:
        known = after if after is not None else before
        entry = AuditEntry(
            id=self._ids(),
            action=action,
            target_kind=kind,
            target_id=id,
            actor_kind=self._work.actor.kind,
            actor_id=self._work.actor.id,
            seen_by=getattr(known, "visibility", None) or Visibility(org=self._work.actor.org),
            elevated=self._work.actor.sees_everything,
            before_hash=self._hash(before),
            after_hash=self._hash(after),
            created_at=self._work.clock(),
        )
        self._noted.append(entry)
        self._announce(entry)

    def _write_notes(self) -> None:
        """Together, when they are asked for or committed: an ingest notes hundreds."""
        noted, self._noted = self._noted, []
        SqlRepository(self._work, kinds.AUDIT).save_new(noted)

    def _announce(self, entry: AuditEntry) -> None:
        event = event_of(entry.action)
        if event is None:
            return
        told = Announcement(
            id=self._ids(),
            org=self._work.actor.org,
            event=event,
            target_kind=entry.target_kind,
            target_id=entry.target_id,
            actor_kind=entry.actor_kind,
            actor_id=entry.actor_id,
            created_at=self._work.clock(),
        )
        seen = entry.seen_by if entry.seen_by.org == told.org else replace(entry.seen_by, org=told.org)
        self._announced.append((told, self._work.classes.number_of(seen)))

    def vectors(self, embedder: EmbedderId) -> SqlVectors:
        return SqlVectors(self._work, embedder)

    def head(self) -> Mark:
        return head_of(self._work.connection, self._work.actor.org)

    @property
    def transaction(self) -> sa.Connection:
        return self._work.connection

    def engine_state(self, name: str) -> Mapping[str, JSON] | None:
        if self._work.writes:
            self._take_turns()
        return self._work.connection.scalar(_ENGINE_STATE, {"own_org": self._work.actor.org, "name": name})

    def set_engine_state(self, name: str, state: Mapping[str, JSON]) -> None:
        table, org = tables.engine_state, self._work.actor.org
        self._work.connection.execute(sa.delete(table).where(table.c.org == org, table.c.name == name))
        row = {"org": org, "name": name, "state": as_json(dict(state), "state"), "updated_at": self._work.clock()}
        self._work.connection.execute(sa.insert(table), row)

    def _take_turns(self) -> None:
        """Whoever reads a state to change it keeps others from doing so until commit; on SQLite every writer does."""
        own = sa.select(tables.orgs.c.id).where(tables.orgs.c.id == self._work.actor.org)
        if self._work.is_postgres:
            self._work.connection.execute(own.with_for_update(key_share=True))

    def acls_of(self, seen: Iterable[Visibility]) -> Mapping[Visibility, int]:
        return {each: self._work.classes.number_of(each) for each in set(seen)}

    def adopt_secret(self, secret: str) -> None:
        own = sa.update(tables.orgs).where(tables.orgs.c.id == self._work.actor.org)
        self._work.connection.execute(own.values(secret=as_text(secret, "secret")))
        self._org = None

    def acls(self) -> frozenset[int]:
        seen = self._work.acls()
        if seen is not None:
            return seen
        own = sa.select(tables.visibilities.c.id).where(tables.visibilities.c.org == self._work.actor.org)
        return frozenset(self._work.connection.scalars(own))

    def commit(self) -> Mark:
        self._write_notes()
        mark = self._number()
        self._work.connection.commit()
        if self._heard is not None:
            for told, _ in self._announced:
                self._heard(told)
        return mark

    def _number(self) -> Mark:
        """What is noted and announced gets its numbers last: whoever takes them keeps other writers waiting."""
        connection, org, noted = self._work.connection, self._work.actor.org, self._work.noted
        if not noted and not self._announced:
            return head_of(connection, org)
        mark, last_event = take_numbers(connection, org, changes=len(noted), events=len(self._announced))
        number_events(self._work, self._announced, last_event)
        number_changes(connection, org, noted, mark)
        return mark

    def _hash(self, item: Any) -> str | None:
        """Keyed by the org, so that the trail confirms no guess about content that was erased since."""
        if item is None:
            return None
        return keyed_hash(self.org.secret, type(item).__name__, _shape(_parts(item)))


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


def _parts(item: Any) -> dict[str, Any]:
    return {name: getattr(item, name) for name in _names(cast("type[Any]", type(item)))}


def _plain(value: object) -> object:
    """Sets have no order of their own, and a hash needs one."""
    if isinstance(value, frozenset):
        return sorted(cast("frozenset[str]", value))
    return _parts(value) if is_dataclass(value) else str(value)


_shape = json.JSONEncoder(sort_keys=True, default=_plain).encode
