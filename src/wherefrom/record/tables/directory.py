"""People and places: orgs, projects, groups, members, keys, and the visibility classes they make up."""

from __future__ import annotations

import sqlalchemy as sa

from wherefrom.record.columns import Holds, id_text, label, org_key, system, timestamp
from wherefrom.record.tables.shape import metadata, refers_to

__all__ = [
    "actors",
    "api_keys",
    "group_members",
    "groups",
    "orgs",
    "project_members",
    "projects",
    "visibilities",
    "visibility_agents",
    "visibility_groups",
]

orgs = sa.Table(
    "orgs", metadata, id_text("id", primary=True), label("title"), system("secret"), timestamp("created_at", null=False)
)

projects = sa.Table(
    "projects",
    metadata,
    org_key(),
    id_text("id", primary=True),
    label("title"),
    system("restricted", "bool", null=False),
    timestamp("created_at", null=False),
)

groups = sa.Table(
    "groups", metadata, org_key(), id_text("id", primary=True), label("title"), timestamp("created_at", null=False)
)

actors = sa.Table(
    "actors",
    metadata,
    org_key(),
    id_text("id", primary=True),
    system("kind", null=False),
    system("role", null=False),
    label("title"),
    timestamp("created_at", null=False),
)

group_members = sa.Table(
    "group_members",
    metadata,
    org_key(),
    id_text("group_id", primary=True),
    id_text("actor", primary=True),
    refers_to("groups", "group_id", cascade=True),
    refers_to("actors", "actor", cascade=True),
)

project_members = sa.Table(
    "project_members",
    metadata,
    org_key(),
    id_text("project", primary=True),
    id_text("actor", primary=True),
    refers_to("projects", "project", cascade=True),
    refers_to("actors", "actor", cascade=True),
)

api_keys = sa.Table(
    "api_keys",
    metadata,
    org_key(),
    id_text("id", primary=True),
    label("label"),
    id_text("actor"),
    system("role", null=False),
    system("hashed", null=False),
    timestamp("created_at", null=False),
    timestamp("expires_at"),
    timestamp("revoked_at"),
    refers_to("actors", "actor", cascade=True),
    sa.UniqueConstraint("id"),
)

visibilities = sa.Table(
    "visibilities",
    metadata,
    sa.Column("id", sa.Integer(), primary_key=True, autoincrement=True, info={"holds": Holds.SYSTEM}),
    org_key(primary=False),
    system("digest", null=False),
    id_text("project", null=True),
    id_text("personal_to", null=True),
    system("for_groups", "bool", null=False),
    system("for_agents", "bool", null=False),
    refers_to("projects", "project"),
    sa.UniqueConstraint("org", "id"),
    sa.UniqueConstraint("org", "digest"),
    # Processes remember what a class means, so a number must never come to mean another.
    sqlite_autoincrement=True,
)

# A group that is deleted keeps its name here: what was shown to few must not become visible to all.
visibility_groups = sa.Table(
    "visibility_groups",
    metadata,
    org_key(),
    sa.Column("visibility", sa.Integer(), primary_key=True, info={"holds": Holds.SYSTEM}),
    id_text("group_id", primary=True),
    sa.ForeignKeyConstraint(["org", "visibility"], ["visibilities.org", "visibilities.id"], ondelete="CASCADE"),
)

visibility_agents = sa.Table(
    "visibility_agents",
    metadata,
    org_key(),
    sa.Column("visibility", sa.Integer(), primary_key=True, info={"holds": Holds.SYSTEM}),
    id_text("agent", primary=True),
    sa.ForeignKeyConstraint(["org", "visibility"], ["visibilities.org", "visibilities.id"], ondelete="CASCADE"),
)
