"""Who and what knowledge is about: metadata, pieces, and a graph of nodes and edges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from wherefrom.core.access import Visibility
from wherefrom.core.values import value
from wherefrom.core.wellformed import JSON

__all__ = ["Edge", "Entity", "InfoType", "KnowledgeType", "Node", "Piece"]


class KnowledgeType(StrEnum):
    """What a piece is."""

    FACT = "fact"
    INSTRUCTION = "instruction"
    PREFERENCE = "preference"
    PROCEDURE = "procedure"
    NOTE = "note"
    EPISODIC = "episodic"


class InfoType(StrEnum):
    """Where a piece goes in the prompt. The well-known ones: any other text is a section of its own."""

    USER_PROFILE = "user_profile"
    INSTRUCTIONS = "instructions"
    CONTEXT = "context"
    SKILLS = "skills"


@value
class _Shared:
    """What every part of the entity layer has in common: its place in the org."""

    id: str
    org: str = ""
    project: str | None = None
    properties: Mapping[str, JSON] = field(default_factory=dict[str, JSON])
    created_at: float = 0.0
    updated_at: float = 0.0
    version: int = 0

    @property
    def visibility(self) -> Visibility:
        return Visibility(org=self.org, project=self.project)


@value
class Entity(_Shared):
    """A profile; the id is such as `user:alice`."""

    entity_type: str


@value
class Node(_Shared):
    node_type: str
    label: str


@value
class Edge(_Shared):
    """Directed; a `piece_id` among the properties links a piece."""

    source_id: str
    target_id: str
    edge_type: str


@value
class Piece:
    """A claim, seen as something to put into a prompt."""

    piece_id: str
    content: str
    knowledge_type: KnowledgeType = KnowledgeType.FACT
    info_type: str = InfoType.CONTEXT
    tags: tuple[str, ...] = ()
    entity_id: str | None = None
    embedding_text: str | None = None
