"""What each step of a claim left behind, who verified it and when, whose word evidence is, and whether it counts."""

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
    op.add_column("evidence", sa.Column("stance", sa.Text(), nullable=True))
    op.add_column("evidence", sa.Column("stated", sa.Double(), nullable=True))
    op.add_column("messages", sa.Column("said_by", sa.Text(), nullable=True))
    if op.get_bind().dialect.name == "postgresql":
        in_each_org(fill_in)
    else:
        fill_in()


def fill_in() -> None:
    """Who verified the claims that are, and what was brought against them, as their histories say."""
    by, at = (_VERIFICATION.format(wanted=f"step.{name}") for name in ("actor_type", "created_at"))
    op.execute(f"UPDATE claims SET verified_by = {by}, verified_at = {at} WHERE claim_status = 'verified'")  # noqa: S608  -- constants of this module
    mark_what_is_against()


def mark_what_is_against() -> None:
    """What came with a dispute. Evidence is kept in the order of the steps that brought it."""
    bind = op.get_bind()
    count = "jsonb_array_length" if bind.dialect.name == "postgresql" else "json_array_length"
    disputed = f"SELECT claim FROM claim_events WHERE event = 'disputed' AND {count}(evidence) > 0"  # noqa: S608  -- as above
    steps = bind.execute(
        sa.text(
            f"SELECT org, claim, event, {count}(evidence) AS brought, "  # noqa: S608  -- as above
            "(SELECT count(*) FROM evidence AS e WHERE e.org = step.org AND e.claim = step.claim) AS known "
            f"FROM claim_events AS step WHERE claim IN ({disputed}) "
            "ORDER BY org, claim, position DESC, created_at DESC"
        )
    ).all()
    mark = sa.text(
        "UPDATE evidence SET stance = 'against' "
        "WHERE org = :org AND claim = :claim AND position >= :start AND position < :end"
    )
    place: tuple[str, str] | None = None
    end = 0
    for step in steps:
        if place != (step.org, step.claim):
            place, end = (step.org, step.claim), step.known
        start = max(end - step.brought, 0)
        if step.event == "disputed" and start < end:
            bind.execute(mark, {"org": step.org, "claim": step.claim, "start": start, "end": end})
        end = start


def in_each_org(work: Callable[[], None]) -> None:
    """The wall stands around rows that are there: whoever owns the tables is let in to one org at a time."""
    bind = op.get_bind()
    enter = sa.text("SELECT set_config('wherefrom.org', :org, true)")
    bind.execute(enter, {"org": ANY_ORG})
    for org in bind.scalars(sa.text("SELECT id FROM orgs")).all():
        bind.execute(enter, {"org": org})
        work()
    bind.execute(enter, {"org": ""})
