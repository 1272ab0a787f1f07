"""The record: the truth in SQL. There is no reading without an actor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol, TypeVar

from wherefrom.core.access import Visibility
from wherefrom.core.actions import Action, AuditEntry
from wherefrom.core.actors import Actor
from wherefrom.core.attention import AttentionItem
from wherefrom.core.changes import Mark
from wherefrom.core.claims import Claim, ClaimEvent, ClaimRelation, Scope
from wherefrom.core.directory import Org
from wherefrom.core.documents import Chunk, Entry, Heading, Known, Passage, Source
from wherefrom.core.entities import Edge, Entity, Node
from wherefrom.core.evidence import Standing
from wherefrom.core.messages import Message, ToolResult
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
    Page,
    RunFilter,
    SourceFilter,
    TemplateFilter,
    ToolResultFilter,
)
from wherefrom.core.runs import Agent, Run
from wherefrom.core.templates import Template
from wherefrom.core.wellformed import JSON
from wherefrom.ports.directory import Directory, Registry
from wherefrom.ports.erasing import Erasure
from wherefrom.ports.following import ChangeFeed, Events
from wherefrom.ports.models import EmbedderId

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "Attention",
    "ChangeFeed",
    "Chunks",
    "Claims",
    "Directory",
    "Entries",
    "Events",
    "Grounds",
    "Record",
    "Registry",
    "Repository",
    "UnitOfWork",
    "Vectors",
]

T = TypeVar("T")
F = TypeVar("F", bound=Filter, contravariant=True)


class Repository(Protocol[T, F]):
    """Rows of one kind as the unit's actor may see them."""

    def get(self, id: str) -> T:
        """NotFound when absent or not visible: one class, one text. In a writing unit the row stays locked."""
        ...

    def get_many(self, ids: Iterable[str]) -> Mapping[str, T]:
        """One round trip; what may not be seen is missing. This is `permit`."""
        ...

    def resolve(self, prefix: str) -> str:
        """The one visible id that begins so; NotFound, or AmbiguousId with some of those that do."""
        ...

    def find(self, where: F, *, after: str | None = None, limit: int = 50) -> Page[T]:
        """By (created_at, id): no row that was there is repeated or skipped while others are written."""
        ...

    def every(self, where: F) -> Iterator[T]:
        """All that match, page by page."""
        ...

    def sample(self, size: int) -> Sequence[str]:
        """The first ids that are not personal: ids are random, so this is a fair sample and the same one each time."""
        ...

    def count(self, where: F) -> int:
        """Of what the actor may see."""
        ...

    def save(self, item: T, *, expected: int | None = None) -> T:
        """Insert or replace, note the change; Conflict if the stored version is not the expected one."""
        ...

    def save_new(self, items: Iterable[T]) -> None:
        """Insert many at once; Conflict if one exists."""
        ...

    def delete(self, id: str) -> None:
        """NotFound as in get; notes the change."""
        ...


class Entries(Repository[Entry, EntryFilter], Protocol):
    """Deleting one leaves a tombstone: out of every read, with its passages, until it is erased."""

    def headings(self, ids: Iterable[str]) -> Mapping[str, Heading]:
        """As get_many, without the text."""
        ...

    def known(self, source: str) -> Mapping[str, Known]:
        """What was read from a source, by the address of each; without their texts."""
        ...

    def hidden_of(self, source: str) -> Mapping[str, str]:
        """The addresses of what was read from a source and the actor may not see, with the hash of each."""
        ...

    def stamp(self, ids: Iterable[str], revision: str | None) -> None:
        """What their origin calls this version of them; nothing else of them changes."""
        ...

    def mark_stale(self, source: str) -> None:
        """All that was read from it, whoever may see it: the next run reads it again."""
        ...

    def passages_of(self, source: str) -> int:
        """How many passages its entries have now."""
        ...

    def originals(self) -> frozenset[str]:
        """The hashes of all originals that anything in the org still refers to, whoever may see it."""
        ...

    def delete_by_source(self, source: str) -> int:
        """All entries of a source at once; how many there were."""
        ...


