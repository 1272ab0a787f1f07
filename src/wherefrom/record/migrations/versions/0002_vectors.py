"""Every vector ever made, so that indexing again embeds nothing."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from wherefrom.record.walls import keep_out_of_statistics, protect

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

ID = sa.String().with_variant(sa.String(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "vectors",
        sa.Column("org", ID, nullable=False),
        sa.Column("embedder", ID, nullable=False),
        sa.Column("text_hash", ID, nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["org"], ["orgs.id"], name=op.f("fk_vectors_org"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("org", "embedder", "text_hash", name=op.f("pk_vectors")),
    )
    if op.get_bind().dialect.name == "postgresql":
        protect(op.get_bind(), {"vectors": "org"})
        keep_out_of_statistics(op.get_bind(), {"vectors": ("vector",)})
