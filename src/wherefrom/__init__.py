"""wherefrom: where agents keep what they know, and every sentence can say where it came from.

    import wherefrom

    with wherefrom.open("notes.db") as knowledge:
        entry = knowledge.entries.add("Refunds", "Refunds over 100 need two approvals.")

Everything public is importable from here and loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wherefrom.agents.branch import Branch, Operated
    from wherefrom.agents.messages import ActionResponse
    from wherefrom.agents.session import Session
    from wherefrom.agents.stores.governed import PostgresKnowledgeStore, SQLiteKnowledgeStore
    from wherefrom.agents.stores.memory import MemoryKnowledgeStore
    from wherefrom.agents.stores.null import NullKnowledgeStore
    from wherefrom.agents.tools import Tool
    from wherefrom.bootstrap import open_knowledge, open_model
    from wherefrom.core.access import Visibility, can_view
    from wherefrom.core.actors import Actor, ActorKind, Role
    from wherefrom.core.claims import Claim, ClaimStatus, Scope
    from wherefrom.core.documents import Chunk, Citation, Entry, Source
    from wherefrom.core.entities import Edge, Entity, Node, Piece
    from wherefrom.core.evidence import EvidenceRef
    from wherefrom.core.histories import ClaimEvent
    from wherefrom.core.pointers import (
        from_artifact,
        from_chunk,
        from_file,
        from_human_assertion,
        from_message,
        from_model_inference,
        from_tool_result,
        from_url,
        from_user_statement,
    )
    from wherefrom.core.search import Hit, SearchResult
    from wherefrom.errors import (
        AccessDenied,
        AdapterError,
        Conflict,
        ContentError,
        IllegalTransition,
        InvalidValue,
        MissingEvidence,
        MissingExtra,
        NotFound,
        StoreError,
        Unauthenticated,
        UsageError,
        WherefromError,
    )
    from wherefrom.models.language import ModelOptions
    from wherefrom.models.language.scripted import ScriptedModel
    from wherefrom.ports.models import Answer, LanguageModel, Prompt, Untrusted
    from wherefrom.ports.stores import KnowledgeStore
    from wherefrom.services.knowledge import Knowledge

    open = open_knowledge

# `open` is public and left out: a star import must not take Python's own.
__all__ = [
    "AccessDenied",
    "ActionResponse",
    "Actor",
    "ActorKind",
    "AdapterError",
    "Answer",
    "Branch",
    "Chunk",
    "Citation",
    "Claim",
    "ClaimEvent",
    "ClaimStatus",
    "Conflict",
    "ContentError",
    "Edge",
    "Entity",
    "Entry",
    "EvidenceRef",
    "Hit",
    "IllegalTransition",
    "InvalidValue",
    "Knowledge",
    "KnowledgeStore",
    "LanguageModel",
    "MemoryKnowledgeStore",
    "MissingEvidence",
    "MissingExtra",
    "ModelOptions",
    "Node",
    "NotFound",
    "NullKnowledgeStore",
    "Operated",
    "Piece",
    "PostgresKnowledgeStore",
    "Prompt",
    "Role",
    "SQLiteKnowledgeStore",
    "Scope",
    "ScriptedModel",
    "SearchResult",
    "Session",
    "Source",
    "StoreError",
    "Tool",
    "Unauthenticated",
    "Untrusted",
    "UsageError",
    "Visibility",
    "WherefromError",
    "can_view",
    "from_artifact",
    "from_chunk",
    "from_file",
    "from_human_assertion",
    "from_message",
    "from_model_inference",
    "from_tool_result",
    "from_url",
    "from_user_statement",
    "open_model",
]

__version__ = "0.1.0"

_HOMES = {
    "wherefrom.agents.branch": ("Branch", "Operated"),
    "wherefrom.agents.messages": ("ActionResponse",),
    "wherefrom.agents.session": ("Session",),
    "wherefrom.agents.stores.governed": ("PostgresKnowledgeStore", "SQLiteKnowledgeStore"),
    "wherefrom.agents.stores.memory": ("MemoryKnowledgeStore",),
    "wherefrom.agents.stores.null": ("NullKnowledgeStore",),
    "wherefrom.agents.tools": ("Tool",),
    "wherefrom.bootstrap:open_knowledge": ("open",),
    "wherefrom.bootstrap": ("open_model",),
    "wherefrom.core.access": ("Visibility", "can_view"),
    "wherefrom.core.actors": ("Actor", "ActorKind", "Role"),
    "wherefrom.core.claims": ("Claim", "ClaimStatus", "Scope"),
    "wherefrom.core.documents": ("Chunk", "Citation", "Entry", "Source"),
    "wherefrom.core.entities": ("Edge", "Entity", "Node", "Piece"),
    "wherefrom.core.evidence": ("EvidenceRef",),
    "wherefrom.core.histories": ("ClaimEvent",),
    "wherefrom.core.pointers": (
        "from_artifact",
        "from_chunk",
        "from_file",
        "from_human_assertion",
        "from_message",
        "from_model_inference",
        "from_tool_result",
        "from_url",
        "from_user_statement",
    ),
    "wherefrom.core.search": ("Hit", "SearchResult"),
    "wherefrom.errors": (
        "AccessDenied",
        "AdapterError",
        "Conflict",
        "ContentError",
        "IllegalTransition",
        "InvalidValue",
        "MissingEvidence",
        "MissingExtra",
        "NotFound",
        "StoreError",
        "Unauthenticated",
        "UsageError",
        "WherefromError",
    ),
    "wherefrom.models.language": ("ModelOptions",),
    "wherefrom.models.language.scripted": ("ScriptedModel",),
    "wherefrom.ports.models": ("Answer", "LanguageModel", "Prompt", "Untrusted"),
    "wherefrom.ports.stores": ("KnowledgeStore",),
    "wherefrom.services.knowledge": ("Knowledge",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module 'wherefrom' has no attribute {name!r}")
    module, _, attribute = home.partition(":")
    found = getattr(import_module(module), attribute or name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME_OF])
