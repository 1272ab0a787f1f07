"""Where the contract works: one org of its own in a record that other tests may share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Thread
from typing import Any, TypeVar, cast

import pytest

from wherefrom.core.actors import Actor
from wherefrom.core.attention import AttentionItem
from wherefrom.core.claims import Claim
from wherefrom.core.directory import Group, Member, Project
from wherefrom.core.documents import Chunk, Entry, Source
from wherefrom.core.entities import Edge, Entity, Node
from wherefrom.core.paging import (
    AgentFilter,
    AttentionFilter,
    AuditFilter,
    ChunkFilter,
    ClaimEventFilter,
    ClaimFilter,
    ClaimRelationFilter,
    EdgeFilter,
    EntityFilter,
    EntryFilter,
    Filter,
    MessageFilter,
    NodeFilter,
    RunFilter,
    SourceFilter,
    TemplateFilter,
    ToolResultFilter,
)
from wherefrom.ports.record import Record, UnitOfWork
from wherefrom.testing import factories as make

__all__ = ["EVERYTHING_OF", "KINDS", "Contract", "Place", "a_few", "at_once", "repository"]

T = TypeVar("T")

KINDS: dict[str, str] = {
    "Source": "sources",
    "Entry": "entries",
    "Chunk": "chunks",
    "Claim": "claims",
    "ClaimEvent": "claim_events",
    "ClaimRelation": "claim_relations",
    "Template": "templates",
    "Agent": "agents",
    "Run": "runs",
    "Message": "messages",
    "ToolResult": "tool_results",
    "Entity": "entities",
    "Node": "nodes",
    "Edge": "edges",
    "AttentionItem": "attention",
    "AuditEntry": "audit",
}
"""The class of each kind of item, and the repository of a unit that keeps it."""

EVERYTHING_OF: dict[str, Filter] = {
    "sources": SourceFilter(personal=True),
    "entries": EntryFilter(personal=True),
    "chunks": ChunkFilter(personal=True, retired=True),
    "claims": ClaimFilter(personal=True),
    "claim_events": ClaimEventFilter(personal=True),
    "claim_relations": ClaimRelationFilter(personal=True),
    "templates": TemplateFilter(personal=True),
    "agents": AgentFilter(personal=True),
    "runs": RunFilter(personal=True),
    "messages": MessageFilter(personal=True),
    "tool_results": ToolResultFilter(personal=True),
    "entities": EntityFilter(personal=True),
    "nodes": NodeFilter(personal=True),
    "edges": EdgeFilter(personal=True),
    "attention": AttentionFilter(personal=True),
    "audit": AuditFilter(personal=True),
}


def repository(unit: UnitOfWork, item: object) -> Any:
    """The repository for this item, or of this name."""
    return getattr(unit, item if isinstance(item, str) else KINDS[type(item).__name__])


def a_few(of: UnitOfWork, name: str) -> list[Any]:
    """All that the unit's actor sees of one kind; meant for small orgs."""
    return list(repository(of, name).find(EVERYTHING_OF[name], limit=1000).items)


def at_once(*tasks: Callable[[], None]) -> None:
    """Each task in a thread of its own; what fails in one fails the test."""
    failures: list[BaseException] = []

    def guarded(task: Callable[[], None]) -> None:
        try:
            task()
        except BaseException as error:  # noqa: BLE001  -- handed on to the test's own thread
            failures.append(error)

    threads = [Thread(target=guarded, args=(task,)) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures


class Place:
    """An org, its record, and the shortest ways to put something in and to look at it."""

    def __init__(self, record: Record, org: str) -> None:
        self.record = record
        self.org = org
        self.owner = make.owner(org)
        self.system = Actor.system(org)

    def keep(self, item: T, *, by: Actor | None = None, expected: int | None = None) -> T:
        with self.record.write(by or self.system) as unit:
            kept = repository(unit, item).save(item, expected=expected)
            unit.commit()
        return kept

    def keep_all(self, items: Iterable[Any], *, by: Actor | None = None) -> None:
        with self.record.write(by or self.system) as unit:
            for item in items:
                repository(unit, item).save(item)
            unit.commit()

    def keep_new(self, items: Iterable[Any]) -> None:
        """All at once, into one repository."""
        together = list(items)
        with self.record.write(self.owner) as unit:
            repository(unit, together[0]).save_new(together)
            unit.commit()

    def delete(self, item: Any, *, by: Actor | None = None) -> None:
        with self.record.write(by or self.system) as unit:
            repository(unit, item).delete(item.id)
            unit.commit()

    def look(self, item: T, *, by: Actor | None = None) -> T:
        """The same item as it is stored now."""
        with self.record.read(by or self.system) as unit:
            return repository(unit, item).get(cast("Any", item).id)

    def ids(self, where: Filter, *, by: Actor | None = None) -> list[str]:
        name = next(name for name, each in EVERYTHING_OF.items() if type(each) is type(where))
        with self.record.read(by or self.system) as unit:
            return [item.id for item in repository(unit, name).find(where, limit=1000).items]

    def person(self, id: str, *, groups: Iterable[str] = (), projects: Iterable[str] = ()) -> Actor:
        """A member of the org, known to the record, as an actor."""
        member = Member(org=self.org, id=id, groups=frozenset(groups), projects=frozenset(projects))
        with self.record.write(self.system) as unit:
            unit.directory.save_member(member)
            unit.commit()
        return make.person(self.org, id)

    def group(self, id: str) -> str:
        with self.record.write(self.system) as unit:
            unit.directory.save_group(Group(org=self.org, id=id, title=id))
            unit.commit()
        return id

    def project(self, id: str, *, restricted: bool = False) -> str:
        with self.record.write(self.system) as unit:
            unit.directory.save_project(Project(org=self.org, id=id, title=id, restricted=restricted))
            unit.commit()
        return id

    def one_of_each(self) -> dict[str, Any]:
        """One item of every kind, stored, by the name of its repository."""
        source = self.keep(make.source())
        entry = self.keep(make.entry(source=source.id))
        chunk = self.keep(make.chunk(entry))
        claim = self.keep(make.claim())
        one, other = self.keep(make.node()), self.keep(make.node())
        made: tuple[Source | Entry | Chunk | Claim | Entity | Node | Edge | AttentionItem | Any, ...] = (
            source,
            entry,
            chunk,
            claim,
            self.keep(make.claim_event(claim)),
            self.keep(make.claim_relation(claim, self.keep(make.claim("another")))),
            self.keep(make.template()),
            self.keep(make.agent_entry()),
            self.keep(make.run()),
            self.keep(make.message(self.owner.id)),
            self.keep(make.tool_result(self.owner.id)),
            self.keep(make.entity()),
            one,
            self.keep(make.edge(one, other)),
            self.keep(make.attention(entry)),
            self.keep(make.audit_entry(self.owner)),
        )
        return {KINDS[type(item).__name__]: item for item in made}


class Contract:
    """What every part of the contract builds on. Tests share the record, and each has an org of its own in it."""

    @pytest.fixture
    def record(self) -> Record:
        raise NotImplementedError("a backend overrides this fixture")

    @pytest.fixture
    def place(self, record: Record) -> Place:
        org = make.org()
        record.registry.create_org(org)
        return Place(record, org.id)

    @pytest.fixture
    def elsewhere(self, record: Record) -> Place:
        """Another org of the same record."""
        org = make.org()
        record.registry.create_org(org)
        return Place(record, org.id)
