"""Governed claims: what agents saw and did, how claims stand to each other, what the last look at evidence found."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from wherefrom.record.walls import keep_out_of_statistics, protect

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

ID = sa.String().with_variant(sa.String(collation="C"), "postgresql")
JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")

TABLES = (
    "claim_relations",
    "claim_sketches",
    "templates",
    "agents",
    "runs",
    "messages",
    "tool_results",
    "events",
)
WORDS = {
    "claims": ("statement_hash",),
    "evidence": ("place", "seen_text", "seen_hash", "seen_revision"),
    "templates": ("title", "fields"),
    "agents": ("title", "description"),
    "runs": ("title", "error"),
    "messages": ("text", "content_hash"),
    "tool_results": ("tool_name", "text", "content_hash"),
}


def upgrade() -> None:
    add_columns()
    create_tables()
    if op.get_bind().dialect.name == "postgresql":
        protect(op.get_bind(), dict.fromkeys(TABLES, "org"))
        keep_out_of_statistics(op.get_bind(), WORDS)


def add_columns() -> None:
    op.add_column("claims", sa.Column("statement_hash", sa.Text(), nullable=True))
    op.drop_index("ix_claims_org_scope_type_scope_id", "claims")
    for columns in (
        ("scope_type", "scope_id", "created_at", "id"),
        ("statement_hash",),
        ("run_id", "created_at", "id"),
        ("show_id", "created_at", "id"),
        ("artifact_id",),
        ("actor_id",),
    ):
        op.create_index(op.f(f"ix_claims_org_{'_'.join(columns)}"), "claims", ["org", *columns])
    for name in ("state", "quote", "seen_text", "seen_hash", "seen_revision"):
        op.add_column("evidence", sa.Column(name, sa.Text(), nullable=True))
    op.add_column("evidence", sa.Column("checked_at", sa.Double(), nullable=True))
    op.add_column("evidence", sa.Column("place", JSON, nullable=True))
    for columns in (("artifact_id",), ("session_id", "message_id"), ("tool_call_id",)):
        op.create_index(op.f(f"ix_evidence_org_{'_'.join(columns)}"), "evidence", ["org", *columns])
    op.add_column("claim_events", sa.Column("position", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("change_heads", sa.Column("event_seq", sa.BigInteger(), nullable=False, server_default="0"))


def create_tables() -> None:
    viewable(
        "claim_relations",
        sa.Column("claim", ID, nullable=False),
        sa.Column("relation", sa.Text(), nullable=False),
        sa.Column("other", ID, nullable=False),
        sa.Column("actor_id", ID, nullable=True),
        to_claim("claim_relations", "claim"),
        to_claim("claim_relations", "other"),
        sa.UniqueConstraint(
            "org", "claim", "relation", "other", name=op.f("uq_claim_relations_org_claim_relation_other")
        ),
        indexes=[("other",)],
    )
    op.create_table(
        "claim_sketches",
        sa.Column("org", ID, nullable=False),
        sa.Column("band", ID, nullable=False),
        sa.Column("claim", ID, nullable=False),
        to_org("claim_sketches"),
        to_claim("claim_sketches", "claim"),
        sa.PrimaryKeyConstraint("org", "band", "claim", name=op.f("pk_claim_sketches")),
    )
    op.create_index(op.f("ix_claim_sketches_org_claim"), "claim_sketches", ["org", "claim"])
    viewable(
        "templates",
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("fields", JSON, nullable=False),
        *versioned(),
    )
    viewable(
        "agents",
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        *versioned(),
    )
    viewable(
        "runs",
        sa.Column("agent_id", ID, nullable=True),
        sa.Column("show_id", ID, nullable=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("ended_at", sa.Double(), nullable=True),
        *versioned(),
        indexes=[("agent_id",), ("show_id",)],
    )
    viewable(
        "messages",
        sa.Column("session_id", ID, nullable=False),
        sa.Column("message_id", ID, nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("owner", ID, nullable=False),
        indexes=[("session_id", "created_at", "id"), ("owner",)],
    )
    viewable(
        "tool_results",
        sa.Column("session_id", ID, nullable=False),
        sa.Column("tool_call_id", ID, nullable=False),
        sa.Column("tool_name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("owner", ID, nullable=False),
        indexes=[("session_id", "created_at", "id"), ("tool_call_id",), ("owner",)],
    )
    op.create_table(
        "events",
        sa.Column("org", ID, nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("acl", sa.Integer(), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("target_kind", sa.Text(), nullable=False),
        sa.Column("target_id", ID, nullable=False),
        sa.Column("actor_kind", sa.Text(), nullable=False),
        sa.Column("actor_id", ID, nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        to_org("events"),
        to_class("events"),
        sa.UniqueConstraint("org", "id", name=op.f("uq_events_org_id")),
        sa.PrimaryKeyConstraint("org", "seq", name=op.f("pk_events")),
    )
    op.create_index(op.f("ix_events_org_target_id"), "events", ["org", "target_id"])


def viewable(
    name: str, *parts: sa.Column[object] | sa.Constraint, indexes: list[tuple[str, ...]] | None = None
) -> None:
    op.create_table(
        name,
        sa.Column("org", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("acl", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        *parts,
        to_org(name),
        to_class(name),
        sa.PrimaryKeyConstraint("org", "id", name=op.f(f"pk_{name}")),
    )
    for columns in (("created_at", "id"), *(indexes or ())):
        op.create_index(op.f(f"ix_{name}_org_{'_'.join(columns)}"), name, ["org", *columns])


def versioned() -> tuple[sa.Column[object], ...]:
    return (
        sa.Column("updated_at", sa.Double(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
    )


def to_org(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f(f"fk_{table}_org"), ondelete="CASCADE")


def to_class(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["org", "acl"], ["visibilities.org", "visibilities.id"], name=op.f(f"fk_{table}_org_acl")
    )


def to_claim(table: str, column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["org", column], ["claims.org", "claims.id"], name=op.f(f"fk_{table}_org_{column}"), ondelete="CASCADE"
    )
