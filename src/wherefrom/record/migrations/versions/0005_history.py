"""What each step of a claim's history left behind, who verified a claim and when, and whose word evidence is."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa
from alembic import op

from wherefrom.record.walls import ANY_ORG

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

ID = sa.String().with_variant(sa.String(collation="C"), "postgresql")

_VERIFICATION = (
    "(SELECT {wanted} FROM claim_events AS step WHERE step.org = claims.org AND step.claim = claims.id "
    "AND step.event = 'verified' ORDER BY step.position DESC, step.created_at DESC LIMIT 1)"
)


def upgrade() -> None:
    for name in ("other", "supersedes"):
        op.add_column("claim_events", sa.Column(name, ID, nullable=True))
    for name in ("confidence", "stated_confidence"):
        op.add_column("claim_events", sa.Column(name, sa.Double(), nullable=True))
    op.add_column("claims", sa.Column("verified_by", sa.Text(), nullable=True))
    op.add_column("claims", sa.Column("verified_at", sa.Double(), nullable=True))
    op.add_column("evidence", sa.Column("unproven", sa.Boolean(), nullable=True))
    op.add_column("messages", sa.Column("said_by", sa.Text(), nullable=True))
    if op.get_bind().dialect.name == "postgresql":
        in_each_org(fill_in)
    else:
        fill_in()


def fill_in() -> None:
    """Who verified the claims that are, as their histories say."""
    by, at = (_VERIFICATION.format(wanted=f"step.{name}") for name in ("actor_type", "created_at"))
    op.execute(f"UPDATE claims SET verified_by = {by}, verified_at = {at} WHERE claim_status = 'verified'")  # noqa: S608  -- constants of this module


def in_each_org(work: Callable[[], None]) -> None:
    """The wall stands around rows that are there: whoever owns the tables is let in to one org at a time."""
    bind = op.get_bind()
    enter = sa.text("SELECT set_config('wherefrom.org', :org, true)")
    bind.execute(enter, {"org": ANY_ORG})
    for org in bind.scalars(sa.text("SELECT id FROM orgs")).all():
        bind.execute(enter, {"org": org})
        work()
    bind.execute(enter, {"org": ""})
