"""Looking again at what claims stand on."""

from __future__ import annotations

from wherefrom.claims.checking import CheckReport, checked
from wherefrom.core.actions import Action
from wherefrom.core.claims import Scope
from wherefrom.services.attention import Inbox
from wherefrom.services.desk import Verbs

__all__ = ["CheckReport", "Checking"]


class Checking(Verbs):
    def check(self, *, scope: Scope | None = None) -> CheckReport:
        """Evidence that may have changed is looked at; what changed or is gone raises attention on its claims."""
        desk = self._desk
        report = checked(self._record, self._actor, desk.ground, scope, desk.ids, desk.clock())
        Inbox(desk).sweep()
        if report.raised:
            with self._record.write(self._actor) as unit:
                unit.note(Action.CHECK, "org", self._actor.org)
                unit.commit()
        return report
