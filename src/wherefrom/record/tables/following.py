"""What indexes follow and keep: the numbered changes, vectors, and their own state."""

from __future__ import annotations

import sqlalchemy as sa

from wherefrom.record.columns import Holds, content, id_text, org_key, system, timestamp
from wherefrom.record.tables.shape import metadata

__all__ = ["change_heads", "changes", "engine_state", "vectors"]

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
