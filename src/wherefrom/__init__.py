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
    from wherefrom.bootstrap import open_knowledge as open
    from wherefrom.core.access import Visibility, can_view
    from wherefrom.core.actors import Actor, ActorKind, Role
    from wherefrom.core.claims import Claim, ClaimEvent, ClaimStatus, Scope
    from wherefrom.core.documents import Chunk, Citation, Entry, Source
    from wherefrom.core.entities import Edge, Entity, Node, Piece
    from wherefrom.core.evidence import (
        EvidenceRef,
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
        MissingExtra,
        NotFound,
        StoreError,
        Unauthenticated,
        UsageError,
        WherefromError,
    )
    from wherefrom.services.knowledge import Knowledge

__all__ = [
    "AccessDenied",
    "Actor",
    "ActorKind",
    "AdapterError",
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
    "MissingExtra",
    "Node",
    "NotFound",
    "Piece",
    "Role",
    "Scope",
    "SearchResult",
    "Source",
    "StoreError",
    "Unauthenticated",
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
    "open",
]

__version__ = "0.1.0"

_HOMES = {
    "wherefrom.bootstrap:open_knowledge": ("open",),
    "wherefrom.core.access": ("Visibility", "can_view"),
    "wherefrom.core.actors": ("Actor", "ActorKind", "Role"),
    "wherefrom.core.claims": ("Claim", "ClaimEvent", "ClaimStatus", "Scope"),
    "wherefrom.core.documents": ("Chunk", "Citation", "Entry", "Source"),
    "wherefrom.core.entities": ("Edge", "Entity", "Node", "Piece"),
    "wherefrom.core.evidence": (
        "EvidenceRef",
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
        "MissingExtra",
        "NotFound",
        "StoreError",
        "Unauthenticated",
        "UsageError",
        "WherefromError",
    ),
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
