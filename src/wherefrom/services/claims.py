"""Claims as they are made and moved: what was learned, on which evidence, and what became of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypedDict, TypeVar, Unpack

from wherefrom.claims.grounding import Grounded, grounded
from wherefrom.claims.learning import learned
from wherefrom.claims.logs import SeveralLogs, entry_of, tell
from wherefrom.claims.moving import moved_to
from wherefrom.claims.sharing import related, shared
from wherefrom.claims.sifting import sifted
from wherefrom.claims.superseding import superseded
from wherefrom.claims.undoing import reverted
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
    as_scope,
)
from wherefrom.core.evidence import EvidenceRef, QuoteState, as_evidence
from wherefrom.core.ids import Ids
from wherefrom.core.lifecycle import newborn, turn_of
from wherefrom.core.relations import ClaimRelation
from wherefrom.core.statements import statement_hash
from wherefrom.core.templates import Template
from wherefrom.core.wellformed import JSON, as_choice, required, several
from wherefrom.errors import Conflict, MissingEvidence
from wherefrom.ports.logs import ActionLog
from wherefrom.ports.record import UnitOfWork
from wherefrom.services.reading_claims import ReadingClaims, Time

__all__ = ["Claims"]

T = TypeVar("T")


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


class Claims(ReadingClaims):
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
        telling = partial(self._log_learning, asked)
        return self._kept(lambda unit, ids: learned(unit, self._actor, asked, looked, ids, telling=telling))

    def _log_learning(self, asked: Claim, id: str) -> None:
        """Under the id of the claim that says so already, if there is one: no other will exist."""
        self._log(Action.LEARN, asked, evidence=asked.evidence, id=id)

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

    def transition(
        self, id: str, status: str, *, reason: str | None = None, evidence: Sequence[EvidenceRef] = ()
    ) -> Claim:
        """Move a claim to another status, if the lifecycle allows it."""
        asked = as_choice(ClaimStatus, status, "claim status")
        said, refs = as_reason(reason), as_evidence(evidence)
        claim = self.get(id)
        looked = self._looked(refs, claim.text)
        self._log(turn_of(asked), claim, status=asked, evidence=refs)
        return self._kept(lambda unit, ids: moved_to(unit, claim.id, asked, ids, reason=said, looked=looked))

    def verify(self, id: str, evidence: Sequence[EvidenceRef] = (), *, reason: str | None = None) -> Claim:
        """Somebody looked, and it is true. Agents may only on a person's word that can be checked."""
        return self.transition(id, ClaimStatus.VERIFIED, reason=reason, evidence=evidence)

    def dispute(self, id: str, reason: str, evidence: Sequence[EvidenceRef] = ()) -> Claim:
        """It is contested, for this reason; a claim that was verified raises attention."""
        return self.transition(id, ClaimStatus.DISPUTED, reason=required(reason, "reason"), evidence=evidence)

    def supersede(self, old: str, new: str, *, reason: str | None = None) -> Claim:
        """The new claim takes the place of the old one. The new one, which says so; people decide this."""
        said = as_reason(reason)
        before, after = self.get(old), self.get(new)
        self._log(Action.SUPERSEDE, before, status=ClaimStatus.SUPERSEDED, evidence=after.evidence)
        return self._kept(lambda unit, ids: superseded(unit, before.id, after.id, ids, reason=said))

    def undo(self, id: str, *, reason: str | None = None) -> Claim:
        """Back to how it was before the latest step, by a step of its own; undone twice, that step holds again.

        A superseding is undone on both claims, from whichever. Evidence that was added stays.
        """
        said = as_reason(reason)
        claim = self.get(id)
        self._log(Action.REVERT, claim)
        return self._kept(lambda unit, ids: reverted(unit, claim.id, ids, reason=said))

    def share(self, id: str, to: str) -> Claim:
        """Let a whole project, or with `org` everybody, see a claim. Admins do this; evidence stays with its own.

        Where it would be out of sight for some who see it now, the project gets a claim of its own on the same
        evidence, which is what comes back.
        """
        claim, whom = self.get(id), required(to, "project")
        self._log(Action.SHARE, claim)
        return self._kept(lambda unit, ids: shared(unit, claim.id, whom, ids))

    def relate(self, id: str, relation: str, other: str) -> ClaimRelation:
        """Say how one claim stands to another; nothing is inferred from it."""
        one, two = self.get(id), self.get(other)
        self._log(Action.RELATE, one)
        return self._kept(lambda unit, ids: related(unit, one.id, relation, two.id, ids))

    def register_template(self, name: str, fields: Mapping[str, str], *, title: str = "") -> Template:
        """The form of a kind of claims: each field and its type (text, number, bool, time, list; `?`: optional)."""
        self._actor.require(Role.ADMIN, "register a template")
        template = Template(id=name, fields=fields, title=title or name, seen_by=Visibility(org=self._actor.org))
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
            misquoted = wrong.standing.quote is QuoteState.ABSENT
            hint = "quote it word for word, or leave the quote out" if misquoted else "cite what is there"
            raise Conflict(wrong.missing, hint=hint)
        return looked

    def told_to(self, log: ActionLog) -> Claims:
        """The same verbs, of which this log is told too."""
        return Claims(replace(self._desk, log=SeveralLogs([self._desk.log, log])))

    def _log(
        self,
        action: Action,
        claim: Claim,
        *,
        status: ClaimStatus | None = None,
        evidence: Iterable[EvidenceRef] = (),
        id: str | None = None,
    ) -> None:
        """Before anything is kept; `status` is the one that is asked for, if it is another one."""
        now, asked = self._desk.clock(), status or claim.claim_status
        tell(self._desk.log, entry_of(action, claim, self._actor, now, status=asked, evidence=evidence, id=id))

    def _kept(self, work: Callable[[UnitOfWork, Ids], T]) -> T:
        """What is done in one transaction."""
        with self._record.write(self._actor) as unit:
            done = work(unit, self._desk.ids)
            unit.commit()
        return done
