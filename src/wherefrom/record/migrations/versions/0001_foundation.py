"""The ground floor: orgs and their people, documents, claims, entities, attention, audit and the change sequence."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from wherefrom.record.walls import keep_out_of_statistics, protect

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.String().with_variant(sa.String(collation="C"), "postgresql")
JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")

AUDIT_IS_APPEND_ONLY = {
    "sqlite": (
        """CREATE TRIGGER audit_is_never_edited BEFORE UPDATE ON audit
           BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END""",
        """CREATE TRIGGER audit_is_never_cut BEFORE DELETE ON audit
           WHEN EXISTS (SELECT 1 FROM orgs WHERE id = OLD.org)
           BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END""",
    ),
    "postgresql": (
        """CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
           BEGIN
             IF TG_OP = 'UPDATE' OR EXISTS (SELECT 1 FROM orgs WHERE id = OLD.org) THEN
               RAISE EXCEPTION 'the audit trail is append-only';
             END IF;
             RETURN OLD;
           END $$""",
        """CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE ON audit
           FOR EACH ROW EXECUTE FUNCTION audit_is_append_only()""",
    ),
}


def upgrade() -> None:
    create_tables()
    # The trail goes only together with its org, which is gone already when the cascade reaches the trail.
    for statement in AUDIT_IS_APPEND_ONLY[op.get_bind().dialect.name]:
        op.execute(statement)
    if op.get_bind().dialect.name == "postgresql":
        protect(op.get_bind(), {name: "id" if name == "orgs" else "org" for name in TABLES})
        keep_out_of_statistics(op.get_bind(), WORDS)


def create_tables() -> None:
    op.create_table(
        "orgs",
        sa.Column("id", ID, nullable=False),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("secret", sa.Text(), nullable=True),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_orgs")),
    )
    op.create_table(
        "actors",
        sa.Column("org", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_actors_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", "id", name=op.f("pk_actors")),
    )
    op.create_table(
        "change_heads",
        sa.Column("org", ID, nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("stamp", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_change_heads_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", name=op.f("pk_change_heads")),
    )
    op.create_table(
        "changes",
        sa.Column("org", ID, nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("stamp", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_changes_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", "seq", name=op.f("pk_changes")),
    )
    op.create_table(
        "engine_state",
        sa.Column("org", ID, nullable=False),
        sa.Column("name", ID, nullable=False),
        sa.Column("state", JSON, nullable=False),
        sa.Column("updated_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_engine_state_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", "name", name=op.f("pk_engine_state")),
    )
    op.create_table(
        "groups",
        sa.Column("org", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_groups_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", "id", name=op.f("pk_groups")),
    )
    op.create_table(
        "projects",
        sa.Column("org", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("restricted", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_projects_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", "id", name=op.f("pk_projects")),
    )
    op.create_table(
        "api_keys",
        sa.Column("org", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("label", sa.Text(), nullable=True),
        sa.Column("actor", ID, nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("hashed", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=True),
        sa.Column("revoked_at", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(
            ["org", "actor"], ["actors.org", "actors.id"], name=op.f("fk_api_keys_org_actor"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_api_keys_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", "id", name=op.f("pk_api_keys")),
        sa.UniqueConstraint("id", name=op.f("uq_api_keys_id")),
    )
    op.create_table(
        "group_members",
        sa.Column("org", ID, nullable=False),
        sa.Column("group_id", ID, nullable=False),
        sa.Column("actor", ID, nullable=False),
        sa.ForeignKeyConstraint(
            ["org", "actor"], ["actors.org", "actors.id"], name=op.f("fk_group_members_org_actor"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["org", "group_id"],
            ["groups.org", "groups.id"],
            name=op.f("fk_group_members_org_group_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_group_members_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", "group_id", "actor", name=op.f("pk_group_members")),
    )
    op.create_table(
        "project_members",
        sa.Column("org", ID, nullable=False),
        sa.Column("project", ID, nullable=False),
        sa.Column("actor", ID, nullable=False),
        sa.ForeignKeyConstraint(
            ["org", "actor"], ["actors.org", "actors.id"], name=op.f("fk_project_members_org_actor"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["org", "project"],
            ["projects.org", "projects.id"],
            name=op.f("fk_project_members_org_project"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_project_members_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", "project", "actor", name=op.f("pk_project_members")),
    )
    op.create_table(
        "visibilities",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("org", ID, nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("project", ID, nullable=True),
        sa.Column("personal_to", ID, nullable=True),
        sa.Column("for_groups", sa.Boolean(), nullable=False),
        sa.Column("for_agents", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["org", "project"], ["projects.org", "projects.id"], name=op.f("fk_visibilities_org_project")
        ),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_visibilities_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_visibilities")),
        sa.UniqueConstraint("org", "digest", name=op.f("uq_visibilities_org_digest")),
        sa.UniqueConstraint("org", "id", name=op.f("uq_visibilities_org_id")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "attention",
        sa.Column("org", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("acl", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("severity", sa.Text(), nullable=False),
        sa.Column("tone", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("target_kind", sa.Text(), nullable=False),
        sa.Column("target_id", ID, nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("assignee", ID, nullable=True),
        sa.Column("snoozed_until", sa.Double(), nullable=True),
        sa.Column("links", JSON, nullable=False),
        sa.Column("detail", JSON, nullable=False),
        sa.Column("updated_at", sa.Double(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["org", "acl"], ["visibilities.org", "visibilities.id"], name=op.f("fk_attention_org_acl")
        ),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_attention_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", "id", name=op.f("pk_attention")),
        sa.UniqueConstraint("org", "cause", name=op.f("uq_attention_org_cause")),
    )
    op.create_index(op.f("ix_attention_org_created_at_id"), "attention", ["org", "created_at", "id"], unique=False)
    op.create_index(op.f("ix_attention_org_target_id"), "attention", ["org", "target_id"], unique=False)
    op.create_table(
        "audit",
        sa.Column("org", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("acl", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("target_kind", sa.Text(), nullable=False),
        sa.Column("target_id", ID, nullable=False),
        sa.Column("actor_kind", sa.Text(), nullable=False),
        sa.Column("actor_id", ID, nullable=False),
        sa.Column("elevated", sa.Boolean(), nullable=False),
        sa.Column("before_hash", sa.Text(), nullable=True),
        sa.Column("after_hash", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["org", "acl"], ["visibilities.org", "visibilities.id"], name=op.f("fk_audit_org_acl")),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_audit_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", "id", name=op.f("pk_audit")),
    )
    op.create_index(op.f("ix_audit_org_created_at_id"), "audit", ["org", "created_at", "id"], unique=False)
    op.create_index(op.f("ix_audit_org_target_id"), "audit", ["org", "target_id"], unique=False)
    op.create_table(
        "claims",
        sa.Column("org", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("acl", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("claim_status", sa.Text(), nullable=False),
        sa.Column("curation", sa.Text(), nullable=False),
        sa.Column("confidence", sa.Double(), nullable=False),
        sa.Column("stated_confidence", sa.Double(), nullable=True),
        sa.Column("scope_type", sa.Text(), nullable=True),
        sa.Column("scope_id", sa.Text(), nullable=True),
        sa.Column("session_id", ID, nullable=True),
        sa.Column("branch_id", ID, nullable=True),
        sa.Column("actor_type", sa.Text(), nullable=False),
        sa.Column("actor_id", ID, nullable=True),
        sa.Column("domain", sa.Text(), nullable=True),
        sa.Column("tags", JSON, nullable=False),
        sa.Column("supersedes", ID, nullable=True),
        sa.Column("knowledge_type", sa.Text(), nullable=True),
        sa.Column("info_type", sa.Text(), nullable=True),
        sa.Column("entity_id", ID, nullable=True),
        sa.Column("piece_id", ID, nullable=True),
        sa.Column("embedding_text", sa.Text(), nullable=True),
        sa.Column("valid_from", sa.Double(), nullable=True),
        sa.Column("valid_until", sa.Double(), nullable=True),
        sa.Column("run_id", ID, nullable=True),
        sa.Column("show_id", ID, nullable=True),
        sa.Column("artifact_id", ID, nullable=True),
        sa.Column("template", sa.Text(), nullable=True),
        sa.Column("fields", JSON, nullable=False),
        sa.Column("updated_at", sa.Double(), nullable=False),
        sa.Column("erased_at", sa.Double(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["org", "acl"], ["visibilities.org", "visibilities.id"], name=op.f("fk_claims_org_acl")
        ),
        sa.ForeignKeyConstraint(
            ["org", "supersedes"],
            ["claims.org", "claims.id"],
            name=op.f("fk_claims_org_supersedes"),
            deferrable=True,
            initially="DEFERRED",
        ),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_claims_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", "id", name=op.f("pk_claims")),
    )
    op.create_index(op.f("ix_claims_org_claim_status"), "claims", ["org", "claim_status"], unique=False)
    op.create_index(op.f("ix_claims_org_created_at_id"), "claims", ["org", "created_at", "id"], unique=False)
    op.create_index(
        op.f("ix_claims_org_scope_type_scope_id"), "claims", ["org", "scope_type", "scope_id"], unique=False
    )
    op.create_table(
        "entities",
        sa.Column("org", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("acl", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("entity_type", sa.Text(), nullable=False),
        sa.Column("properties", JSON, nullable=False),
        sa.Column("updated_at", sa.Double(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["org", "acl"], ["visibilities.org", "visibilities.id"], name=op.f("fk_entities_org_acl")
        ),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_entities_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", "id", name=op.f("pk_entities")),
    )
    op.create_index(op.f("ix_entities_org_created_at_id"), "entities", ["org", "created_at", "id"], unique=False)
    op.create_table(
        "nodes",
        sa.Column("org", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("acl", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("node_type", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("properties", JSON, nullable=False),
        sa.Column("updated_at", sa.Double(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["org", "acl"], ["visibilities.org", "visibilities.id"], name=op.f("fk_nodes_org_acl")),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_nodes_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", "id", name=op.f("pk_nodes")),
    )
    op.create_index(op.f("ix_nodes_org_created_at_id"), "nodes", ["org", "created_at", "id"], unique=False)
    op.create_table(
        "sources",
        sa.Column("org", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("acl", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("uri", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("config", JSON, nullable=False),
        sa.Column("contributor", sa.Text(), nullable=True),
        sa.Column("cron", sa.Text(), nullable=True),
        sa.Column("content_hash", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("last_run_at", sa.Double(), nullable=True),
        sa.Column("last_run_status", sa.Text(), nullable=True),
        sa.Column("last_run_error", sa.Text(), nullable=True),
        sa.Column("last_run_entry_count", sa.Integer(), nullable=True),
        sa.Column("last_indexed_at", sa.Double(), nullable=True),
        sa.Column("updated_at", sa.Double(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["org", "acl"], ["visibilities.org", "visibilities.id"], name=op.f("fk_sources_org_acl")
        ),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_sources_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", "id", name=op.f("pk_sources")),
    )
    op.create_index(op.f("ix_sources_org_created_at_id"), "sources", ["org", "created_at", "id"], unique=False)
    op.create_table(
        "visibility_agents",
        sa.Column("org", ID, nullable=False),
        sa.Column("visibility", sa.Integer(), nullable=False),
        sa.Column("agent", ID, nullable=False),
        sa.ForeignKeyConstraint(
            ["org", "visibility"],
            ["visibilities.org", "visibilities.id"],
            name=op.f("fk_visibility_agents_org_visibility"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_visibility_agents_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", "visibility", "agent", name=op.f("pk_visibility_agents")),
    )
    op.create_table(
        "visibility_groups",
        sa.Column("org", ID, nullable=False),
        sa.Column("visibility", sa.Integer(), nullable=False),
        sa.Column("group_id", ID, nullable=False),
        sa.ForeignKeyConstraint(
            ["org", "visibility"],
            ["visibilities.org", "visibilities.id"],
            name=op.f("fk_visibility_groups_org_visibility"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_visibility_groups_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", "visibility", "group_id", name=op.f("pk_visibility_groups")),
    )
    op.create_table(
        "claim_events",
        sa.Column("org", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("acl", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("claim", ID, nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("before", sa.Text(), nullable=True),
        sa.Column("after", sa.Text(), nullable=True),
        sa.Column("actor_type", sa.Text(), nullable=False),
        sa.Column("actor_id", ID, nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("evidence", JSON, nullable=False),
        sa.Column("run_id", ID, nullable=True),
        sa.Column("show_id", ID, nullable=True),
        sa.Column("artifact_id", ID, nullable=True),
        sa.ForeignKeyConstraint(
            ["org", "acl"], ["visibilities.org", "visibilities.id"], name=op.f("fk_claim_events_org_acl")
        ),
        sa.ForeignKeyConstraint(
            ["org", "claim"], ["claims.org", "claims.id"], name=op.f("fk_claim_events_org_claim"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_claim_events_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", "id", name=op.f("pk_claim_events")),
    )
    op.create_index(
        op.f("ix_claim_events_org_claim_created_at"), "claim_events", ["org", "claim", "created_at"], unique=False
    )
    op.create_index(
        op.f("ix_claim_events_org_created_at_id"), "claim_events", ["org", "created_at", "id"], unique=False
    )
    op.create_table(
        "edges",
        sa.Column("org", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("acl", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("source_id", ID, nullable=False),
        sa.Column("target_id", ID, nullable=False),
        sa.Column("edge_type", sa.Text(), nullable=False),
        sa.Column("properties", JSON, nullable=False),
        sa.Column("updated_at", sa.Double(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["org", "acl"], ["visibilities.org", "visibilities.id"], name=op.f("fk_edges_org_acl")),
        sa.ForeignKeyConstraint(
            ["org", "source_id"], ["nodes.org", "nodes.id"], name=op.f("fk_edges_org_source_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["org", "target_id"], ["nodes.org", "nodes.id"], name=op.f("fk_edges_org_target_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_edges_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", "id", name=op.f("pk_edges")),
    )
    op.create_index(op.f("ix_edges_org_created_at_id"), "edges", ["org", "created_at", "id"], unique=False)
    op.create_index(op.f("ix_edges_org_source_id"), "edges", ["org", "source_id"], unique=False)
    op.create_index(op.f("ix_edges_org_target_id"), "edges", ["org", "target_id"], unique=False)
    op.create_table(
        "entries",
        sa.Column("org", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("acl", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("source", ID, nullable=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("contributor", sa.Text(), nullable=True),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("tags", JSON, nullable=False),
        sa.Column("uri", sa.Text(), nullable=True),
        sa.Column("content_kind", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("chunker", sa.Text(), nullable=True),
        sa.Column("chunker_version", sa.Integer(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("embedding_status", sa.Text(), nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("updated_at", sa.Double(), nullable=False),
        sa.Column("deleted_at", sa.Double(), nullable=True),
        sa.Column("erased_at", sa.Double(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["org", "acl"], ["visibilities.org", "visibilities.id"], name=op.f("fk_entries_org_acl")
        ),
        sa.ForeignKeyConstraint(["org", "source"], ["sources.org", "sources.id"], name=op.f("fk_entries_org_source")),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_entries_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", "id", name=op.f("pk_entries")),
    )
    op.create_index(op.f("ix_entries_org_content_hash"), "entries", ["org", "content_hash"], unique=False)
    op.create_index(op.f("ix_entries_org_created_at_id"), "entries", ["org", "created_at", "id"], unique=False)
    op.create_index(op.f("ix_entries_org_source"), "entries", ["org", "source"], unique=False)
    op.create_table(
        "evidence",
        sa.Column("org", ID, nullable=False),
        sa.Column("claim", ID, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("acl", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("id", ID, nullable=True),
        sa.Column("session_id", ID, nullable=True),
        sa.Column("message_id", ID, nullable=True),
        sa.Column("tool_call_id", ID, nullable=True),
        sa.Column("artifact_id", ID, nullable=True),
        sa.Column("path", sa.Text(), nullable=True),
        sa.Column("repo", sa.Text(), nullable=True),
        sa.Column("commit_sha", sa.Text(), nullable=True),
        sa.Column("line_start", sa.Integer(), nullable=True),
        sa.Column("line_end", sa.Integer(), nullable=True),
        sa.Column("url", sa.Text(), nullable=True),
        sa.Column("chunk_id", ID, nullable=True),
        sa.Column("fetched_at", sa.Double(), nullable=True),
        sa.Column("content_hash", sa.Text(), nullable=True),
        sa.Column("detail", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["org", "acl"], ["visibilities.org", "visibilities.id"], name=op.f("fk_evidence_org_acl")
        ),
        sa.ForeignKeyConstraint(
            ["org", "claim"], ["claims.org", "claims.id"], name=op.f("fk_evidence_org_claim"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_evidence_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", "claim", "position", name=op.f("pk_evidence")),
    )
    op.create_index(op.f("ix_evidence_org_chunk_id"), "evidence", ["org", "chunk_id"], unique=False)
    op.create_table(
        "chunks",
        sa.Column("org", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("acl", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("entry", ID, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("embed_text", sa.Text(), nullable=True),
        sa.Column("content_kind", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("locators", JSON, nullable=False),
        sa.Column("retired_at", sa.Double(), nullable=True),
        sa.Column("successor", ID, nullable=True),
        sa.ForeignKeyConstraint(
            ["org", "acl"], ["visibilities.org", "visibilities.id"], name=op.f("fk_chunks_org_acl")
        ),
        sa.ForeignKeyConstraint(
            ["org", "entry"], ["entries.org", "entries.id"], name=op.f("fk_chunks_org_entry"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_chunks_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", "id", name=op.f("pk_chunks")),
    )
    op.create_index(op.f("ix_chunks_org_created_at_id"), "chunks", ["org", "created_at", "id"], unique=False)
    op.create_index(op.f("ix_chunks_org_entry_position"), "chunks", ["org", "entry", "position"], unique=False)


TABLES = (
    "orgs",
    "actors",
    "change_heads",
    "changes",
    "engine_state",
    "groups",
    "projects",
    "api_keys",
    "group_members",
    "project_members",
    "visibilities",
    "attention",
    "audit",
    "claims",
    "entities",
    "nodes",
    "sources",
    "visibility_agents",
    "visibility_groups",
    "claim_events",
    "edges",
    "entries",
    "evidence",
    "chunks",
)

WORDS = {
    "orgs": ("title",),
    "actors": ("title",),
    "groups": ("title",),
    "projects": ("title",),
    "api_keys": ("label",),
    "attention": ("action", "links", "detail"),
    "claims": (
        "text",
        "scope_id",
        "domain",
        "tags",
        "knowledge_type",
        "info_type",
        "embedding_text",
        "template",
        "fields",
    ),
    "entities": ("properties",),
    "nodes": ("label", "properties"),
    "sources": ("uri", "title", "config", "content_hash", "error", "last_run_error"),
    "claim_events": ("reason", "evidence"),
    "edges": ("properties",),
    "entries": ("title", "content", "tags", "uri", "content_hash", "error"),
    "evidence": ("path", "repo", "url", "content_hash", "detail"),
    "chunks": ("text", "embed_text", "content_hash", "locators"),
}
