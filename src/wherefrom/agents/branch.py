"""A branch: one conversation of an agent, with its messages, tools, model, logs and knowledge."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from itertools import zip_longest
from typing import Literal

from wherefrom.agents.context import gathered
from wherefrom.agents.frames import CitationFrame, DoneFrame, Frame
from wherefrom.agents.logs import BranchLogs
from wherefrom.agents.messages import BranchMessage, Messages, Said
from wherefrom.agents.model import SessionModel
from wherefrom.agents.recollection import Recollection
from wherefrom.agents.stores.given import as_store
from wherefrom.agents.tools import Tools, as_tools, recalling
from wherefrom.agents.turn import turn
from wherefrom.core.actions import Action
from wherefrom.core.actors import ActorKind
from wherefrom.core.claims import LONGEST_CLAIM, Claim, ClaimStatus, Scope, ScopeType, as_scope, as_statuses
from wherefrom.core.clock import system_clock
from wherefrom.core.evidence import EvidenceRef, as_evidence
from wherefrom.core.ids import new_id
from wherefrom.core.messages import MessageRole
from wherefrom.core.recalls import as_recalled, note_recall
from wherefrom.core.values import value
from wherefrom.core.wellformed import as_choice, as_text, required, several
from wherefrom.errors import InvalidValue, WherefromError
from wherefrom.ports.logs import ActionLog, LogEntry
from wherefrom.ports.models import LanguageModel
from wherefrom.ports.stores import KnowledgeStore, SessionStore
from wherefrom.text.secrets import scrub

__all__ = ["Branch", "Operated"]

_SECONDS = 600.0
_STEPS = 50
_LONGEST_TITLE = 200


@value
class Operated:
    """How a run ended: the model's last word, what it was told from the store, and what it cost."""

    text: str
    citations: tuple[CitationFrame, ...] = ()
    tokens_in: int = 0
    tokens_out: int = 0
    run_id: str | None = None

    def __str__(self) -> str:
        return self.text


