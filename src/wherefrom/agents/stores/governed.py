"""Stores with a record behind them: the async face of a Knowledge, as its holder or as an agent of that holder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar

from wherefrom.agents.bridge import cross
from wherefrom.core.actors import ActorKind
from wherefrom.core.claims import Claim, Scope, as_claim
from wherefrom.core.evidence import EvidenceRef
from wherefrom.core.histories import ClaimEvent
from wherefrom.core.messages import MessageRole
from wherefrom.core.search import Hit, ItemKind
from wherefrom.errors import InvalidValue, MissingEvidence, UsageError

if TYPE_CHECKING:
    from wherefrom.ports.logs import ActionLog
    from wherefrom.services.claims import Claims
    from wherefrom.services.knowledge import Knowledge

__all__ = ["GovernedStore", "PostgresKnowledgeStore", "SQLiteKnowledgeStore"]

T = TypeVar("T")

_NOT_PEOPLE = (ActorKind.AGENT, ActorKind.TOOL)
_NO_FILE = ":memory:"
"""How SQLite itself calls a database without one."""


class _Opening:
    """Opens with the first call, once, whichever thread makes it."""

    def __init__(self, open: Callable[[], Knowledge]) -> None:
        self._open = open
        self._turn = Lock()
        self._opened: Knowledge | None = None

    def __call__(self) -> Knowledge:
        with self._turn:
            if self._opened is None:
                self._opened = self._open()
            return self._opened

    def close(self) -> None:
        with self._turn:
            opened, self._opened = self._opened, None
        if opened is not None:
            opened.close()


class GovernedStore:
    """Every rule of the product holds: quotes are checked, twins gain evidence, moves follow the lifecycle.

    It opens with the first call; closed, it opens again with the next.
    """

    def __init__(self, open: Callable[[], Knowledge], *, kind: ActorKind | None = None) -> None:
        self._opening = _Opening(open)
        self._kind = kind
        self._log: ActionLog | None = None

    def for_agent(self, log: ActionLog | None = None) -> Self:
        bound = object.__new__(type(self))
        bound._opening, bound._kind, bound._log = self._opening, ActorKind.AGENT, log
        return bound

    async def write_claim(self, claim: Claim) -> str | None:
        by = as_claim(claim).actor_type
        kind = by if by in _NOT_PEOPLE else None
        return (await self._do(lambda known: self._claims(known).write(claim), kind)).id

    async def query(
        self, question: str, *, scope: Scope | None = None, status: list[str] | None = None, limit: int = 10
    ) -> list[Claim]:
        return list(await self._do(lambda known: known.recall(question, scope=scope, status=status, limit=limit)))

    async def transition(
        self,
        claim_id: str,
        new_status: str,
        *,
        evidence: list[EvidenceRef] | None = None,
        reason: str | None = None,
    ) -> None:
        def move(known: Knowledge) -> Claim:
            return self._claims(known).transition(claim_id, new_status, reason=reason, evidence=evidence or ())

        await self._do(move)

    async def supersede(self, old_id: str, new_id: str) -> None:
        await self._do(lambda known: self._claims(known).supersede(old_id, new_id))

    async def history(self, claim_id: str) -> list[ClaimEvent]:
        return list(await self._do(lambda knowledge: knowledge.history(claim_id)))

    async def note_refusal(self, text: str) -> None:
        with suppress(MissingEvidence):
            await self._do(lambda knowledge: knowledge.learn(text, ()))

    async def keep_message(self, session_id: str, message_id: str, role: MessageRole, text: str) -> None:
        await self._do(lambda knowledge: knowledge.sessions.say(session_id, message_id, role, text))

    async def keep_result(self, session_id: str, tool_call_id: str, tool_name: str, text: str) -> None:
        await self._do(lambda knowledge: knowledge.sessions.answered(session_id, tool_call_id, tool_name, text))

    async def begin_run(self, title: str) -> str | None:
        return (await self._do(lambda knowledge: knowledge.sessions.begin(title=title))).id

    async def end_run(self, run_id: str, error: str | None = None) -> None:
        await self._do(lambda knowledge: knowledge.sessions.end(run_id, error=error))

    async def passages(self, question: str, limit: int) -> Sequence[Hit]:
        kinds = [ItemKind.CHUNK]
        return (await self._do(lambda known: known.search(question, kinds=kinds, limit=limit, related=True))).hits

    def close(self) -> None:
        """Let go of the database; a later call opens it again."""
        self._opening.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await cross(self.close)

    async def _do(self, work: Callable[[Knowledge], T], kind: ActorKind | None = None) -> T:
        return await cross(lambda: work(self._as(kind or self._kind)))

    def _claims(self, knowledge: Knowledge) -> Claims:
        return knowledge.claims if self._log is None else knowledge.claims.told_to(self._log)

    def _as(self, kind: ActorKind | None) -> Knowledge:
        """Whoever holds the store may act as less than a person, never as more."""
        knowledge = self._opening()
        return knowledge if kind is None else knowledge.act_as(knowledge.actor.at_work(kind))


class SQLiteKnowledgeStore(GovernedStore):
    """One file: `~` is the home directory, folders that are missing are made."""

    def __init__(self, path: str | Path) -> None:
        if not isinstance(path, str | Path) or not str(path).strip():  # pyright: ignore[reportUnnecessaryIsInstance]  -- not every caller has types
            raise UsageError("a store needs a path", value=path, hint='SQLiteKnowledgeStore("~/knowledge.db")')
        if str(path) == _NO_FILE:
            raise UsageError("this store is a file", value=path, hint="MemoryKnowledgeStore() lives in memory")
        if "://" in str(path):
            raise InvalidValue("this is no path", value=str(path), hint="PostgresKnowledgeStore takes URLs")
        super().__init__(lambda: _open(str(path)))


class PostgresKnowledgeStore(GovernedStore):
    """One database: `postgresql://user:password@host/database`."""

    _SCHEMES: ClassVar = ("postgresql://", "postgres://")

    def __init__(self, url: str) -> None:
        if not isinstance(url, str) or not url.startswith(self._SCHEMES):  # pyright: ignore[reportUnnecessaryIsInstance]  -- not every caller has types
            raise InvalidValue("this is no Postgres URL", hint="write it as postgresql://user:password@host/database")
        super().__init__(lambda: _open(url))


def _open(store: str) -> Knowledge:
    from wherefrom.bootstrap import open_knowledge  # what it wires is not needed before something is learned

    return open_knowledge(store)
