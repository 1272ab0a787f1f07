"""Export: a whole org, or one project of it, as JSONL."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from wherefrom.core.actions import Action
from wherefrom.core.actors import Role
from wherefrom.core.clock import shown
from wherefrom.core.paging import (
    AgentFilter,
    AttentionFilter,
    AuditFilter,
    ChunkFilter,
    ClaimEventFilter,
    ClaimFilter,
    ClaimRelationFilter,
    EdgeFilter,
    EntityFilter,
    EntryFilter,
    Filter,
    MessageFilter,
    NodeFilter,
    RunFilter,
    SourceFilter,
    TemplateFilter,
    ToolResultFilter,
)
from wherefrom.errors import NotFound
from wherefrom.ports.record import UnitOfWork
from wherefrom.services.desk import Verbs
from wherefrom.services.exchange import FORMAT, LEFT_OUT, VERSION, written
from wherefrom.services.originals import originals_of, parts_of

__all__ = ["Exporting"]

_ITEMS: dict[str, tuple[Callable[[UnitOfWork], Any], Filter]] = {
    "source": (lambda unit: unit.sources, SourceFilter()),
    "entry": (lambda unit: unit.entries, EntryFilter()),
    "chunk": (lambda unit: unit.chunks, ChunkFilter(retired=True)),
    "agent": (lambda unit: unit.agents, AgentFilter()),
    "run": (lambda unit: unit.runs, RunFilter()),
    "message": (lambda unit: unit.messages, MessageFilter()),
    "tool_result": (lambda unit: unit.tool_results, ToolResultFilter()),
    "template": (lambda unit: unit.templates, TemplateFilter()),
    "claim": (lambda unit: unit.claims, ClaimFilter()),
    "claim_event": (lambda unit: unit.claim_events, ClaimEventFilter()),
    "claim_relation": (lambda unit: unit.claim_relations, ClaimRelationFilter()),
    "entity": (lambda unit: unit.entities, EntityFilter()),
    "node": (lambda unit: unit.nodes, NodeFilter()),
    "edge": (lambda unit: unit.edges, EdgeFilter()),
    "attention": (lambda unit: unit.attention, AttentionFilter()),
    "audit": (lambda unit: unit.audit, AuditFilter()),
}

_CLAIMS_AT_ONCE = 500


class Exporting(Verbs):
    def lines(self, *, project: str | None = None) -> Iterator[str]:
        """What the actor may see, from one snapshot; elevated, everything. Noted in the trail before the first line."""
        self._actor.require(Role.ADMIN, "export")
        with self._record.write(self._actor) as unit:
            if project is not None and all(each.id != project for each in unit.directory.projects()):
                raise NotFound("project", project)
            unit.note(Action.EXPORT, "project" if project else "org", project or self._actor.org)
            unit.commit()
        with self._record.read(self._actor) as unit:
            yield self._header(unit, project)
            yield from self._directory(unit, project)
            referred: set[str] = set()
            for kind, (repository, where) in _ITEMS.items():
                for item in repository(unit).every(replace(where, personal=True, project=project)):
                    if project is None or item.visibility.project == project:
                        referred |= originals_of(item)
                        yield written(kind, item)
                if kind == "entry":
                    yield from self._originals(sorted(referred))
                if kind == "claim":
                    yield from self._standings(unit, project)

    def _originals(self, hashes: Iterable[str]) -> Iterator[str]:
        """One at a time. What an older import did not bring along is not here either."""
        for hash in hashes:
            try:
                data = self._desk.intake.blobs.get(self._actor.org, hash)
            except NotFound:
                continue
            yield from (written("original", part) for part in parts_of(hash, data))

    def _standings(self, unit: UnitOfWork, project: str | None) -> Iterator[str]:
        """What was last seen of the evidence: a change that nobody has looked at stays one after a move."""
        claims = unit.claims.every(ClaimFilter(personal=True, project=project))
        ids = (claim.id for claim in claims if project is None or claim.visibility.project == project)
        while some := list(islice(ids, _CLAIMS_AT_ONCE)):
            for standings in unit.grounds.of(some).values():
                yield from (written("standing", each) for each in standings if each.state is not None)

    def _header(self, unit: UnitOfWork, project: str | None) -> str:
        header = {
            "format": FORMAT,
            "version": VERSION,
            "org": unit.org.id,
            "title": unit.org.title,
            "secret": unit.org.secret,
            "project": project,
            "elevated": self._actor.sees_everything,
            "exported_at": shown(self._desk.clock()),
            "left_out": list(LEFT_OUT),
        }
        return json.dumps(header, ensure_ascii=False)

    def _directory(self, unit: UnitOfWork, project: str | None) -> Iterator[str]:
        """A project alone is exported with the groups its items may name, and without the people."""
        yield from (written("project", each) for each in unit.directory.projects() if project in (None, each.id))
        yield from (written("group", each) for each in unit.directory.groups())
        if project is None:
            yield from (written("member", each) for each in unit.directory.members())