class Branch:
    """Works without any configuration; until it is given a store, what it learns goes nowhere.

    What a branch does, it does as an agent: it verifies on a person's word alone, and supersedes nothing.
    """

    def __init__(
        self,
        system: str = "",
        *,
        knowledge_store: KnowledgeStore | None = None,
        model: LanguageModel | str | SessionModel | None = None,
        tools: Tools = (),
        log: ActionLog | None = None,
        session_id: str | None = None,
        call_ids: set[str] | None = None,
        recollection: Recollection | None = None,
    ) -> None:
        self.id = new_id()
        self.session_id = session_id or new_id()
        self.system = as_text(system, "system")
        self.msgs = Messages(self)
        self.tools = as_tools(tools)
        self.model = model if isinstance(model, SessionModel) else SessionModel(model)
        self.logs = BranchLogs(log, branch_id=self.id, session_id=self.session_id)
        self._knowledge_store = store = as_store(knowledge_store)
        self._session_store = store.for_agent(self.logs) if isinstance(store, SessionStore) else None
        self.knowledge: KnowledgeStore = self._session_store or store
        self._call_ids: set[str] = set() if call_ids is None else call_ids
        """Those of tools that were called in this session."""
        self.run_id: str | None = None
        """Of the latest run; what is learned names it."""
        self._recollection = Recollection() if recollection is None else recollection

    async def learn(
        self,
        claim: str,
        evidence: Sequence[EvidenceRef],
        *,
        status: str = ClaimStatus.OBSERVED,
        confidence: float = 1.0,
        domain: str | None = None,
        tags: Sequence[str] | None = None,
        scope: Scope | None = None,
    ) -> str | None:
        """Keep what was learned, with what it stands on; the id of the claim, None if there is no store.

        Evidence that points at recalled text does not count; a claim that has no other is refused.
        """
        about, said = as_scope(scope), required(claim, "claim", longest=LONGEST_CLAIM)
        fresh = self._recollection.fresh(said, as_evidence(evidence))
        if not fresh and self._session_store is not None:
            await self._session_store.note_refusal(said)
        asked = Claim(
            said,
            fresh,
            as_choice(ClaimStatus, status, "claim status"),
            confidence,
            session_id=self.session_id,
            branch_id=self.id,
            run_id=self.run_id,
            scope_type=about.type if about else None,
            scope_id=about.id if about else None,
            domain=domain,
            tags=several(tags or (), "tags"),
            created_at=system_clock(),
        )
        self._log(Action.LEARN, asked.id, asked.claim_status, fresh, about)
        return await self.knowledge.write_claim(asked)

    @recalling
    async def recall(
        self, question: str, *, limit: int = 5, status: list[str] | None = None, scope: Scope | None = None
    ) -> list[Claim]:
        """Claims that answer, best first: those that hold, unless others are asked for (`status=["disputed"]`).

        Without a scope also those that hold for the branch's own run alone.
        """
        wanted = [each.value for each in as_statuses(status)]
        found = await self.knowledge.query(question, scope=as_scope(scope), status=wanted, limit=limit)
        if scope is None and self.run_id is not None:
            own = Scope(ScopeType.RUN, self.run_id)
            of_the_run = await self.knowledge.query(question, scope=own, status=wanted, limit=limit)
            found = _by_turns(of_the_run, found)[:limit]
        self._recollection.claims(found)
        if found:
            note_recall()
        return found

    async def verify(self, claim_id: str, evidence: Sequence[EvidenceRef] | None = None) -> None:
        """Somebody confirmed it: bring their word.

        from_user_statement(…) of what they said in the conversation, or from_human_assertion(…) of what they said
        elsewhere: whoever runs this program answers for that, as for the program.
        """
        refs = self._recollection.seen(as_evidence(evidence))
        self._log(Action.VERIFY, claim_id, ClaimStatus.VERIFIED, refs)
        await self.knowledge.transition(claim_id, ClaimStatus.VERIFIED.value, evidence=refs or None)

    async def dispute(self, claim_id: str, reason: str, evidence: Sequence[EvidenceRef] | None = None) -> None:
        """It is contested, for this reason."""
        refs = self._recollection.seen(as_evidence(evidence))
        said = required(reason, "reason")
        self._log(Action.DISPUTE, claim_id, ClaimStatus.DISPUTED, refs)
        await self.knowledge.transition(claim_id, ClaimStatus.DISPUTED.value, evidence=refs or None, reason=said)

    async def operate(
        self,
        instruction: str,
        *,
        tools: Tools = (),
        knowledge: Literal["auto"] | None = None,
        seconds: float = _SECONDS,
        steps: int = _STEPS,
    ) -> Operated:
        """Let the model work on it with these tools and those of the branch, until it calls no more.

        `knowledge="auto"`: the model is first shown the claims and passages that bear on the instruction.
        """
        citations: list[CitationFrame] = []
        done = DoneFrame(text="")
        frames = self.stream(instruction, tools=tools, knowledge=knowledge, seconds=seconds, steps=steps)
        async for frame in frames:
            if isinstance(frame, CitationFrame):
                citations.append(frame)
            elif isinstance(frame, DoneFrame):
                done = frame
        return Operated(
            text=done.text,
            citations=tuple(citations),
            tokens_in=done.tokens_in,
            tokens_out=done.tokens_out,
            run_id=self.run_id,
        )

    async def stream(
        self,
        instruction: str,
        *,
        tools: Tools = (),
        knowledge: Literal["auto"] | None = None,
        seconds: float = _SECONDS,
        steps: int = _STEPS,
    ) -> AsyncGenerator[Frame]:
        """The same, told while it goes on."""
        if knowledge not in (None, "auto"):
            raise InvalidValue("there is no such way to add knowledge", value=knowledge, hint="'auto' or None")
        asked = required(instruction, "instruction")
        usable = as_tools([*self.tools.values(), *as_tools(tools).values()])
        model = self.model.open()
        deadline = time.monotonic() + seconds
        await self._begin(asked)
        error: str | None = "it was stopped"
        try:
            for frame in await self._opened(asked, knowledge):
                yield frame
            going = turn(model, self.msgs, usable, self.logs, self._call_ids, deadline=deadline, steps=steps)
            async with aclosing(going) as frames:
                async for frame in frames:
                    yield frame
            error = None
        except Exception as failure:
            error = scrub(f"{type(failure).__name__}: {failure}")
            raise
        finally:
            await self._end(error)

    async def keep(self, message: BranchMessage) -> None:
        """In the store, where evidence can point at it; without the secrets that were in it.

        What the user says is kept by whoever holds the store, all else by the agent, whose word is no person's.
        """
        self._recollection.message(message)
        store = self._session_store
        if store is None:
            return
        if isinstance(message, Said):
            # Nobody said what was recalled: kept as the user's words it would pass for a person's statement.
            role = MessageRole.SYSTEM if message.recalled else message.role
            holder = self._knowledge_store
            keeper = holder if role is MessageRole.USER and isinstance(holder, SessionStore) else store
            if message.text:
                text = scrub(message.text)
                kept = as_recalled(text) if message.recalled else text
                await keeper.keep_message(self.session_id, message.id, role, kept)
            return
        for result in message.content.results:
            text = as_recalled(result.text) if result.recalled else result.text
            await store.keep_result(self.session_id, result.tool_call_id, result.tool_name, text)

    async def _opened(self, instruction: str, knowledge: str | None) -> Sequence[CitationFrame]:
        """What the model is told before it speaks; the citations of what came out of the store."""
        if self.system and not self.msgs:
            await self.msgs.append(Said(role=MessageRole.SYSTEM, text=self.system))
        context = await gathered(self.knowledge, instruction) if knowledge == "auto" else None
        if context is not None:
            self._recollection.claims(context.claims)
            self._recollection.passages(context.passages)
            await self.msgs.append(Said(role=MessageRole.USER, text=context.text, recalled=True))
        await self.msgs.append(Said(role=MessageRole.USER, text=instruction))
        return context.citations if context is not None else ()

    async def _begin(self, instruction: str) -> None:
        if self._session_store is not None:
            title = scrub(instruction).strip().splitlines()[0][:_LONGEST_TITLE]
            self.run_id = await self._session_store.begin_run(title)

    async def _end(self, error: str | None) -> None:
        if self._session_store is None or self.run_id is None:
            return
        try:
            await self._session_store.end_run(self.run_id, error)
        except WherefromError as failure:  # what the run itself ended with matters more
            self.logs.fail("the end of the run was not kept", failure)

    def _log(
        self,
        action: Action,
        claim_id: str,
        status: ClaimStatus,
        evidence: Sequence[EvidenceRef],
        scope: Scope | None = None,
    ) -> None:
        """For a store that does not tell of it itself, of what is known here."""
        if self._session_store is not None:
            return
        self.logs.emit(
            LogEntry(
                event=action.value,
                claim_id=claim_id,
                claim_status=status.value,
                evidence_count=len(evidence),
                evidence_kinds=[ref.kind.value for ref in evidence],
                scope_type=scope.type.value if scope else None,
                scope_id=scope.id if scope else None,
                actor_type=ActorKind.AGENT.value,
                actor_id=None,
                branch_id=self.id,
                session_id=self.session_id,
                timestamp=system_clock(),
            )
        )


def _by_turns(*ranked: Sequence[Claim]) -> list[Claim]:
    """The best of each first: two answers of a store cannot be told apart by how good they are."""
    return [claim for turn in zip_longest(*ranked) for claim in turn if claim is not None]
