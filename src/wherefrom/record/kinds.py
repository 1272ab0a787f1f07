"""How each kind of value is laid into its table and read out again.

Columns and fields have the same names; what JSON or an enum needs is said here. A visibility class stands for the
fields that say who may see an item, so those have no columns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cached_property
from math import isfinite
from operator import attrgetter
from typing import Any, Generic, TypeVar, cast

import sqlalchemy as sa

from wherefrom.core.access import Visibility
from wherefrom.core.actions import Action, AuditEntry
from wherefrom.core.actors import ActorKind
from wherefrom.core.attention import AttentionItem, AttentionStatus
from wherefrom.core.claims import Claim, ClaimStatus, Curation, ScopeType
from wherefrom.core.documents import (
    Chunk,
    ContentKind,
    EmbeddingStatus,
    Entry,
    RunStatus,
    Source,
    SourceKind,
    SourceStatus,
)
from wherefrom.core.entities import Edge, Entity, Node
from wherefrom.core.evidence import EvidenceRef
from wherefrom.core.histories import ClaimEvent
from wherefrom.core.locators import locator_as_json, locator_from_json
from wherefrom.core.messages import Message, MessageRole, ToolResult
from wherefrom.core.relations import ClaimRelation, Relation
from wherefrom.core.runs import Agent, Run, RunState
from wherefrom.core.templates import Template
from wherefrom.core.wellformed import as_json
from wherefrom.record import tables
from wherefrom.record.written import Written, written_if_clean

__all__ = [
    "AGENTS",
    "ATTENTION",
    "AUDIT",
    "CHUNKS",
    "CLAIMS",
    "CLAIM_EVENTS",
    "CLAIM_RELATIONS",
    "EDGES",
    "ENTITIES",
    "ENTRIES",
    "MESSAGES",
    "NODES",
    "RUNS",
    "SOURCES",
    "TEMPLATES",
    "TOOL_RESULTS",
    "Kind",
]

T = TypeVar("T")
Load = Callable[[Any], Any]
Row = Mapping[str, Any]

_UNSTORED = frozenset({"org", "acl", "statement_hash"})
_PLAIN = frozenset({type(None), bool, int, Written})
_JSON = frozenset({float, str, tuple, list, dict})
_EVIDENCE = tuple(each.name for each in fields(EvidenceRef))
_read_evidence = attrgetter(*_EVIDENCE)


@dataclass(frozen=True, kw_only=True)
class Kind(Generic[T]):
    """One kind of item: its table, its class, and how single fields are read from and written to their columns."""

    name: str
    table: sa.Table
    value: type[T]
    loads: Mapping[str, Load] = field(default_factory=lambda: cast("dict[str, Load]", {}))
    dumps: Mapping[str, Load] = field(default_factory=lambda: cast("dict[str, Load]", {}))
    seen_fields: Callable[[Visibility], dict[str, Any]] = lambda seen: {"seen_by": seen}

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.table.columns if column.name not in _UNSTORED)

    @cached_property
    def fields(self) -> frozenset[str]:
        return frozenset(each.name for each in fields(cast("Any", self.value)))

    @cached_property
    def _read(self) -> Callable[[T], tuple[Any, ...]]:
        return attrgetter(*self.columns)

    def row(self, item: T) -> dict[str, Any]:
        """What is stored, each value checked. Most are plain, and there are many: those are passed by at once."""
        row: dict[str, Any] = dict(zip(self.columns, self._read(item), strict=True))
        for name, dump in self.dumps.items():
            if row[name] is not None:
                dumped = dump(row[name])
                row[name] = written_if_clean(dumped) or dumped
        for name, value in cast("dict[str, object]", row).items():
            kind = type(value)
            if kind in _PLAIN or (kind is str and row[name].isascii() and "\x00" not in row[name]):
                continue
            if kind is not float or not isfinite(row[name]):
                row[name] = _stored(name, value)
        return row

    def item(self, row: Row, seen: Visibility, **children: Any) -> T:
        stored = {name: row[name] for name in self.columns}
        for name, load in self.loads.items():
            if stored[name] is not None:
                stored[name] = load(stored[name])
        make = cast("Callable[..., T]", self.value)
        return make(org=row["org"], **stored, **self.seen_fields(seen), **children)


def _stored(name: str, value: object) -> object:
    if isinstance(value, StrEnum):
        return str.__str__(value)  # a plain text, and `.value` takes its time
    if value == ():
        return []
    if type(value) in _JSON or not isinstance(value, Mapping):
        return as_json(value, name)
    return as_json(dict(cast("Mapping[str, Any]", value)), name)


def _as_item_fields(seen: Visibility) -> dict[str, Any]:
    """For items whose own fields say who may see them."""
    return {
        "project": seen.project,
        "is_personal": seen.personal_to is not None,
        "audience": seen.audience,
        "agent_scope": seen.agent_scope,
    }


def _as_project(seen: Visibility) -> dict[str, Any]:
    return {"project": seen.project}


def _as_owned(_: Visibility) -> dict[str, Any]:
    """For items that only their owner sees, who has a column."""
    return {}


def _evidence_as_json(evidence: tuple[EvidenceRef, ...]) -> list[dict[str, Any]]:
    said = (zip(_EVIDENCE, _read_evidence(ref), strict=True) for ref in evidence)
    return [{name: value for name, value in each if value is not None} for each in said]


def _evidence_from_json(written: list[dict[str, Any]]) -> tuple[EvidenceRef, ...]:
    return tuple(EvidenceRef(**ref) for ref in written)


SOURCES = Kind(
    name="source",
    table=tables.sources,
    value=Source,
    loads={"kind": SourceKind, "status": SourceStatus, "last_run_status": RunStatus},
    seen_fields=_as_item_fields,
)
ENTRIES = Kind(
    name="entry",
    table=tables.entries,
    value=Entry,
    loads={
        "tags": tuple,
        "notices": tuple,
        "content_kind": ContentKind,
        "status": SourceStatus,
        "embedding_status": EmbeddingStatus,
    },
    seen_fields=_as_item_fields,
)
CHUNKS = Kind(
    name="chunk",
    table=tables.chunks,
    value=Chunk,
    loads={"locators": lambda written: tuple(locator_from_json(each) for each in written), "content_kind": ContentKind},
    dumps={"locators": lambda locators: [locator_as_json(each) for each in locators]},
)
CLAIMS = Kind(
    name="claim",
    table=tables.claims,
    value=Claim,
    loads={
        "claim_status": ClaimStatus,
        "curation": Curation,
        "scope_type": ScopeType,
        "actor_type": ActorKind,
        "verified_by": ActorKind,
        "tags": tuple,
    },
    seen_fields=_as_item_fields,
)
CLAIM_EVENTS = Kind(
    name="claim event",
    table=tables.claim_events,
    value=ClaimEvent,
    loads={
        "before": ClaimStatus,
        "after": ClaimStatus,
        "actor_type": ActorKind,
        "evidence": _evidence_from_json,
    },
    dumps={"evidence": _evidence_as_json},
)
CLAIM_RELATIONS = Kind(
    name="claim relation", table=tables.claim_relations, value=ClaimRelation, loads={"relation": Relation}
)
TEMPLATES = Kind(name="template", table=tables.templates, value=Template)
AGENTS = Kind(name="agent", table=tables.agents, value=Agent)
RUNS = Kind(name="run", table=tables.runs, value=Run, loads={"status": RunState})
MESSAGES = Kind(
    name="message",
    table=tables.messages,
    value=Message,
    loads={"role": MessageRole, "said_by": ActorKind},
    seen_fields=_as_owned,
)
TOOL_RESULTS = Kind(name="tool result", table=tables.tool_results, value=ToolResult, seen_fields=_as_owned)
ENTITIES = Kind(name="entity", table=tables.entities, value=Entity, seen_fields=_as_project)
NODES = Kind(name="node", table=tables.nodes, value=Node, seen_fields=_as_project)
EDGES = Kind(name="edge", table=tables.edges, value=Edge, seen_fields=_as_project)
ATTENTION = Kind(
    name="attention item",
    table=tables.attention,
    value=AttentionItem,
    loads={"status": AttentionStatus, "links": tuple},
)
AUDIT = Kind(
    name="audit entry",
    table=tables.audit,
    value=AuditEntry,
    loads={"action": Action, "actor_kind": ActorKind},
)
