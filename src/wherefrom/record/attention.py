"""What is special about attention: one item a cause, whoever sees it first."""

from __future__ import annotations

from dataclasses import replace

import sqlalchemy as sa

from wherefrom.core.attention import AttentionItem, AttentionStatus
from wherefrom.core.paging import AttentionFilter
from wherefrom.record.kinds import ATTENTION
from wherefrom.record.repository import SqlRepository, Workspace
from wherefrom.record.tables import attention

__all__ = ["SqlAttention"]


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
        self._work.connection.execute(sa.update(attention).where(*self._key(known.id)).values(row))
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

    def _of_cause(self, cause: str) -> AttentionItem | None:
        """Also one that this actor may not see: there is one item a cause."""
        if self._is_postgres:
            turn = sa.func.pg_advisory_xact_lock(sa.func.hashtextextended(f"{self._work.actor.org}/{cause}", 0))
            self._work.connection.execute(sa.select(turn))
        own = sa.select(attention).where(attention.c.org == self._work.actor.org, attention.c.cause == cause)
        found = self._items(self._rows(own))
        return found[0] if found else None
