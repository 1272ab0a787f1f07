"""What is special about attention: one item a cause, whoever sees it first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from wherefrom.core.attention import AttentionEvent, AttentionItem, AttentionStatus
from wherefrom.core.claims import ClaimStatus
from wherefrom.core.paging import AttentionFilter
from wherefrom.core.relations import Relation
from wherefrom.record.kinds import ATTENTION
from wherefrom.record.repository import SqlRepository
from wherefrom.record.tables import attention, claim_relations, claims
from wherefrom.record.workspace import Workspace

__all__ = ["SqlAttention"]

_RESOLVED = "resolved"
"""What of the details says why an item resolved itself."""

_FALLEN = (ClaimStatus.DISPUTED.value, ClaimStatus.SUPERSEDED.value)


class SqlAttention(SqlRepository[AttentionItem, AttentionFilter]):
    def __init__(self, work: Workspace) -> None:
        super().__init__(work, ATTENTION)

    def sight(self, item: AttentionItem) -> bool:
        """A cause was seen. Whether there is something new in it: a new cause, or the same with other details."""
        known = self._of_cause(item.cause)
        if known is None:
            self.save_new([item])
            return True
        if known.detail == dict(item.detail):
            return False
        status = AttentionStatus.OPEN if known.status is AttentionStatus.RESOLVED else known.status
        news = replace(item, id=known.id, status=status, assignee=known.assignee, snoozed_until=known.snoozed_until)
        row = self._row(self._stamped(replace(news, created_at=known.created_at), touched=True))
        row["version"] = known.version + 1
        self._work.connection.execute(sa.update(attention).where(*self._rows.key(known.id)).values(row))
        return True

    def settle(self, cause: str) -> bool:
        """The cause is gone, so nobody need look any more. Whether there was an open item about it.

        Its details go too, also where a person resolved it before: when the cause comes back, it is news.
        """
        c = attention.c
        about = sa.update(attention).where(c.org == self._work.actor.org, c.cause == cause)
        now = {"status": AttentionStatus.RESOLVED.value, "updated_at": self._work.clock(), "version": c.version + 1}
        was_open = about.where(c.status != AttentionStatus.RESOLVED.value).values(now)
        settled = bool(self._work.connection.execute(was_open).rowcount)
        self._work.connection.execute(about.values(detail={}))
        return settled

    def weigh_contradictions(self, claim: str, why: str | None) -> None:
        """Those between this claim and others, whoever may see them: resolved, and the item says why.

        With None the claim holds again: those that were resolved so, and whose other side holds too, are open again.
        What a person resolved stays so.
        """
        causes: dict[str, str | None] = {}
        for other, holds in self._contradicted(claim):
            if why is not None or holds:
                first, second = sorted((claim, other))
                causes[f"{AttentionEvent.CONTRADICTION}:{first}:{second}"] = why
        self.weigh(causes)

    def weigh(self, causes: Mapping[str, str | None]) -> None:
        """Of each cause, why nobody need look any more; None: somebody must, if it was resolved for such a reason."""
        c = attention.c
        about = sa.select(c.cause).where(c.org == self._work.actor.org, c.cause.in_(list(causes)))
        for cause in sorted(self._work.connection.scalars(about).all()) if causes else ():
            item, why = self._of_cause(cause), causes[cause]
            if item is None:
                continue
            if why is not None and item.status is not AttentionStatus.RESOLVED:
                self._restate(item, AttentionStatus.RESOLVED, {**item.detail, _RESOLVED: why})
            elif why is None and _RESOLVED in item.detail:
                without = {name: said for name, said in item.detail.items() if name != _RESOLVED}
                self._restate(item, AttentionStatus.OPEN, without)

    def _contradicted(self, claim: str) -> list[tuple[str, bool]]:
        """The claims on the other side, and whether each of them holds."""
        r, org = claim_relations.c, self._work.actor.org
        other = sa.case((r.claim == claim, r.other), else_=r.claim)
        about = (
            sa.select(other, claims.c.claim_status.not_in(_FALLEN))
            .join_from(claim_relations, claims, sa.and_(claims.c.org == r.org, claims.c.id == other))
            .where(r.org == org, r.relation == Relation.CONTRADICTS.value, sa.or_(r.claim == claim, r.other == claim))
        )
        return [(id, bool(holds)) for id, holds in self._work.connection.execute(about.distinct()).all()]

    def _restate(self, item: AttentionItem, status: AttentionStatus, detail: Mapping[str, Any]) -> None:
        c = attention.c
        now = {"status": status.value, "detail": detail, "snoozed_until": None, "updated_at": self._work.clock()}
        own = sa.update(attention).where(c.org == self._work.actor.org, c.id == item.id)
        self._work.connection.execute(own.values(now | {"version": c.version + 1}))

    def _of_cause(self, cause: str) -> AttentionItem | None:
        """Also one that this actor may not see: there is one item a cause."""
        if self._work.is_postgres:
            turn = sa.func.pg_advisory_xact_lock(sa.func.hashtextextended(f"{self._work.actor.org}/{cause}", 0))
            self._work.connection.execute(sa.select(turn))
        own = sa.select(attention).where(attention.c.org == self._work.actor.org, attention.c.cause == cause)
        found = self._items(self._rows.read(own))
        return found[0] if found else None
