"""Claims: what was learned, on which evidence, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, TypedDict, Unpack

from wherefrom.claims.grounding import Grounded, grounded, told_place
from wherefrom.claims.learning import learned
from wherefrom.claims.logs import SeveralLogs, entry_of, tell
from wherefrom.claims.moving import histories_of, history_of, moved_to
from wherefrom.claims.past import as_known, with_words
from wherefrom.claims.prov import prov_json
from wherefrom.claims.recalling import recalled, still_counts
from wherefrom.claims.sharing import related, shared
from wherefrom.claims.sifting import sifted
from wherefrom.claims.superseding import superseded
from wherefrom.claims.undoing import reverted
from wherefrom.claims.unseen import why_unseen
from wherefrom.core.access import Visibility, as_audience, check_own_sight
from wherefrom.core.actions import Action
from wherefrom.core.actors import Role
from wherefrom.core.attention import AttentionEvent, raised
from wherefrom.core.claims import (
    LONGEST_CLAIM,
    Claim,
    ClaimStatus,
    Scope,
    as_reason,
    as_recall_limit,
    as_scope,
    as_statuses,
)
from wherefrom.core.clock import as_timestamp
from wherefrom.core.evidence import EvidenceRef, GroundState, Standing, as_evidence, same_pointer, unmarked
from wherefrom.core.histories import ClaimEvent, Step
from wherefrom.core.lifecycle import newborn, turn_of
from wherefrom.core.paging import ClaimFilter, ClaimRelationFilter, Page
from wherefrom.core.relations import ClaimRelation
from wherefrom.core.statements import statement_hash
from wherefrom.core.templates import Template
from wherefrom.core.wellformed import JSON, as_choice, required, several
from wherefrom.errors import Conflict, MissingEvidence
from wherefrom.ports.logs import ActionLog
from wherefrom.services.desk import Verbs

__all__ = ["Claims"]

Time = datetime | float | str


class _More(TypedDict, total=False):
    """What else may be said of a claim when it is learned."""

    agent_scope: Iterable[str]
    session_id: str | None
    branch_id: str | None
    run_id: str | None
    show_id: str | None
    artifact_id: str | None
    knowledge_type: str | None
    info_type: str | None
    entity_id: str | None
    piece_id: str | None
    embedding_text: str | None
    valid_from: Time | None
    valid_until: Time | None
    template: str | None
    fields: Mapping[str, JSON]


class Claims(Verbs):
    def learn(
        self,
        text: str,
        evidence: Sequence[EvidenceRef],
        *,
        status: str = ClaimStatus.OBSERVED,
        confidence: float = 1.0,
        domain: str | None = None,
        tags: Iterable[str] = (),
        scope: Scope | None = None,
        project: str | None = None,
        audience: Iterable[str] = (),
        is_personal: bool = False,
        **more: Unpack[_More],
    ) -> Claim:
        """Keep what was learned. Quotes are checked, a claim that says the same gains the evidence instead of a twin.

        `confidence` is kept as stated; what counts is never more than the evidence can carry.
        """
        groups, refs, about = as_audience(audience), as_evidence(evidence), as_scope(scope)
        if not refs:
            mine = self._actor.id if is_personal else None
            self._refuse(text, Visibility(org=self._actor.org, project=project, personal_to=mine, audience=groups))
        said: dict[str, Any] = {**more, "agent_scope": frozenset(several(more.get("agent_scope", ()), "agent"))}
        asked = Claim(
            text,
            refs,
            as_choice(ClaimStatus, status, "claim status"),
            confidence,
            id=self._desk.ids(),
            domain=domain,
            tags=several(tags, "tags"),
            scope_type=about.type if about else None,
            scope_id=about.id if about else None,
            project=project,
            audience=groups,
            is_personal=is_personal,
            actor_type=self._actor.kind,
            actor_id=self._actor.id,
            **said,
        )
        return self._written(asked)

    def write(self, claim: Claim) -> Claim:
        """A claim that somebody else made, under its own id; who says so is who asks, whatever it says itself."""
        asked = newborn(claim, self._actor.org)
        return self._written(replace(asked, actor_type=self._actor.kind, actor_id=self._actor.id))

    def _written(self, asked: Claim) -> Claim:
        now = self._desk.clock()
        seen = grounded(self._record, self._actor, self._desk.ground, asked.evidence, now, session=asked.session_id)
        looked = sifted(seen, asked.text)
        with self._record.write(self._actor) as unit:
            saved = learned(
                unit, self._actor, asked, looked, self._desk.ids, telling=partial(self._log_learning, asked)
            )
            unit.commit()
        return saved

    def _log_learning(self, asked: Claim, id: str) -> None:
        """Under the id of the claim that says so already, if there is one: no other will exist."""
        self._log(Action.LEARN, asked, asked.claim_status, asked.evidence, id=id)

    def _refuse(self, text: str, seen_by: Visibility) -> None:
        """An attempt without evidence is told to whoever minds, and refused."""
        text = required(text, "claim", longest=LONGEST_CLAIM)
        item = raised(
            AttentionEvent.WRITE_REJECTED,
            "member",
            self._actor.id,
            id=self._desk.ids(),
            seen_by=seen_by,
            about=statement_hash(text)[:16],
            # When it was tried is part of it: tried again after somebody resolved it, it is news.
            detail={"text": text[:500], "actor_type": self._actor.kind.value, "tried_at": self._desk.clock()},
        )
        with self._record.write(self._actor) as unit:
            check_own_sight(unit.actor, item)
            unit.attention.sight(item)
            unit.commit()
        raise MissingEvidence(text)

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
            claim = unit.claims.get(unit.claims.resolve(id))
            if as_of is None:
                return claim
            return as_known(claim, history_of(unit, claim.id), as_timestamp(as_of, "as_of"))

    def find(self, where: ClaimFilter | None = None, *, after: str | None = None, limit: int = 50) -> Page[Claim]:
        """Lists, and the lenses: of a run, a show, an agent (by its scope), an artifact, a source, an inbox item."""
        with self._record.read(self._actor) as unit:
            page = unit.claims.find(where or ClaimFilter(newest_first=True), after=after, limit=limit)
        now = self._desk.clock()
        return Page([claim for claim in page.items if still_counts(claim, now)], page.next)

    def count(self, where: ClaimFilter | None = None) -> int:
        with self._record.read(self._actor) as unit:
            return unit.claims.count(where or ClaimFilter())

    def transition(
        self, id: str, status: str, *, reason: str | None = None, evidence: Sequence[EvidenceRef] = ()
    ) -> Claim:
        """Move a claim to another status, if the lifecycle allows it."""
        asked = as_choice(ClaimStatus, status, "claim status")
        said, refs = as_reason(reason), as_evidence(evidence)
        claim = self.get(id)
        looked = self._looked(refs, claim.text)
        self._log(turn_of(asked), claim, asked, refs)
        with self._record.write(self._actor) as unit:
            saved = moved_to(unit, claim.id, asked, self._desk.ids, reason=said, looked=looked)
            unit.commit()
        return saved

    def verify(self, id: str, *, evidence: Sequence[EvidenceRef] = (), reason: str | None = None) -> Claim:
        """Somebody looked, and it is true. Agents may only on a person's word that can be checked."""
        return self.transition(id, ClaimStatus.VERIFIED, reason=reason, evidence=evidence)

    def dispute(self, id: str, reason: str, *, evidence: Sequence[EvidenceRef] = ()) -> Claim:
        """It is contested, for this reason; a claim that was verified raises attention."""
        return self.transition(id, ClaimStatus.DISPUTED, reason=required(reason, "reason"), evidence=evidence)

    def supersede(self, old: str, new: str, *, reason: str | None = None) -> Claim:
        """The new claim takes the place of the old one. The new one, which says so; people decide this."""
        said = as_reason(reason)
        before, after = self.get(old), self.get(new)
        self._log(Action.SUPERSEDE, before, ClaimStatus.SUPERSEDED, after.evidence)
        with self._record.write(self._actor) as unit:
            saved = superseded(unit, before.id, after.id, self._desk.ids, reason=said)
            unit.commit()
        return saved

    def undo(self, id: str, *, reason: str | None = None) -> Claim:
        """Back to how it was before the latest step, by a step of its own; undone twice, that step holds again.

        A superseding is undone on both claims, from whichever. Evidence that was added stays.
        """
        said = as_reason(reason)
        claim = self.get(id)
        self._log(Action.REVERT, claim, claim.claim_status, ())
        with self._record.write(self._actor) as unit:
            saved = reverted(unit, claim.id, self._desk.ids, reason=said)
            unit.commit()
        return saved

    def history(self, id: str) -> Sequence[ClaimEvent]:
        """Every step, oldest first; its evidence as you may see it."""
        with self._record.read(self._actor) as unit:
            claim = unit.claims.get(unit.claims.resolve(id))
            steps = with_words(history_of(unit, claim.id), claim)
            copies = unit.claims.get_many(step.other for step in steps if step.event == Step.SHARED and step.other)
        return [
            replace(step, other=None) if step.event == Step.SHARED and step.other not in copies else step
            for step in steps
        ]

    def share(self, id: str, to: str) -> Claim:
        """Let a whole project, or with `org` everybody, see a claim. Admins do this; evidence stays with its own.

        Where it would be out of sight for some who see it now, the project gets a claim of its own on the same
        evidence, which is what comes back.
        """
        claim = self.get(id)
        self._log(Action.SHARE, claim, claim.claim_status, ())
        with self._record.write(self._actor) as unit:
            saved = shared(unit, claim.id, to, self._desk.ids)
            unit.commit()
        return saved

    def relate(self, id: str, relation: str, other: str) -> ClaimRelation:
        """Say how one claim stands to another; nothing is inferred from it."""
        one, two = self.get(id), self.get(other)
        self._log(Action.RELATE, one, one.claim_status, ())
        with self._record.write(self._actor) as unit:
            link = related(unit, one.id, relation, two.id, self._desk.ids)
            unit.commit()
        return link

    def relations(self, id: str) -> Sequence[ClaimRelation]:
        """How it stands to other claims that you may see."""
        with self._record.read(self._actor) as unit:
            claim = unit.claims.get(unit.claims.resolve(id))
            return list(unit.claim_relations.every(ClaimRelationFilter(about=claim.id, personal=True)))

    def resolved(self, evidence: Iterable[EvidenceRef]) -> list[EvidenceRef]:
        """Evidence as a person wrote it: what names a branch or a tag names the commit that this is now."""
        return [self._desk.ground.resolved(ref) for ref in evidence]

    def unseen(self, id: str, given: Sequence[EvidenceRef]) -> list[str]:
        """What of the evidence that was given could not be looked at, and why."""
        notes = (
            f"{told_place(each.ref)} could not be looked at: {why_unseen(each.ref, self._desk.ground)}"
            for each in self.evidence(id)
            if each.state is GroundState.UNREACHABLE and any(same_pointer(unmarked(each.ref), ref) for ref in given)
        )
        return list(dict.fromkeys(notes))

    def evidence(self, id: str) -> Sequence[Standing]:
        """What it stands on, and what the last look at each piece found."""
        with self._record.read(self._actor) as unit:
            claim = unit.claims.get(unit.claims.resolve(id))
            return unit.grounds.of([claim.id]).get(claim.id, ())

    def prov(self, id: str) -> dict[str, JSON]:
        """W3C PROV-JSON: the claim, its evidence, what was done to it and by whom."""
        with self._record.read(self._actor) as unit:
            claim = unit.claims.get(unit.claims.resolve(id))
            return prov_json(claim, history_of(unit, claim.id))

    def register_template(self, name: str, fields: Mapping[str, str], *, title: str = "") -> Template:
        """The form of a kind of claims: each field and its type (text, number, bool, time, list; `?`: optional)."""
        self._actor.require(Role.ADMIN, "register a template")
        template = Template(id=name, fields=dict(fields), title=title or name, seen_by=Visibility(org=self._actor.org))
        with self._record.write(self._actor) as unit:
            saved = unit.templates.save(template)
            unit.note(Action.REGISTER_TEMPLATE, "template", saved.id, after=saved)
            unit.commit()
        return saved

    def _looked(self, evidence: Sequence[EvidenceRef], text: str) -> Sequence[Grounded]:
        """Evidence for a move must be what it says: what was quoted wrongly moves nothing."""
        looked = sifted(grounded(self._record, self._actor, self._desk.ground, evidence, self._desk.clock()), text)
        wrong = next((each for each in looked if each.missing), None)
        if wrong is not None and wrong.missing is not None:
            raise Conflict(wrong.missing, hint="quote it word for word, or leave the quote out")
        return looked

    def told_to(self, log: ActionLog) -> Claims:
        """The same verbs, of which this log is told too."""
        return Claims(replace(self._desk, log=SeveralLogs([self._desk.log, log])))

    def _log(
        self,
        action: Action,
        claim: Claim,
        status: ClaimStatus,
        evidence: Iterable[EvidenceRef],
        *,
        id: str | None = None,
    ) -> None:
        now = self._desk.clock()
        tell(self._desk.log, entry_of(action, claim, self._actor, now, status=status, evidence=evidence, id=id))
