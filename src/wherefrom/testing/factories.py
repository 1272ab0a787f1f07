"""Small factories: valid values of every kind, each with an id of its own. Name what matters, leave the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from wherefrom.core.access import Visibility
from wherefrom.core.actions import Action, AuditEntry
from wherefrom.core.actors import Actor, ActorKind, Role
from wherefrom.core.attention import AttentionItem
from wherefrom.core.claims import Claim
from wherefrom.core.directory import Org
from wherefrom.core.documents import Chunk, Entry, Source, SourceKind
from wherefrom.core.entities import Edge, Entity, Node
from wherefrom.core.histories import ClaimEvent
from wherefrom.core.ids import content_hash, new_id, new_secret
from wherefrom.core.locators import TextLocator
from wherefrom.core.messages import Message, MessageRole, ToolResult
from wherefrom.core.pointers import from_file
from wherefrom.core.relations import ClaimRelation, Relation
from wherefrom.core.runs import Agent, Run
from wherefrom.core.templates import Template

__all__ = [
    "agent",
    "agent_entry",
    "attention",
    "audit_entry",
    "chunk",
    "claim",
    "claim_event",
    "claim_relation",
    "edge",
    "entity",
    "entry",
    "message",
    "node",
    "org",
    "owner",
    "person",
    "run",
    "source",
    "template",
    "tool",
    "tool_result",
]

LONG_AGO = 1_000_000_000.0


def org(**changes: Any) -> Org:
    id = f"org-{new_id()}"
    return replace(Org(id=id, title=id, secret=new_secret(), created_at=LONG_AGO), **changes)


def owner(org: str) -> Actor:
    return Actor.local_owner(org)


def person(org: str, id: str = "ann", **changes: Any) -> Actor:
    return Actor(org=org, id=id, **changes)


def agent(org: str, id: str = "helper", **changes: Any) -> Actor:
    return Actor(org=org, id=id, kind=ActorKind.AGENT, **changes)


def tool(org: str, id: str = "fetcher", **changes: Any) -> Actor:
    return Actor(org=org, id=id, kind=ActorKind.TOOL, role=Role.MEMBER, **changes)


def source(**changes: Any) -> Source:
    made = Source(id=new_id(), kind=SourceKind.FOLDER, uri="file:///handbook", title="handbook")
    return replace(made, **changes)


def entry(**changes: Any) -> Entry:
    text = changes.get("content", "Refunds over 100 need two approvals.")
    return replace(Entry(id=new_id(), title="refunds.md", content=text, content_hash=content_hash(text)), **changes)


def chunk(of: Entry, **changes: Any) -> Chunk:
    text = changes.get("text", of.content)
    made = Chunk(
        id=new_id(),
        entry=of.id,
        text=text,
        content_hash=content_hash(text),
        locators=(TextLocator(char_end=len(text)),),
        seen_by=of.visibility,
    )
    return replace(made, **changes)


def claim(text: str = "Refunds over 100 need two approvals.", **changes: Any) -> Claim:
    return replace(Claim(text, (from_file("src/pay.py"),)), **changes)


def claim_event(of: Claim, **changes: Any) -> ClaimEvent:
    return replace(ClaimEvent(id=new_id(), claim=of.id, event="learned", seen_by=of.visibility), **changes)


def claim_relation(one: Claim, other: Claim, **changes: Any) -> ClaimRelation:
    return replace(ClaimRelation(claim=one.id, relation=Relation.SUPPORTS, other=other.id), **changes)


def template(**changes: Any) -> Template:
    return replace(Template(id=f"t-{new_id()}", fields={"amount": "number"}), **changes)


def agent_entry(**changes: Any) -> Agent:
    return replace(Agent(id=new_id(), title="reviewer"), **changes)


def run(**changes: Any) -> Run:
    return replace(Run(), **changes)


def message(owner: str = "ann", **changes: Any) -> Message:
    made = Message(
        session_id="s1", message_id=new_id(), role=MessageRole.USER, text="Refunds need two approvals.", owner=owner
    )
    return replace(made, **changes)


def tool_result(owner: str = "ann", **changes: Any) -> ToolResult:
    made = ToolResult(session_id="s1", tool_call_id=new_id(), tool_name="read_file", text="two approvals", owner=owner)
    return replace(made, **changes)


def entity(**changes: Any) -> Entity:
    return replace(Entity(id=f"user:{new_id()}", entity_type="user", properties={"city": "Oslo"}), **changes)


def node(**changes: Any) -> Node:
    return replace(Node(id=new_id(), node_type="team", label="payments"), **changes)


def edge(one: Node, other: Node, **changes: Any) -> Edge:
    return replace(Edge(id=new_id(), source_id=one.id, target_id=other.id, edge_type="asks"), **changes)


def attention(about: Entry | Claim, **changes: Any) -> AttentionItem:
    made = AttentionItem(
        id=new_id(),
        cause=new_id(),
        event="evidence.changed",
        severity="warning",
        tone="warning",
        action="look at it again",
        target_kind=type(about).__name__.lower(),
        target_id=about.id,
        seen_by=about.visibility,
    )
    return replace(made, **changes)


def audit_entry(by: Actor, **changes: Any) -> AuditEntry:
    made = AuditEntry(
        id=new_id(),
        action=Action.ADD_ENTRY,
        target_kind="entry",
        target_id=new_id(),
        actor_kind=by.kind,
        actor_id=by.id,
        seen_by=Visibility(org=by.org),
    )
    return replace(made, **changes)
