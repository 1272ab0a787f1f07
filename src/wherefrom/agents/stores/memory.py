"""A store that lives as long as its process, for tests and short scripts: the same rules, no database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from threading import RLock
from typing import Self

from wherefrom.claims.logs import entry_of, tell
from wherefrom.core.access import check_own_sight
from wherefrom.core.actions import Action
from wherefrom.core.actors import Actor, ActorKind
from wherefrom.core.claims import (
    ACTIVE,
    RUN_SCOPE_LASTS,
    Claim,
    ClaimStatus,
    Curation,
    Scope,
    as_reason,
    as_recall_limit,
    as_scope,
    as_statuses,
)
from wherefrom.core.clock import Clock, system_clock
from wherefrom.core.confidence import capped, joined
from wherefrom.core.evidence import EvidenceKind, EvidenceRef, as_evidence, distinct, same_pointer, stands_on
from wherefrom.core.histories import ClaimEvent, Step
from wherefrom.core.ids import new_id
from wherefrom.core.lifecycle import check_birth, moved, newborn, turn_of
from wherefrom.core.messages import Message, MessageRole, key_in_session, said_again
from wherefrom.core.quotes import find_quote
from wherefrom.core.recalls import is_recalled, note_recall, refuse_recalled
from wherefrom.core.search import Hit, as_question
from wherefrom.core.statements import normalised
from wherefrom.core.testimony import weighed
from wherefrom.core.wellformed import as_choice, is_text
from wherefrom.errors import AccessDenied, Conflict, InvalidValue, NotFound
from wherefrom.ports.logs import ActionLog

__all__ = ["MemoryKnowledgeStore"]

_QUOTING = (EvidenceKind.MESSAGE, EvidenceKind.USER_STATEMENT)


class _Shelf:
    """What all faces of one store share; whoever looks in order to write holds it meanwhile."""

    def __init__(self, clock: Clock) -> None:
        self.turn = RLock()
        self.clock = clock
        self.claims: dict[str, Claim] = {}
        self.steps: dict[str, list[ClaimEvent]] = {}
        self.messages: dict[str, Message] = {}
        self.results: dict[str, str] = {}


class MemoryKnowledgeStore:
    """Claims in a dict, with their whole history. Quotes of messages are checked; files and pages are not read."""

    def __init__(self, *, clock: Clock = system_clock) -> None:
        self._shelf = _Shelf(clock)
        self._actor = Actor.local_owner()
        self._log: ActionLog | None = None

    def for_agent(self, log: ActionLog | None = None) -> Self:
        bound = object.__new__(type(self))
        bound._shelf, bound._actor, bound._log = self._shelf, self._actor.at_work(), log
        return bound

    async def write_claim(self, claim: Claim) -> str | None:
        with self._shelf.turn:
            return self._written(claim)

    def _written(self, claim: Claim) -> str:
        claim, now = newborn(claim, self._actor.org), self._shelf.clock()
        status = check_birth(claim.claim_status)
        if claim.template is not None:
            raise NotFound("template", claim.template)  # there are none in it
        by = self._writer(claim)
        given = self._seen([weighed(ref, by, self._said(ref)) for ref in claim.evidence], claim.text)
        looked = tuple(map(self._looked, given))
        missing = looked != given
        evidence = tuple(distinct(looked, lambda ref: ref))
        born = replace(
            claim,
            org=by.org,
            evidence=evidence,
            claim_status=ClaimStatus.HYPOTHESIS if missing else status,
            stated_confidence=claim.confidence,
            confidence=capped(claim.confidence, evidence),
            actor_type=by.kind,
            actor_id=by.id,
            created_at=now,
            updated_at=now,
        )
        check_own_sight(by, born)
        twin = next((each for each in self._shelf.claims.values() if _says_the_same(each, born)), None)
        self._tell(Action.LEARN, twin or born, by, status, claim.evidence)
        if twin is not None:
            return self._merged(twin, born, by) if twin.claim_status in ACTIVE else twin.id
        if born.id in self._shelf.claims:
            raise Conflict("there is a claim of this id already", value=born.id, hint="choose another id")
        self._shelf.claims[born.id] = born
        reason = "a quote was not found in its message" if missing else None
        self._step(born, Step.LEARNED, by, after=born.claim_status, reason=reason, evidence=evidence)
        return born.id

    async def query(
        self, question: str, *, scope: Scope | None = None, status: list[str] | None = None, limit: int = 10
    ) -> list[Claim]:
        asked, about, most = as_question(question), as_scope(scope), as_recall_limit(limit)
        wanted = as_statuses(status)
        now = self._shelf.clock()
        with self._shelf.turn:
            found = [each for each in self._shelf.claims.values() if each.claim_status in wanted]
        best = _by_shared_words(asked, [each for each in found if _counts(each, about, now)])[:most]
        if best:
            note_recall()
        return best

    async def transition(
        self,
        claim_id: str,
        new_status: str,
        *,
        evidence: list[EvidenceRef] | None = None,
        reason: str | None = None,
    ) -> None:
        asked, said = as_choice(ClaimStatus, new_status, "claim status"), as_reason(reason)
        with self._shelf.turn:
            claim, given = self._get(claim_id), as_evidence(evidence)
            refs = self._seen([weighed(ref, self._actor, self._said(ref)) for ref in given], claim.text)
            if any(self._looked(ref) != ref for ref in refs):
                raise Conflict("a quote was not found in its message", hint="quote it word for word, or leave it out")
            self._tell(turn_of(asked), claim, self._actor, asked, refs)
            self._move(claim_id, asked, refs, said)

    async def supersede(self, old_id: str, new_id: str) -> None:
        with self._shelf.turn:
            self._superseded(old_id, new_id)

    def _superseded(self, old_id: str, new_id: str) -> None:
        old, new = self._get(old_id), self._get(new_id)
        if old.id == new.id:
            raise InvalidValue("a claim cannot supersede itself", value=old_id, hint="name the older claim first")
        if new.claim_status is ClaimStatus.SUPERSEDED:
            raise Conflict("the new claim is superseded itself", value=new_id, hint="name the one that replaced it")
        self._tell(Action.SUPERSEDE, old, self._actor, ClaimStatus.SUPERSEDED, new.evidence)
        self._move(old.id, ClaimStatus.SUPERSEDED, (), f"superseded by {new.id}", other=new.id)
        now = self._get(old.id).updated_at
        saved = self._shelf.claims[new.id] = replace(new, supersedes=new.supersedes or old.id, updated_at=now)
        status, why = new.claim_status, f"supersedes {old.id}"
        self._step(saved, Step.SUPERSEDES, self._actor, before=status, after=status, reason=why, other=old.id)

    async def history(self, claim_id: str) -> list[ClaimEvent]:
        return list(self._shelf.steps[self._get(claim_id).id])

    async def note_refusal(self, text: str) -> None:
        """Nobody minds a store that ends with its process."""

    async def keep_message(self, session_id: str, message_id: str, role: MessageRole, text: str) -> None:
        kept = Message(
            session_id=session_id,
            message_id=message_id,
            role=role,
            text=text,
            owner=self._actor.id,
            said_by=self._actor.kind,
        )
        said_again(self._shelf.messages.setdefault(kept.id, kept), kept)

    async def keep_result(self, session_id: str, tool_call_id: str, tool_name: str, text: str) -> None:
        self._shelf.results[tool_call_id] = text

    async def begin_run(self, title: str) -> str | None:
        return new_id()

    async def end_run(self, run_id: str, error: str | None = None) -> None:
        """A run is a name here, no more."""

    async def passages(self, question: str, limit: int) -> Sequence[Hit]:
        """There are no documents in it."""
        return ()

    def _get(self, claim_id: str) -> Claim:
        found = self._shelf.claims.get(claim_id) if is_text(claim_id) else None
        if found is None:
            raise NotFound("claim", claim_id)
        return found

    def _tell(
        self, action: Action, claim: Claim, by: Actor, status: ClaimStatus, evidence: Sequence[EvidenceRef]
    ) -> None:
        if self._log is not None:
            tell(self._log, entry_of(action, claim, by, self._shelf.clock(), status=status, evidence=evidence))

    def _writer(self, claim: Claim) -> Actor:
        less = claim.actor_type in (ActorKind.AGENT, ActorKind.TOOL)
        return self._actor.at_work(claim.actor_type) if less else self._actor

    def _seen(self, evidence: Sequence[EvidenceRef], text: str) -> tuple[EvidenceRef, ...]:
        """Each once, and without what was recalled."""
        left = tuple(ref for ref in distinct(evidence, lambda ref: ref) if not is_recalled(self._shown(ref)))
        if evidence and not left:
            refuse_recalled(text)
        return left

    def _shown(self, ref: EvidenceRef) -> str | None:
        if ref.kind is EvidenceKind.TOOL_RESULT:
            return self._shelf.results.get(ref.tool_call_id or "")
        said = self._said(ref) if ref.kind in _QUOTING else None
        return said and said.text

    def _looked(self, ref: EvidenceRef) -> EvidenceRef:
        """Without the quote, where its message is known and does not say so."""
        said = self._said(ref) if ref.kind in _QUOTING else None
        found = said is None or ref.detail is None or find_quote(ref.detail, said.text)
        return ref if found else replace(ref, detail=None)

    def _said(self, ref: EvidenceRef) -> Message | None:
        return self._shelf.messages.get(key_in_session(ref.session_id or "", ref.message_id or ""))

    def _merged(self, twin: Claim, claim: Claim, by: Actor) -> str:
        new = tuple(ref for ref in claim.evidence if not any(same_pointer(ref, old) for old in twin.evidence))
        if new:
            said = (twin.stated_confidence or 0.0, claim.stated_confidence or 0.0)
            evidence, stated = joined(twin.evidence, said[0], new, said[1])
            grown = self._shelf.claims[twin.id] = replace(
                twin,
                evidence=evidence,
                stated_confidence=stated,
                confidence=capped(stated, evidence),
                updated_at=claim.created_at,
            )
            status = twin.claim_status
            self._step(grown, Step.EVIDENCE_ADDED, by, before=status, after=status, evidence=evidence[-len(new) :])
        return twin.id

    def _move(
        self,
        claim_id: str,
        status: str,
        evidence: tuple[EvidenceRef, ...],
        reason: str | None,
        *,
        other: str | None = None,
    ) -> None:
        before = self._get(claim_id)
        if status == ClaimStatus.SUPERSEDED and self._actor.kind is not ActorKind.USER:
            raise AccessDenied("to supersede is for people", value=self._actor.id, hint="let a person decide")
        now = self._shelf.clock()
        after = moved(before, status, by=self._actor, at=now, evidence=evidence)
        stated = before.confidence if before.stated_confidence is None else before.stated_confidence
        after = self._shelf.claims[before.id] = replace(
            after, confidence=capped(stated, after.evidence), updated_at=now
        )
        self._step(
            after,
            after.claim_status,
            self._actor,
            before=before.claim_status,
            after=after.claim_status,
            reason=reason,
            evidence=after.evidence[len(before.evidence) :],
            other=other,
        )

    def _step(
        self,
        claim: Claim,
        event: str,
        by: Actor,
        *,
        before: ClaimStatus | None = None,
        after: ClaimStatus | None = None,
        reason: str | None = None,
        evidence: tuple[EvidenceRef, ...] = (),
        other: str | None = None,
    ) -> None:
        steps = self._shelf.steps.setdefault(claim.id, [])
        steps.append(
            ClaimEvent.of(
                claim,
                event,
                by,
                id=new_id(),
                org=by.org,
                before=before,
                after=after,
                reason=reason,
                evidence=evidence,
                other=other,
                created_at=claim.updated_at,
                position=len(steps) + 1,
            )
        )


def _says_the_same(one: Claim, other: Claim) -> bool:
    """Only an active claim about the same thing and the same time, seen by the same people; or the very same guess."""
    if other.claim_status in ACTIVE:
        is_alike = one.claim_status in ACTIVE
    else:
        is_alike = one.claim_status is other.claim_status and all(
            stands_on(one.evidence, ref) for ref in other.evidence
        )
    return (
        is_alike
        and one.scope == other.scope
        and (one.valid_from, one.valid_until) == (other.valid_from, other.valid_until)
        and one.visibility == other.visibility
        and normalised(one.text) == normalised(other.text)
    )


def _counts(claim: Claim, scope: Scope | None, now: float) -> bool:
    """A scope narrows; what holds for one run is recalled in that run alone, and not for long."""
    if claim.curation is Curation.REJECTED or not claim.holds_at(now) or (scope is None and claim.is_of_a_run):
        return False
    expired = claim.is_of_a_run and claim.created_at < now - RUN_SCOPE_LASTS
    return not expired and (scope is None or claim.scope == scope)


def _by_shared_words(question: str, claims: Sequence[Claim]) -> list[Claim]:
    """Those that share a word with the question, most of them first, the newest first among equals."""
    from wherefrom.text.analysis import analyse, analyse_query  # not needed before the first question

    asked = analyse_query(question).weights
    scored = [(sum(asked.get(term, 0.0) for term in set(analyse(claim.text))), claim) for claim in claims]
    best = sorted(scored, key=lambda each: (-each[0], -each[1].created_at))
    return [claim for score, claim in best if score > 0]
