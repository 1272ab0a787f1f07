"""The audit trail, for reading. It is written by the verbs themselves."""

from __future__ import annotations

from wherefrom.core.actions import AuditEntry
from wherefrom.core.actors import Role
from wherefrom.core.paging import AuditFilter, Page
from wherefrom.services.desk import Verbs

__all__ = ["Trail"]


class Trail(Verbs):
    def find(self, where: AuditFilter | None = None, *, after: str | None = None, limit: int = 50) -> Page[AuditEntry]:
        """Who did what, newest first; admins read it."""
        self._actor.require(Role.ADMIN, "read the audit trail")
        with self._record.read(self._actor) as unit:
            return unit.audit.find(where or AuditFilter(newest_first=True), after=after, limit=limit)
