"""The front door for agents: sessions and branches, the stores, and everything that a claim is made of."""

from __future__ import annotations

from wherefrom.agents.branch import Branch, Operated
from wherefrom.agents.messages import ActionResponse
from wherefrom.agents.session import Session
from wherefrom.agents.stores.governed import PostgresKnowledgeStore, SQLiteKnowledgeStore
from wherefrom.agents.stores.memory import MemoryKnowledgeStore
from wherefrom.agents.stores.null import NullKnowledgeStore
from wherefrom.agents.tools import Tool
from wherefrom.claims.logs import JsonlLog, MemoryLog, SeveralLogs, SpanLog
from wherefrom.core.claims import Claim, ClaimStatus, Scope, ScopeType
from wherefrom.core.evidence import EvidenceKind, EvidenceRef
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
from wherefrom.core.severity import claim_line, derive_claim_severity, derive_severity
from wherefrom.errors import (
    AccessDenied,
    Conflict,
    IllegalTransition,
    InvalidValue,
    MissingEvidence,
    NotFound,
    WherefromError,
)
from wherefrom.ports.logs import ActionLog, LogEntry
from wherefrom.ports.stores import KnowledgeStore

__all__ = [
    "AccessDenied",
    "ActionLog",
    "ActionResponse",
    "Branch",
    "Claim",
    "ClaimEvent",
    "ClaimStatus",
    "Conflict",
    "EvidenceKind",
    "EvidenceRef",
    "IllegalTransition",
    "InvalidValue",
    "JsonlLog",
    "KnowledgeStore",
    "LogEntry",
    "MemoryKnowledgeStore",
    "MemoryLog",
    "MissingEvidence",
    "NotFound",
    "NullKnowledgeStore",
    "Operated",
    "PostgresKnowledgeStore",
    "SQLiteKnowledgeStore",
    "Scope",
    "ScopeType",
    "Session",
    "SeveralLogs",
    "SpanLog",
    "Tool",
    "WherefromError",
    "claim_line",
    "derive_claim_severity",
    "derive_severity",
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
