"""The tables, by what they are about."""

from __future__ import annotations

from wherefrom.record.tables.claims import (
    claim_bands,
    claim_events,
    claim_relations,
    claim_sketches,
    claims,
    evidence,
    templates,
)
from wherefrom.record.tables.directory import (
    actors,
    api_keys,
    group_members,
    groups,
    orgs,
    project_members,
    projects,
    visibilities,
    visibility_agents,
    visibility_groups,
)
from wherefrom.record.tables.documents import chunks, entries, sources
from wherefrom.record.tables.entities import edges, entities, nodes
from wherefrom.record.tables.following import change_heads, changes, engine_state, events, vectors
from wherefrom.record.tables.governance import attention, audit
from wherefrom.record.tables.sessions import agents, messages, runs, tool_results
from wherefrom.record.tables.shape import metadata

__all__ = [
    "APPEND_ONLY",
    "NUMBERED",
    "VIEWABLE",
    "actors",
    "agents",
    "api_keys",
    "attention",
    "audit",
    "change_heads",
    "changes",
    "chunks",
    "claim_bands",
    "claim_events",
    "claim_relations",
    "claim_sketches",
    "claims",
    "edges",
    "engine_state",
    "entities",
    "entries",
    "events",
    "evidence",
    "group_members",
    "groups",
    "messages",
    "metadata",
    "nodes",
    "orgs",
    "project_members",
    "projects",
    "runs",
    "sources",
    "templates",
    "tool_results",
    "vectors",
    "visibilities",
    "visibility_agents",
    "visibility_groups",
]

VIEWABLE = (
    sources,
    entries,
    chunks,
    claims,
    claim_events,
    claim_relations,
    templates,
    entities,
    nodes,
    edges,
    agents,
    runs,
    messages,
    tool_results,
    attention,
    audit,
)
APPEND_ONLY = (audit,)
NUMBERED = (sources, entries, chunks, claims, entities, nodes, edges)
"""What an index may follow: a change to one of these gets a number."""
