"""The tables. Every row is keyed by (org, id), so a reference can never leave its org."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from wherefrom.record.columns import Holds, content, id_text, label, org_key, system, timestamp

__all__ = ["APPEND_ONLY", "NUMBERED", "VIEWABLE", "metadata"]

metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def _to(table: str, column: str, *, cascade: bool = False, later: bool = False) -> sa.ForeignKeyConstraint:
    """A reference inside the org: (org, column) → (org, id); checked `later` means at commit."""
    return sa.ForeignKeyConstraint(
        ["org", column],
        [f"{table}.org", f"{table}.id"],
        ondelete="CASCADE" if cascade else None,
        deferrable=later or None,
        initially="DEFERRED" if later else None,
    )


def _viewable(name: str, *parts: sa.Column[Any] | sa.Constraint | sa.Index) -> sa.Table:
    """A table of things to read: keyed, seen by a visibility class, walked by (created_at, id)."""
    return sa.Table(
        name,
        metadata,
        org_key(),
        id_text("id", primary=True),
        sa.Column("acl", sa.Integer(), nullable=False, info={"holds": Holds.SYSTEM}),
        timestamp("created_at", null=False),
        *parts,
        sa.ForeignKeyConstraint(["org", "acl"], ["visibilities.org", "visibilities.id"]),
        sa.Index(None, "org", "created_at", "id"),
    )


orgs = sa.Table(
    "orgs", metadata, id_text("id", primary=True), label("title"), system("secret"), timestamp("created_at", null=False)
)

projects = sa.Table(
    "projects",
    metadata,
    org_key(),
    id_text("id", primary=True),
    label("title"),
    system("restricted", "bool", null=False),
    timestamp("created_at", null=False),
)

groups = sa.Table(
    "groups", metadata, org_key(), id_text("id", primary=True), label("title"), timestamp("created_at", null=False)
)

actors = sa.Table(
    "actors",
    metadata,
    org_key(),
    id_text("id", primary=True),
    system("kind", null=False),
    system("role", null=False),
    label("title"),
    timestamp("created_at", null=False),
)

group_members = sa.Table(
    "group_members",
    metadata,
    org_key(),
    id_text("group_id", primary=True),
    id_text("actor", primary=True),
    _to("groups", "group_id", cascade=True),
    _to("actors", "actor", cascade=True),
)

project_members = sa.Table(
    "project_members",
    metadata,
    org_key(),
    id_text("project", primary=True),
    id_text("actor", primary=True),
    _to("projects", "project", cascade=True),
    _to("actors", "actor", cascade=True),
)

api_keys = sa.Table(
    "api_keys",
    metadata,
    org_key(),
    id_text("id", primary=True),
    label("label"),
    id_text("actor"),
    system("role", null=False),
    system("hashed", null=False),
    timestamp("created_at", null=False),
    timestamp("expires_at"),
    timestamp("revoked_at"),
    _to("actors", "actor", cascade=True),
    sa.UniqueConstraint("id"),
)

visibilities = sa.Table(
    "visibilities",
    metadata,
    sa.Column("id", sa.Integer(), primary_key=True, autoincrement=True, info={"holds": Holds.SYSTEM}),
    org_key(primary=False),
    system("digest", null=False),
    id_text("project", null=True),
    id_text("personal_to", null=True),
    system("for_groups", "bool", null=False),
    system("for_agents", "bool", null=False),
    _to("projects", "project"),
    sa.UniqueConstraint("org", "id"),
    sa.UniqueConstraint("org", "digest"),
    # Processes remember what a class means, so a number must never come to mean another.
    sqlite_autoincrement=True,
)

# A group that is deleted keeps its name here: what was shown to few must not become visible to all.
visibility_groups = sa.Table(
    "visibility_groups",
    metadata,
    org_key(),
    sa.Column("visibility", sa.Integer(), primary_key=True, info={"holds": Holds.SYSTEM}),
    id_text("group_id", primary=True),
    sa.ForeignKeyConstraint(["org", "visibility"], ["visibilities.org", "visibilities.id"], ondelete="CASCADE"),
)

visibility_agents = sa.Table(
    "visibility_agents",
    metadata,
    org_key(),
    sa.Column("visibility", sa.Integer(), primary_key=True, info={"holds": Holds.SYSTEM}),
    id_text("agent", primary=True),
    sa.ForeignKeyConstraint(["org", "visibility"], ["visibilities.org", "visibilities.id"], ondelete="CASCADE"),
)

sources = _viewable(
    "sources",
    system("kind", null=False),
    label("uri", null=False),
    label("title", null=False),
    label("config", "object", null=False),
    system("contributor"),
    system("cron"),
    content("content_hash"),
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

entries = _viewable(
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
    system("chunker"),
    system("chunker_version", "int"),
    system("status", null=False),
    system("embedding_status", null=False),
    content("error"),
    timestamp("updated_at", null=False),
    timestamp("deleted_at"),
    timestamp("erased_at"),
    system("version", "int", null=False),
    _to("sources", "source"),
    sa.Index(None, "org", "source"),
    sa.Index(None, "org", "content_hash"),
)

chunks = _viewable(
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
    _to("entries", "entry", cascade=True),
    sa.Index(None, "org", "entry", "position"),
)

claims = _viewable(
    "claims",
    content("text", null=False),
    system("claim_status", null=False),
    system("curation", null=False),
    system("confidence", "float", null=False),
    system("stated_confidence", "float"),
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
    _to("claims", "supersedes", later=True),
    sa.Index(None, "org", "claim_status"),
    sa.Index(None, "org", "scope_type", "scope_id"),
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
    _to("claims", "claim", cascade=True),
    sa.ForeignKeyConstraint(["org", "acl"], ["visibilities.org", "visibilities.id"]),
    sa.Index(None, "org", "chunk_id"),
)

claim_events = _viewable(
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
    _to("claims", "claim", cascade=True),
    sa.Index(None, "org", "claim", "created_at"),
)

entities = _viewable(
    "entities",
    system("entity_type", null=False),
    content("properties", "object", null=False),
    timestamp("updated_at", null=False),
    system("version", "int", null=False),
)

nodes = _viewable(
    "nodes",
    system("node_type", null=False),
    label("label", null=False),
    content("properties", "object", null=False),
    timestamp("updated_at", null=False),
    system("version", "int", null=False),
)

edges = _viewable(
    "edges",
    id_text("source_id"),
    id_text("target_id"),
    system("edge_type", null=False),
    content("properties", "object", null=False),
    timestamp("updated_at", null=False),
    system("version", "int", null=False),
    _to("nodes", "source_id", cascade=True),
    _to("nodes", "target_id", cascade=True),
    sa.Index(None, "org", "source_id"),
    sa.Index(None, "org", "target_id"),
)

attention = _viewable(
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

audit = _viewable(
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

changes = sa.Table(
    "changes",
    metadata,
    org_key(),
    sa.Column("seq", sa.BigInteger(), primary_key=True, autoincrement=False, info={"holds": Holds.SYSTEM}),
    system("stamp", null=False),
    system("kind", null=False),
    id_text("id"),
    system("gone", "bool", null=False),
)

change_heads = sa.Table(
    "change_heads",
    metadata,
    org_key(),
    sa.Column("seq", sa.BigInteger(), nullable=False, info={"holds": Holds.SYSTEM}),
    system("stamp", null=False),
)

vectors = sa.Table(
    "vectors",
    metadata,
    org_key(),
    id_text("embedder", primary=True),
    id_text("text_hash", primary=True),
    content("vector", "bytes", null=False),
)

engine_state = sa.Table(
    "engine_state",
    metadata,
    org_key(),
    id_text("name", primary=True),
    system("state", "object", null=False),
    timestamp("updated_at", null=False),
)

VIEWABLE = (sources, entries, chunks, claims, claim_events, entities, nodes, edges, attention, audit)
APPEND_ONLY = (audit,)
NUMBERED = (sources, entries, chunks, claims, entities, nodes, edges)
"""What an index may follow: a change to one of these gets a number."""
