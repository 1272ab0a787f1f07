"""What a branch saw, so that evidence about a conversation points at something."""

from __future__ import annotations

from enum import StrEnum

from wherefrom.core.values import value

__all__ = ["Message", "MessageRole", "ToolResult"]


class MessageRole(StrEnum):
    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


@value
class Message:
    """Visible to the session's user, never searchable."""

    session_id: str
    id: str
    role: MessageRole
    text: str
    content_hash: str
    owner: str
    created_at: float = 0.0


@value
class ToolResult:
    """What one call of a tool gave back."""

    session_id: str
    tool_call_id: str
    tool_name: str
    text: str
    content_hash: str
    owner: str
    created_at: float = 0.0
