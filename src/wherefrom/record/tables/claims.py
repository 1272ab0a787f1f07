"""What was learned: claims, their evidence, their history, and how they stand to each other."""

from __future__ import annotations

import sqlalchemy as sa

from wherefrom.record.columns import Holds, content, id_text, label, org_key, system, timestamp
from wherefrom.record.tables.shape import metadata, refers_to, viewable

__all__ = ["claim_bands", "claim_events", "claim_relations", "claim_sketches", "claims", "evidence", "templates"]


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), primary_key=True, autoincrement=False, info={"holds": Holds.SYSTEM})


def _where_set(*columns: str) -> sa.Index:
    """Only of rows that have the first of these: most claims and evidence have none, and need not be written there."""
    is_set = sa.text(f"{columns[0]} IS NOT NULL")
    return sa.Index(None, "org", *columns, sqlite_where=is_set, postgresql_where=is_set)


claims = viewable(
    "claims",
    content("text", null=False),
    content("statement_hash"),
    system("claim_status", null=False),
    system("curation", null=False),
    system("confidence", "float", null=False),
    system("stated_confidence", "float"),
    system("verified_by"),
    timestamp("verified_at"),
    system("scope_type"),
    label("scope_id"),
    id_text("session_id", null=True),
    id_text("branch_id", null=True),
    system("actor_type", null=False),
    id_text("actor_id", null=True),
    label("domain"),
    label("tags", "list", null=False),
    id_text("supersedes", null=True),
    label("knowledge_type"),
    label("info_type"),
    id_text("entity_id", null=True),
    id_text("piece_id", null=True),
    content("embedding_text"),
    timestamp("valid_from"),
    timestamp("valid_until"),
    id_text("run_id", null=True),
    id_text("show_id", null=True),
    id_text("artifact_id", null=True),
    label("template"),
    content("fields", "object", null=False),
    timestamp("updated_at", null=False),
    timestamp("erased_at"),
    system("version", "int", null=False),
    refers_to("claims", "supersedes", later=True),
    sa.Index(None, "org", "claim_status"),
    _where_set("scope_type", "scope_id", "created_at", "id"),
    sa.Index(None, "org", "statement_hash"),
    _where_set("run_id", "created_at", "id"),
    _where_set("show_id", "created_at", "id"),
    _where_set("artifact_id"),
    sa.Index(None, "org", "actor_id"),
)

evidence = sa.Table(
    "evidence",
    metadata,
    org_key(),
    id_text("claim", primary=True),
    sa.Column("position", sa.Integer(), primary_key=True, info={"holds": Holds.SYSTEM}),
    sa.Column("acl", sa.Integer(), nullable=False, info={"holds": Holds.SYSTEM}),
    system("kind", null=False),
    id_text("id", null=True),
    id_text("session_id", null=True),
    id_text("message_id", null=True),
    id_text("tool_call_id", null=True),
    id_text("artifact_id", null=True),
    label("path"),
    label("repo"),
    system("commit_sha"),
    system("line_start", "int"),
    system("line_end", "int"),
    label("url"),
    id_text("chunk_id", null=True),
    timestamp("fetched_at"),
    content("content_hash"),
    content("detail"),
    system("unproven", "bool"),
    system("stance"),
    system("stated", "float"),
    system("state"),
    system("quote"),
    timestamp("checked_at"),
    content("place", "list"),
    content("seen_text"),
    content("seen_hash"),
    content("seen_revision"),
    refers_to("claims", "claim", cascade=True),
    sa.ForeignKeyConstraint(["org", "acl"], ["visibilities.org", "visibilities.id"]),
    _where_set("chunk_id"),
    _where_set("artifact_id"),
    _where_set("session_id", "message_id"),
    _where_set("tool_call_id"),
)
"""From `state` on it is what the last look found: the words that stood there, and what makes "unchanged" cheap."""

claim_events = viewable(
    "claim_events",
    id_text("claim"),
    system("event", null=False),
    system("before"),
    system("after"),
    system("actor_type", null=False),
    id_text("actor_id", null=True),
    content("reason"),
    content("evidence", "list", null=False),
    id_text("run_id", null=True),
    id_text("show_id", null=True),
    id_text("artifact_id", null=True),
    id_text("other", null=True),
    system("confidence", "float"),
    system("stated_confidence", "float"),
    id_text("supersedes", null=True),
    system("position", "int", null=False),
    refers_to("claims", "claim", cascade=True),
    sa.Index(None, "org", "claim", "created_at"),
)

claim_relations = viewable(
    "claim_relations",
    id_text("claim"),
    system("relation", null=False),
    id_text("other"),
    id_text("actor_id", null=True),
    refers_to("claims", "claim", cascade=True),
    refers_to("claims", "other", cascade=True),
    sa.UniqueConstraint("org", "claim", "relation", "other"),
    sa.Index(None, "org", "other"),
)

claim_bands = sa.Table(
    "claim_bands",
    metadata,
    org_key(),
    _number("band"),
    id_text("claim", primary=True),
    _number("words"),
    refers_to("claims", "claim", cascade=True),
    sa.Index(None, "org", "claim"),
    sqlite_with_rowid=False,  # all of it is the key
)
"""A few numbers made from the words of a claim; claims that say nearly the same share one."""

claim_sketches = sa.Table(
    "claim_sketches",
    metadata,
    org_key(),
    id_text("band", primary=True),
    id_text("claim", primary=True),
    refers_to("claims", "claim", cascade=True),
    sa.Index(None, "org", "claim"),
)
"""Such numbers as they were drawn before the revision 0006, until their claims were given new ones."""

templates = viewable(
    "templates",
    label("title", null=False),
    label("fields", "object", null=False),
    timestamp("updated_at", null=False),
    system("version", "int", null=False),
)
