"""Looking again at what claims stand on."""

from __future__ import annotations

from wherefrom.claims.checking import CheckReport, checked
from wherefrom.claims.twins import sketch_anew
from wherefrom.core.actions import Action
from wherefrom.core.claims import Scope, as_scope
from wherefrom.ports.ground import Ground
from wherefrom.services.attention import Inbox
from wherefrom.services.desk import Verbs

__all__ = ["CheckReport", "Checking"]


class Checking(Verbs):
    def check(self, *, scope: Scope | None = None) -> CheckReport:
        """Evidence that may have changed is looked at; what changed or is gone raises attention on its claims."""
        report = self._checked(self._desk.ground, as_scope(scope))
        sketch_anew(self._record, self._actor)
        Inbox(self._desk).sweep()
        return report

    def check_passages(self) -> CheckReport:
        """After documents were read: only claims that stand on their passages, and nothing outside is looked at."""
        return self._checked(None, None)

    def _checked(self, ground: Ground | None, scope: Scope | None) -> CheckReport:
        report = checked(self._record, self._actor, ground, scope, self._desk.ids, self._desk.clock())
        if report.raised:
            with self._record.write(self._actor) as unit:
                unit.note(Action.CHECK, "org", self._actor.org)
                unit.commit()
        return report
