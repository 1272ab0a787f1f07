"""What somebody should look at, and who did what."""

from __future__ import annotations

import sqlalchemy as sa

from wherefrom.record.columns import content, id_text, label, system, timestamp
from wherefrom.record.tables.shape import viewable

__all__ = ["attention", "audit"]

attention = viewable(
    "attention",
    system("cause", null=False),
    system("event", null=False),
    system("severity", null=False),
    system("tone", null=False),
    label("action", null=False),
    system("target_kind", null=False),
    id_text("target_id"),
    system("status", null=False),
    id_text("assignee", null=True),
    timestamp("snoozed_until"),
    label("links", "list", null=False),
    content("detail", "object", null=False),
    timestamp("updated_at", null=False),
    system("version", "int", null=False),
    sa.UniqueConstraint("org", "cause"),
    sa.Index(None, "org", "target_id"),
)

audit = viewable(
    "audit",
    system("action", null=False),
    system("target_kind", null=False),
    id_text("target_id"),
    system("actor_kind", null=False),
    id_text("actor_id"),
    system("elevated", "bool", null=False),
    system("before_hash"),
    system("after_hash"),
    sa.Index(None, "org", "target_id"),
)
