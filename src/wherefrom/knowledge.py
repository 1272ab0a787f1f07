"""The front door for agents: sessions and branches, the stores, and everything that a claim is made of."""

from __future__ import annotations

from wherefrom.agents.branch import Branch, Operated
from wherefrom.agents.messages import ActionResponse
from wherefrom.agents.session import Session
from wherefrom.agents.stores.governed import PostgresKnowledgeStore, SQLiteKnowledgeStore
from wherefrom.agents.stores.memory import MemoryKnowledgeStore
from wherefrom.agents.stores.null import NullKnowledgeStore
from wherefrom.core.claims import Claim, ClaimEvent, ClaimStatus, Scope
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
from wherefrom.core.severity import derive_claim_severity
from wherefrom.ports.stores import KnowledgeStore

__all__ = [
    "ActionResponse",
    "Branch",
    "Claim",
    "ClaimEvent",
    "ClaimStatus",
    "EvidenceRef",
    "KnowledgeStore",
    "MemoryKnowledgeStore",
    "NullKnowledgeStore",
    "Operated",
    "PostgresKnowledgeStore",
    "SQLiteKnowledgeStore",
    "Scope",
    "Session",
    "derive_claim_severity",
    "from_artifact",
    "from_chunk",
    "from_file",
    "from_human_assertion",
    "from_message",
    "from_model_inference",
    "from_tool_result",
    "from_url",
    "from_user_statement",
]
