"""Where a branch keeps what it learns, and what it saw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self, runtime_checkable

from wherefrom.core.claims import Claim, Scope
from wherefrom.core.evidence import EvidenceRef
from wherefrom.core.histories import ClaimEvent
from wherefrom.core.messages import MessageRole
from wherefrom.core.search import Hit
from wherefrom.ports.logs import ActionLog

__all__ = ["KnowledgeStore", "SessionStore"]


@runtime_checkable
class KnowledgeStore(Protocol):
    """Five methods are the whole contract; `wherefrom.testing.stores` checks it."""

    async def write_claim(self, claim: Claim) -> str | None:
        """Keep it. The id under which it is kept: its own, or that of the claim that said the same already."""
        ...

    async def query(
        self, question: str, *, scope: Scope | None = None, status: list[str] | None = None, limit: int = 10
    ) -> list[Claim]:
        """Claims that answer, best first; those that hold (observed, inferred, verified) unless others are named."""
        ...

    async def transition(
        self,
        claim_id: str,
        new_status: str,
        *,
        evidence: list[EvidenceRef] | None = None,
        reason: str | None = None,
    ) -> None:
        """IllegalTransition if the lifecycle does not allow the move; NotFound if there is no such claim."""
        ...

    async def supersede(self, old_id: str, new_id: str) -> None:
        """The new claim takes the place of the old one, and says so in `supersedes`."""
        ...

    async def history(self, claim_id: str) -> list[ClaimEvent]:
        """Every step, oldest first."""
        ...


@runtime_checkable
class SessionStore(KnowledgeStore, Protocol):
    """A store that also keeps what its branches saw, so that evidence of a conversation points at something."""

    def for_agent(self, log: ActionLog | None = None) -> Self:
        """The same store as an agent of its holder uses it: it verifies on a person's word alone.

        The log is told of every action before anything is written, under the id that the claim has or will have.
        """
        ...

    async def note_refusal(self, text: str) -> None:
        """Somebody tried to learn this without evidence; whoever minds the store should know."""
        ...

    async def keep_message(self, session_id: str, message_id: str, role: MessageRole, text: str) -> None:
        """Once. What the user said counts as a person's word when a person keeps it, not when an agent does."""
        ...

    async def keep_result(self, session_id: str, tool_call_id: str, tool_name: str, text: str) -> None: ...

    async def begin_run(self, title: str) -> str | None:
        """The id that what is learned from now on names; None where there are no runs."""
        ...

    async def end_run(self, run_id: str, error: str | None = None) -> None: ...

    async def passages(self, question: str, limit: int) -> Sequence[Hit]:
        """Passages of documents that the holder may see, best first."""
        ...
