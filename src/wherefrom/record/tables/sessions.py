"""What agents did and saw: agents, runs, messages, results of tools."""

from __future__ import annotations

import sqlalchemy as sa

from wherefrom.record.columns import content, id_text, label, system, timestamp
from wherefrom.record.tables.shape import viewable

__all__ = ["agents", "messages", "runs", "tool_results"]

messages = viewable(
    "messages",
    id_text("session_id"),
    id_text("message_id"),
    system("role", null=False),
    system("said_by"),
    content("text", null=False),
    content("content_hash", null=False),
    id_text("owner"),
    sa.Index(None, "org", "session_id", "created_at", "id"),
    sa.Index(None, "org", "owner"),
)

tool_results = viewable(
    "tool_results",
    id_text("session_id"),
    id_text("tool_call_id"),
    label("tool_name", null=False),
    content("text", null=False),
    content("content_hash", null=False),
    id_text("owner"),
    sa.Index(None, "org", "session_id", "created_at", "id"),
    sa.Index(None, "org", "tool_call_id"),
    sa.Index(None, "org", "owner"),
)

agents = viewable(
    "agents",
    label("title", null=False),
    label("description", null=False),
    timestamp("updated_at", null=False),
    system("version", "int", null=False),
)

runs = viewable(
    "runs",
    id_text("agent_id", null=True),
    id_text("show_id", null=True),
    label("title", null=False),
    system("status", null=False),
    content("error"),
    timestamp("ended_at"),
    timestamp("updated_at", null=False),
    system("version", "int", null=False),
    sa.Index(None, "org", "agent_id"),
    sa.Index(None, "org", "show_id"),
)
