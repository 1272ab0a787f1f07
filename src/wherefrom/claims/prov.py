"""W3C PROV-JSON of a claim: entities, activities, agents, and how they hang together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wherefrom.core.actors import ActorKind
from wherefrom.core.claims import Claim
from wherefrom.core.clock import shown
from wherefrom.core.evidence import EvidenceRef
from wherefrom.core.histories import ClaimEvent

__all__ = ["prov_json"]

_NAMESPACE = "urn:wherefrom:"
_PEOPLE = frozenset({ActorKind.USER})


def prov_json(claim: Claim, history: Sequence[ClaimEvent]) -> dict[str, Any]:
    """A claim was derived from what counts for it; what is against it or withdrawn was used in a step alone."""
    document = _Document()
    about = document.entity(f"claim-{claim.id}", _claim_facts(claim))
    names = [
        document.entity(f"evidence-{claim.id}-{position}", _evidence_facts(ref))
        for position, ref in enumerate(claim.evidence)
    ]
    brought = _brought(names, history)
    for name, ref in zip(names, claim.evidence, strict=True):
        if ref.counts:
            document.link("wasDerivedFrom", {"prov:generatedEntity": about, "prov:usedEntity": name})
    for number, step in enumerate(history):
        document.step(about, step, brought[step.id], is_first=number == 0)
    if claim.supersedes is not None:
        older = document.entity(f"claim-{claim.supersedes}", {})
        document.link(
            "wasDerivedFrom",
            {"prov:generatedEntity": about, "prov:usedEntity": older, "prov:type": _qualified("prov:Revision")},
        )
    return document.written


def _brought(names: Sequence[str], history: Sequence[ClaimEvent]) -> dict[str, Sequence[str]]:
    """The evidence of each step, by its id. It is kept in the order of the steps; what no step tells of was first."""
    found: dict[str, Sequence[str]] = {}
    end = len(names)
    for step in reversed(history):
        start = 0 if step is history[0] else max(0, end - len(step.evidence))
        found[step.id], end = names[start:end], start
    return found


class _Document:
    def __init__(self) -> None:
        self.written: dict[str, Any] = {"prefix": {"wf": _NAMESPACE}}
        self._links = 0

    def entity(self, name: str, facts: dict[str, Any]) -> str:
        self._section("entity").setdefault(f"wf:{name}", facts)
        return f"wf:{name}"

    def link(self, relation: str, ends: dict[str, Any]) -> None:
        self._links += 1
        self._section(relation)[f"_:r{self._links}"] = ends

    def step(self, about: str, step: ClaimEvent, evidence: Sequence[str], *, is_first: bool) -> None:
        """The first step made the claim, later ones used it; each was somebody's, and used what it brought."""
        activity, when = f"wf:step-{step.id}", shown(step.created_at)
        moved = {"wf:before": step.before, "wf:after": step.after, "wf:reason": step.reason}
        facts = {name: str(said) for name, said in moved.items() if said is not None}
        self._section("activity")[activity] = {
            "prov:startTime": when,
            "prov:endTime": when,
            "wf:event": step.event,
            **facts,
        }
        self.link(
            "wasGeneratedBy" if is_first else "used",
            {"prov:entity": about, "prov:activity": activity, "prov:time": when},
        )
        for name in evidence:
            self.link("used", {"prov:activity": activity, "prov:entity": name, "prov:time": when})
        if step.actor_id is not None:
            agent = self._agent(step.actor_type, step.actor_id)
            self.link("wasAssociatedWith", {"prov:activity": activity, "prov:agent": agent})
            if is_first:
                self.link("wasAttributedTo", {"prov:entity": about, "prov:agent": agent})

    def _agent(self, kind: ActorKind, id: str) -> str:
        """A person and a program may have the same id."""
        agent = f"wf:{kind.value}-{id}"
        told = "prov:Person" if kind in _PEOPLE else "prov:SoftwareAgent"
        facts = {"prov:type": _qualified(told), "wf:id": id, "wf:kind": kind.value}
        self._section("agent").setdefault(agent, facts)
        return agent

    def _section(self, name: str) -> dict[str, Any]:
        return self.written.setdefault(name, {})


def _qualified(name: str) -> dict[str, str]:
    return {"$": name, "type": "prov:QUALIFIED_NAME"}


def _claim_facts(claim: Claim) -> dict[str, Any]:
    return {
        "prov:value": claim.text,
        "wf:claim_status": claim.claim_status.value,
        "wf:confidence": {"$": repr(claim.confidence), "type": "xsd:double"},
        "wf:learned_at": {"$": shown(claim.created_at), "type": "xsd:dateTime"},
    }


def _evidence_facts(ref: EvidenceRef) -> dict[str, Any]:
    said = {
        "wf:kind": ref.kind.value,
        "prov:location": ref.url or ref.path,
        "wf:repo": ref.repo,
        "wf:commit": ref.commit_sha,
        "wf:content_hash": ref.content_hash,
        "wf:chunk": ref.chunk_id,
        "wf:session": ref.session_id,
        "wf:message": ref.message_id,
        "wf:tool_call": ref.tool_call_id,
        "wf:artifact": ref.artifact_id,
        "wf:person": ref.id,
        "prov:value": ref.detail,
    }
    return {name: value for name, value in said.items() if value is not None}
