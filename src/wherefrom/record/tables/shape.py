"""What the tables have in common. Every row is keyed by (org, id), so a reference can never leave its org."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from wherefrom.record.columns import Holds, id_text, org_key, timestamp

__all__ = ["metadata", "refers_to", "viewable"]

metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def refers_to(table: str, column: str, *, cascade: bool = False, later: bool = False) -> sa.ForeignKeyConstraint:
    """A reference inside the org: (org, column) → (org, id); checked `later` means at commit."""
    return sa.ForeignKeyConstraint(
        ["org", column],
        [f"{table}.org", f"{table}.id"],
        ondelete="CASCADE" if cascade else None,
        deferrable=later or None,
        initially="DEFERRED" if later else None,
    )


def viewable(name: str, *parts: sa.Column[Any] | sa.Constraint | sa.Index) -> sa.Table:
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
