"""Claims as they are read: recalled, found, with their history and what they stand on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from wherefrom.claims.grounding import told_place
from wherefrom.claims.moving import histories_of, history_of
from wherefrom.claims.past import as_known, with_words
from wherefrom.claims.prov import prov_json
from wherefrom.claims.recalling import recalled, still_counts
from wherefrom.claims.unseen import why_unseen
from wherefrom.core.claims import Claim, Scope, as_recall_limit, as_scope, as_statuses
from wherefrom.core.clock import as_timestamp
from wherefrom.core.evidence import EvidenceRef, GroundState, Standing, as_evidence, same_pointer, unmarked
from wherefrom.core.histories import ClaimEvent, Step
from wherefrom.core.paging import ClaimFilter, ClaimRelationFilter, Page, as_filter
from wherefrom.core.relations import ClaimRelation
from wherefrom.core.wellformed import JSON
from wherefrom.ports.record import UnitOfWork
from wherefrom.services.desk import Verbs

__all__ = ["ReadingClaims", "Time"]

Time = datetime | float | str


class ReadingClaims(Verbs):
    def recall(
        self,
        question: str,
        *,
        scope: Scope | None = None,
        status: Iterable[str] | None = None,
        project: str | None = None,
        limit: int = 5,
        as_of: Time | None = None,
        valid_at: Time | None = None,
    ) -> Sequence[Claim]:
        """Claims that answer, best first: those that hold, unless others are asked for; never rejected ones.

        Nothing, where none has a word of the question or is near to it in meaning. A scope narrows. What holds for one
        run is recalled in that run alone, for 30 days. What is true for a time is recalled at that time: `valid_at`,
        else `as_of`, else now.
        """
        at = None if as_of is None else as_timestamp(as_of, "as_of")
        found = recalled(
            self._desk.retrieval.searcher,
            self._record,
            self._actor,
            question,
            scope=as_scope(scope),
            statuses=as_statuses(status),
            project=project,
            limit=as_recall_limit(limit),
            as_of=at,
            valid_at=None if valid_at is None else as_timestamp(valid_at, "valid_at"),
            now=self._desk.clock(),
        )
        if at is None:
            return found
        with self._record.read(self._actor) as unit:
            steps = histories_of(unit, [claim.id for claim in found])
        return [as_known(claim, steps.get(claim.id, ()), at) for claim in found]

    def get(self, id: str, *, as_of: Time | None = None) -> Claim:
        """By its id or a unique beginning of it; `as_of` a time, as it was known then."""
        with self._record.read(self._actor) as unit:
            claim = _found(unit, id)
            if as_of is None:
                return claim
            return as_known(claim, history_of(unit, claim.id), as_timestamp(as_of, "as_of"))

    def find(self, where: ClaimFilter | None = None, *, after: str | None = None, limit: int = 50) -> Page[Claim]:
        """Lists, and the lenses: of a run, a show, an agent (by its scope), an artifact, a source, an inbox item."""
        with self._record.read(self._actor) as unit:
            page = unit.claims.find(as_filter(where, ClaimFilter(newest_first=True)), after=after, limit=limit)
        now = self._desk.clock()
        return Page([claim for claim in page.items if still_counts(claim, now)], page.next)

    def count(self, where: ClaimFilter | None = None) -> int:
        with self._record.read(self._actor) as unit:
            return unit.claims.count(as_filter(where, ClaimFilter()))

    def history(self, id: str) -> Sequence[ClaimEvent]:
        """Every step, oldest first; its evidence as you may see it."""
        with self._record.read(self._actor) as unit:
            claim = _found(unit, id)
            steps = with_words(history_of(unit, claim.id), claim)
            copies = unit.claims.get_many(step.other for step in steps if step.event == Step.SHARED and step.other)
        return [
            replace(step, other=None) if step.event == Step.SHARED and step.other not in copies else step
            for step in steps
        ]

    def relations(self, id: str) -> Sequence[ClaimRelation]:
        """How it stands to other claims that you may see."""
        with self._record.read(self._actor) as unit:
            claim = _found(unit, id)
            return list(unit.claim_relations.every(ClaimRelationFilter(about=claim.id, personal=True)))

    def resolved(self, evidence: Iterable[EvidenceRef]) -> list[EvidenceRef]:
        """Evidence as a person wrote it: what names a branch or a tag names the commit that this is now."""
        return [self._desk.ground.resolved(ref) for ref in as_evidence(evidence)]

    def unseen(self, id: str, given: Sequence[EvidenceRef]) -> list[str]:
        """What of the evidence that was given could not be looked at, and why."""
        refs = as_evidence(given)
        notes = (
            f"{told_place(each.ref)} could not be looked at: {why_unseen(each.ref, self._desk.ground)}"
            for each in self.evidence(id)
            if each.state is GroundState.UNREACHABLE and any(same_pointer(unmarked(each.ref), ref) for ref in refs)
        )
        return list(dict.fromkeys(notes))

    def evidence(self, id: str) -> Sequence[Standing]:
        """What it stands on, and what the last look at each piece found."""
        with self._record.read(self._actor) as unit:
            claim = _found(unit, id)
            return unit.grounds.of([claim.id]).get(claim.id, ())

    def prov(self, id: str) -> dict[str, JSON]:
        """W3C PROV-JSON: the claim, its evidence, what was done to it and by whom."""
        with self._record.read(self._actor) as unit:
            claim = _found(unit, id)
            return prov_json(claim, history_of(unit, claim.id))


def _found(unit: UnitOfWork, id: str) -> Claim:
    """By its id or a unique beginning of it."""
    return unit.claims.get(unit.claims.resolve(id))