class Chunks(Repository[Chunk, ChunkFilter], Protocol):
    """Passages; they are seen by whoever may see their entry."""

    def passages(self, ids: Iterable[str]) -> Sequence[Passage]:
        """Those in use, as an index tells of them."""
        ...

    def words_of(self, entries: Iterable[str], *, within: Visibility) -> Mapping[str, frozenset[str]]:
        """The hashes of the passages in use of each; only of entries that are shown to nobody outside `within`."""
        ...

    def retire(self, id: str, *, successor: str | None = None) -> None:
        """Out of search; kept with its successor, so that a citation can show both texts."""
        ...

    def move(self, items: Sequence[Chunk]) -> None:
        """Many at once to another place in the same entry, living again if they were retired; their words stay."""
        ...


class Claims(Repository[Claim, ClaimFilter], Protocol):
    """Claims with their evidence, which is only ever added to."""

    def same_statement(self, text: str) -> Sequence[Claim]:
        """Those that the actor sees and that say the same. Whoever writes keeps others from saying it until commit."""
        ...

    def sketch(self, id: str, bands: Sequence[str]) -> None:
        """Keep the few numbers that a claim shares with those that say nearly the same."""
        ...

    def alike(self, bands: Sequence[str], *, limit: int) -> Mapping[str, str]:
        """What those say that the actor sees and that share one of these numbers, by their ids; the newest of them."""
        ...


class Attention(Repository[AttentionItem, AttentionFilter], Protocol):
    """One item a cause."""

    def sight(self, item: AttentionItem) -> bool:
        """A cause was seen. Whether there is something new in it: a new cause, or the same with other details.

        What is new in an item that was resolved opens it again.
        """
        ...

    def settle(self, cause: str) -> bool:
        """The cause is gone, so nobody need look any more. Whether there was an item about it."""
        ...

    def weigh(self, causes: Mapping[str, str | None]) -> None:
        """Of each cause, why nobody need look any more: its item, whoever may see it, is resolved and says so.

        With None somebody must look again: it is open, if it was resolved so. What a person resolved stays so.
        """
        ...

    def weigh_contradictions(self, claim: str, why: str | None) -> None:
        """Those between this claim and others, whoever may see them: resolved, and the item says why.

        With None the claim holds again: those that were resolved so, and whose other side holds too, are open again.
        """
        ...


class Grounds(Protocol):
    """What the last look at evidence found. What no claim stands on that holds is left alone."""

    def of(self, claims: Iterable[str]) -> Mapping[str, Sequence[Standing]]:
        """The evidence of each claim, in order; words that the actor may not see are left out."""
        ...

    def keep(self, standings: Iterable[Standing]) -> None: ...

    def restless(self, scope: Scope | None) -> Iterator[Standing]:
        """Evidence on passages that are not as the last look found them."""
        ...

    def outside(self, scope: Scope | None) -> Iterator[Standing]:
        """Evidence on files, artifacts and pages: the record cannot know whether they changed."""
        ...

    def counts(self, scope: Scope | None) -> Mapping[str, int]:
        """How many pieces of evidence are in each state."""
        ...


class Vectors(Protocol):
    """Vectors of one embedder."""

    def get(self, hashes: Iterable[str]) -> Mapping[str, NDArray[np.float32]]: ...

    def add(self, made: Mapping[str, NDArray[np.float32]]) -> None:
        """Keep them; those that are there already stay."""
        ...


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

    def write(self, actor: Actor) -> AbstractContextManager[UnitOfWork]:
        """Write lock at once; leaving without commit undoes."""
        ...

    def sole(self, task: str) -> AbstractContextManager[None]:
        """Conflict if any process is doing this already; the system lets go when the process dies."""
        ...

    def forget(self) -> bool:
        """After an erasure was committed: no file keeps a byte of it. False if a long read kept it from that."""
        ...

    def close(self) -> None: ...
