"""Filters, pages and cursors: how many rows are asked for and walked through."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Generic, NamedTuple, TypeVar, cast

from wherefrom.core.attention import AttentionStatus
from wherefrom.core.claims import ClaimStatus, Curation, Scope
from wherefrom.core.clock import as_timestamp
from wherefrom.core.documents import EmbeddingStatus, SourceKind, SourceStatus
from wherefrom.core.ids import sha256
from wherefrom.core.relations import Relation
from wherefrom.core.runs import RunState
from wherefrom.core.values import value
from wherefrom.core.wellformed import as_text
from wherefrom.errors import BadCursor, InvalidValue

__all__ = [
    "LARGEST_PAGE",
    "AgentFilter",
    "AttentionFilter",
    "AuditFilter",
    "ChunkFilter",
    "ClaimEventFilter",
    "ClaimFilter",
    "ClaimRelationFilter",
    "Cursor",
    "EdgeFilter",
    "EntityFilter",
    "EntryFilter",
    "Filter",
    "MessageFilter",
    "NodeFilter",
    "Page",
    "RunFilter",
    "SourceFilter",
    "TemplateFilter",
    "ToolResultFilter",
    "as_filter",
    "as_page_size",
]

T = TypeVar("T", covariant=True)
F = TypeVar("F", bound="Filter")

LARGEST_PAGE = 1000


@value
class Filter:
    """Only narrows what the actor may see. What is left at None does not narrow.

    `project` means that project and what belongs to the whole org; lists leave personal items out unless asked.
    """

    project: str | None = None
    since: float | None = None
    until: float | None = None
    personal: bool = False
    newest_first: bool = False


@value
class SourceFilter(Filter):
    kind: SourceKind | None = None
    status: SourceStatus | None = None
    stale: bool | None = None
    uri: str | None = None


@value
class EntryFilter(Filter):
    source: str | None = None
    title: str | None = None
    uri: str | None = None
    uri_ends: tuple[str, ...] | None = None
    """With any of these."""
    type: str | None = None
    tag: str | None = None
    status: SourceStatus | None = None
    stale: bool | None = None
    embedding_status: EmbeddingStatus | None = None
    content_hash: str | None = None
    contributor: str | None = None


@value
class ChunkFilter(Filter):
    """Of one entry or of several; `retired` includes what has been replaced since."""

    entry: str | tuple[str, ...] | None = None
    content_hash: str | None = None
    retired: bool = False


@value
class ClaimFilter(Filter):
    scope: Scope | None = None
    status: tuple[ClaimStatus, ...] | None = None
    curation: tuple[Curation, ...] | None = None
    text: str | None = None
    domain: str | None = None
    tag: str | None = None
    entity_id: str | None = None
    actor_id: str | None = None
    session_id: str | None = None
    run_id: str | None = None
    show_id: str | None = None
    citing_artifact: str | None = None
    from_source: str | None = None
    """Standing on a passage that was read from this source."""
    of_attention: str | None = None
    """What an item of attention is about."""
    less_sure_than: float | None = None


@value
class ClaimEventFilter(Filter):
    claim: str | tuple[str, ...] | None = None
    run_id: str | None = None
    show_id: str | None = None


@value
class ClaimRelationFilter(Filter):
    claim: str | None = None
    other: str | None = None
    relation: Relation | None = None
    about: str | None = None
    """On either side."""


@value
class TemplateFilter(Filter):
    pass


@value
class AgentFilter(Filter):
    pass


@value
class RunFilter(Filter):
    agent_id: str | None = None
    show_id: str | None = None
    status: RunState | None = None


@value
class MessageFilter(Filter):
    session_id: str | None = None
    message_id: str | None = None


@value
class ToolResultFilter(Filter):
    session_id: str | None = None
    tool_call_id: str | None = None


@value
class EntityFilter(Filter):
    entity_type: str | None = None


@value
class NodeFilter(Filter):
    node_type: str | None = None


@value
class EdgeFilter(Filter):
    source_id: str | None = None
    target_id: str | None = None
    edge_type: str | None = None


@value
class AttentionFilter(Filter):
    status: AttentionStatus | None = None
    target_kind: str | None = None
    target_id: str | None = None
    event: str | None = None
    cause: str | None = None
    assignee: str | None = None


@value
class AuditFilter(Filter):
    action: str | None = None
    target_id: str | None = None
    target_begins: str | None = None
    """How the target's id begins: it is told by that everywhere."""
    actor_id: str | None = None


class Cursor(NamedTuple):
    """After which row the next page begins. Outside it is an opaque text that only fits the query it came from."""

    created_at: float
    id: str

    def written(self, where: Filter) -> str:
        packed = json.dumps([self.created_at, self.id, _fingerprint(where)])
        return base64.urlsafe_b64encode(packed.encode()).decode().rstrip("=")

    @classmethod
    def read(cls, text: str, where: Filter) -> Cursor:
        try:
            padded = text.encode("ascii") + b"=" * (-len(text) % 4)
            created_at, id, fingerprint = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
            cursor = cls(as_timestamp(created_at), as_text(id, "id"))
        except (binascii.Error, ValueError, TypeError, AttributeError, RecursionError):
            raise BadCursor("this is not a cursor", value=text, hint="begin again without one") from None
        if fingerprint != _fingerprint(where):
            raise BadCursor(
                "this cursor belongs to another query", value=text, hint="use it with the filters it came from"
            )
        return cursor


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Some of the rows, in the order that was asked for, and the cursor that leads on, if there is more."""

    items: Sequence[T]
    next: str | None = None


def as_filter(given: object, otherwise: F) -> F:
    """What a caller asks for, which is a filter of this kind; `otherwise`, where nothing is asked for."""
    if given is None:
        return otherwise
    if isinstance(given, type(otherwise)):
        return given
    name = type(otherwise).__name__
    raise InvalidValue("this does not say what to look for", value=given, hint=f"give a {name}(…)")


def as_page_size(limit: object) -> int:
    if type(limit) is not int or not 1 <= limit <= LARGEST_PAGE:
        raise InvalidValue("limit is out of range", value=limit, hint=f"ask for 1 to {LARGEST_PAGE}")
    return limit


def _fingerprint(where: Filter) -> str:
    asked = json.dumps([type(where).__name__, cast("dict[str, object]", asdict(where))], sort_keys=True, default=str)
    return sha256(asked.encode())[:12]
