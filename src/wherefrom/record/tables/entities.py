"""Who and what it is about: profiles and a graph."""

from __future__ import annotations

import sqlalchemy as sa

from wherefrom.record.columns import content, id_text, label, system, timestamp
from wherefrom.record.tables.shape import refers_to, viewable

__all__ = ["edges", "entities", "nodes"]

entities = viewable(
    "entities",
    system("entity_type", null=False),
    content("properties", "object", null=False),
    timestamp("updated_at", null=False),
    system("version", "int", null=False),
)

nodes = viewable(
    "nodes",
    system("node_type", null=False),
    label("label", null=False),
    content("properties", "object", null=False),
    timestamp("updated_at", null=False),
    system("version", "int", null=False),
)

edges = viewable(
    "edges",
    id_text("source_id"),
    id_text("target_id"),
    system("edge_type", null=False),
    content("properties", "object", null=False),
    timestamp("updated_at", null=False),
    system("version", "int", null=False),
    refers_to("nodes", "source_id", cascade=True),
    refers_to("nodes", "target_id", cascade=True),
    sa.Index(None, "org", "source_id"),
    sa.Index(None, "org", "target_id"),
)
