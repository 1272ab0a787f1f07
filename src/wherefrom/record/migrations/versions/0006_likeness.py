"""Numbers by which few strangers are taken for twins; indexes only of what most claims and evidence do not have.

Claims keep the numbers that they have, in the table where they are, until they are given new ones.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from wherefrom.record.walls import protect

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

ID = sa.String().with_variant(sa.String(collation="C"), "postgresql")

SELDOM_SET = (
    ("claims", ("scope_type", "scope_id", "created_at", "id")),
    ("claims", ("run_id", "created_at", "id")),
    ("claims", ("show_id", "created_at", "id")),
    ("claims", ("artifact_id",)),
    ("evidence", ("chunk_id",)),
    ("evidence", ("artifact_id",)),
    ("evidence", ("session_id", "message_id")),
    ("evidence", ("tool_call_id",)),
)


def upgrade() -> None:
    op.create_table(
        "claim_bands",
        sa.Column("org", ID, nullable=False),
        sa.Column("band", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("claim", ID, nullable=False),
        sa.Column("words", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_claim_bands_org"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["org", "claim"], ["claims.org", "claims.id"], name=op.f("fk_claim_bands_org_claim"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("org", "band", "claim", "words", name=op.f("pk_claim_bands")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_claim_bands_org_claim"), "claim_bands", ["org", "claim"])
    for table, columns in SELDOM_SET:
        name, is_set = op.f(f"ix_{table}_org_{'_'.join(columns)}"), sa.text(f"{columns[0]} IS NOT NULL")
        op.drop_index(name, table)
        op.create_index(name, table, ["org", *columns], sqlite_where=is_set, postgresql_where=is_set)
    if op.get_bind().dialect.name == "postgresql":
        protect(op.get_bind(), {"claim_bands": "org"})
