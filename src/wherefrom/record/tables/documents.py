"""What was written: sources, entries, passages."""

from __future__ import annotations

import sqlalchemy as sa

from wherefrom.record.columns import content, id_text, label, system, timestamp
from wherefrom.record.tables.shape import refers_to, viewable

__all__ = ["chunks", "entries", "sources"]

sources = viewable(
    "sources",
    system("kind", null=False),
    label("uri", null=False),
    label("title", null=False),
    label("config", "object", null=False),
    system("contributor"),
    system("cron"),
    content("content_hash"),
    label("state"),
    system("status", null=False),
    content("error"),
    timestamp("last_run_at"),
    system("last_run_status"),
    content("last_run_error"),
    system("last_run_entry_count", "int"),
    timestamp("last_indexed_at"),
    timestamp("updated_at", null=False),
    system("version", "int", null=False),
)

entries = viewable(
    "entries",
    id_text("source", null=True),
    label("title", null=False),
    content("content", null=False),
    system("contributor"),
    system("type", null=False),
    label("tags", "list", null=False),
    label("uri"),
    system("content_kind", null=False),
    content("content_hash", null=False),
    system("media_type"),
    label("revision"),
    content("blob"),
    content("notices", "list", null=False),
    system("chunker"),
    system("chunker_version", "int"),
    system("status", null=False),
    system("embedding_status", null=False),
    content("error"),
    timestamp("updated_at", null=False),
    timestamp("deleted_at"),
    timestamp("erased_at"),
    system("version", "int", null=False),
    refers_to("sources", "source"),
    sa.Index(None, "org", "source"),
    sa.Index(None, "org", "content_hash"),
)

chunks = viewable(
    "chunks",
    id_text("entry"),
    system("position", "int", null=False),
    content("text", null=False),
    content("embed_text"),
    system("content_kind", null=False),
    content("content_hash", null=False),
    content("locators", "list", null=False),
    timestamp("retired_at"),
    id_text("successor", null=True),
    refers_to("entries", "entry", cascade=True),
    sa.Index(None, "org", "entry", "position"),
)
