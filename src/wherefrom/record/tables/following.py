"""What indexes and subscribers follow: the numbered changes and events; and what indexes keep: vectors, their state."""

from __future__ import annotations

import sqlalchemy as sa

from wherefrom.record.columns import Holds, content, id_text, org_key, system, timestamp
from wherefrom.record.tables.shape import metadata

__all__ = ["change_heads", "changes", "engine_state", "events", "vectors"]

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
    sa.Column("event_seq", sa.BigInteger(), nullable=False, server_default="0", info={"holds": Holds.SYSTEM}),
)

events = sa.Table(
    "events",
    metadata,
    org_key(),
    sa.Column("seq", sa.BigInteger(), primary_key=True, autoincrement=False, info={"holds": Holds.SYSTEM}),
    id_text("id"),
    sa.Column("acl", sa.Integer(), nullable=False, info={"holds": Holds.SYSTEM}),
    system("event", null=False),
    system("target_kind", null=False),
    id_text("target_id"),
    system("actor_kind", null=False),
    id_text("actor_id"),
    timestamp("created_at", null=False),
    sa.ForeignKeyConstraint(["org", "acl"], ["visibilities.org", "visibilities.id"]),
    sa.UniqueConstraint("org", "id"),
    sa.Index(None, "org", "target_id"),
)
"""Numbered by commit, as changes are; the number stays inside, the random id is what a cursor is made of."""

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
