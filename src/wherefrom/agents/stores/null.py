"""No store at all: what a branch has until it is given one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wherefrom.core.claims import Claim, Scope
    from wherefrom.core.evidence import EvidenceRef
    from wherefrom.core.histories import ClaimEvent

__all__ = ["NullKnowledgeStore"]


class NullKnowledgeStore:
    """Keeps nothing, finds nothing, costs nothing."""

    async def write_claim(self, claim: Claim) -> str | None:
        return None

    async def query(
        self, question: str, *, scope: Scope | None = None, status: list[str] | None = None, limit: int = 10
    ) -> list[Claim]:
        return []

    async def transition(
        self,
        claim_id: str,
        new_status: str,
        *,
        evidence: list[EvidenceRef] | None = None,
        reason: str | None = None,
    ) -> None:
        return None

    async def supersede(self, old_id: str, new_id: str) -> None:
        return None

    async def history(self, claim_id: str) -> list[ClaimEvent]:
        return []
