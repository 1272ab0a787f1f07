"""What ingestion remembers: which version of an original was read, and where the original is kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from wherefrom.record.walls import keep_out_of_statistics

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")


def upgrade() -> None:
    op.add_column("sources", sa.Column("state", sa.Text(), nullable=True))
    for name in ("media_type", "revision", "blob"):
        op.add_column("entries", sa.Column(name, sa.Text(), nullable=True))
    op.add_column("entries", sa.Column("notices", JSON, nullable=False, server_default="[]"))
    if op.get_bind().dialect.name == "postgresql":
        keep_out_of_statistics(op.get_bind(), {"sources": ("state",), "entries": ("revision", "blob", "notices")})
