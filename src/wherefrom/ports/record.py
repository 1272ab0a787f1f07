"""The record: the truth in SQL. There is no reading without an actor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Protocol

from wherefrom.core.access import Visibility
from wherefrom.core.actions import Action, AuditEntry
from wherefrom.core.actors import Actor
from wherefrom.core.changes import Mark
from wherefrom.core.directory import Org
from wherefrom.core.documents import Chunk, Source
from wherefrom.core.entities import Edge, Entity, Node
from wherefrom.core.histories import ClaimEvent
from wherefrom.core.messages import Message, ToolResult
from wherefrom.core.paging import (
    AgentFilter,
    AuditFilter,
    ChunkFilter,
    ClaimEventFilter,
    ClaimRelationFilter,
    EdgeFilter,
    EntityFilter,
    MessageFilter,
    NodeFilter,
    RunFilter,
    SourceFilter,
    TemplateFilter,
    ToolResultFilter,
)
from wherefrom.core.relations import ClaimRelation
from wherefrom.core.runs import Agent, Run
from wherefrom.core.templates import Template
from wherefrom.core.wellformed import JSON
from wherefrom.ports.directory import Directory, Registry
from wherefrom.ports.erasing import Erasure
from wherefrom.ports.following import ChangeFeed, Events
from wherefrom.ports.models import EmbedderId
from wherefrom.ports.repositories import Attention, Chunks, Claims, Entries, Grounds, Repository, Sketches, Vectors

__all__ = ["Record", "UnitOfWork"]


class UnitOfWork(Protocol):
    """One transaction for one actor; org, visibility and row-level security are set when it begins."""

    @property
    def actor(self) -> Actor:
        """With the groups and projects that the record knows now."""
        ...

    @property
    def now(self) -> float:
        """The one time of all that this unit writes."""
        ...

    @property
    def org(self) -> Org: ...

    @property
    def sources(self) -> Repository[Source, SourceFilter]: ...

    @property
    def entries(self) -> Entries: ...

    @property
    def tombstones(self) -> Entries:
        """Entries that were deleted, for whoever erases them or must not bring them back."""
        ...

    @property
    def chunks(self) -> Chunks: ...

    @property
    def remains(self) -> Repository[Chunk, ChunkFilter]:
        """Passages of deleted entries, until those are erased: a citation can say what was there."""
        ...

    @property
    def claims(self) -> Claims: ...

    @property
    def claim_events(self) -> Repository[ClaimEvent, ClaimEventFilter]: ...

    @property
    def claim_relations(self) -> Repository[ClaimRelation, ClaimRelationFilter]: ...

    @property
    def sketches(self) -> Sketches: ...

    @property
    def grounds(self) -> Grounds: ...

    @property
    def templates(self) -> Repository[Template, TemplateFilter]: ...

    @property
    def agents(self) -> Repository[Agent, AgentFilter]: ...

    @property
    def runs(self) -> Repository[Run, RunFilter]: ...

    @property
    def messages(self) -> Repository[Message, MessageFilter]: ...

    @property
    def tool_results(self) -> Repository[ToolResult, ToolResultFilter]: ...

    @property
    def events(self) -> Events: ...

    @property
    def entities(self) -> Repository[Entity, EntityFilter]: ...

    @property
    def nodes(self) -> Repository[Node, NodeFilter]: ...

    @property
    def edges(self) -> Repository[Edge, EdgeFilter]: ...

    @property
    def attention(self) -> Attention: ...

    @property
    def audit(self) -> Repository[AuditEntry, AuditFilter]: ...

    @property
    def directory(self) -> Directory: ...

    @property
    def erasure(self) -> Erasure: ...

    def note(self, action: Action, kind: str, id: str, *, before: object = None, after: object = None) -> None:
        """Write into the audit trail, in this transaction, what was done to what; the hashes are made here.

        What subscribers should hear of it goes to the feed with the commit.
        """
        ...

    def vectors(self, embedder: EmbedderId) -> Vectors:
        """All ever made by this embedder, by the hash of the text: indexing again embeds nothing."""
        ...

    def head(self) -> Mark:
        """The last change that this unit sees."""
        ...

    @property
    def transaction(self) -> object:
        """For an index that lives inside the record, and for nothing else."""
        ...

    def engine_state(self, name: str) -> Mapping[str, JSON] | None:
        """What the keeper of an org's indexes wrote down about them."""
        ...

    def set_engine_state(self, name: str, state: Mapping[str, JSON]) -> None: ...

    def acls_of(self, seen: Iterable[Visibility]) -> Mapping[Visibility, int]:
        """The numbers of classes that items of this org are in."""
        ...

    def adopt_secret(self, secret: str) -> None:
        """Key the hashes of this org as another store did, so that an import keeps its ids when it is read again."""
        ...

    def acls(self) -> frozenset[int]:
        """Visibility classes this actor may read: all that an engine ever learns about permission."""
        ...

    def commit(self) -> Mark:
        """Number the changes last, commit."""
        ...


class Record(Protocol):
    @property
    def changes(self) -> ChangeFeed: ...

    @property
    def registry(self) -> Registry: ...

    def read(self, actor: Actor) -> AbstractContextManager[UnitOfWork]:
        """A snapshot; never takes the write lock."""
        ...

    def write(self, actor: Actor, *, at_leisure: bool = False) -> AbstractContextManager[UnitOfWork]:
        """Write lock at once; leaving without commit undoes.

        `at_leisure`: a commit does not wait for the disk. A process that ends takes nothing back; a power cut may,
        until a later commit has waited. For steps of something that is told as a whole, and can be done again.
        """
        ...

    def sole(self, task: str) -> AbstractContextManager[None]:
        """Conflict if any process is doing this already; the system lets go when the process dies."""
        ...

    def forget(self) -> bool:
        """After an erasure was committed: no file keeps a byte of it. False if a long read kept it from that."""
        ...

    def close(self) -> None: ...
