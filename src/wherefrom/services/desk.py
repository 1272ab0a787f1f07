"""Where a verb is carried out: the record, who asks, and the clock and ids to work with."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wherefrom.claims.bus import Bus
from wherefrom.core.actors import Actor
from wherefrom.core.clock import Clock
from wherefrom.core.ids import Ids
from wherefrom.ingest.intake import Intake
from wherefrom.ingest.workplace import Workplace
from wherefrom.ports.ground import Ground
from wherefrom.ports.logs import ActionLog
from wherefrom.ports.models import OpenModel
from wherefrom.ports.record import Record
from wherefrom.retrieval.library import Library

__all__ = ["Desk", "Verbs"]


@dataclass(frozen=True, slots=True)
class Desk:
    record: Record
    actor: Actor
    clock: Clock
    ids: Ids
    retrieval: Library
    intake: Intake
    ground: Ground
    log: ActionLog
    bus: Bus
    models: OpenModel

    def for_actor(self, actor: Actor) -> Desk:
        return replace(self, actor=actor)


class Verbs:
    """A family of verbs at one desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._record = desk.record
        self._actor = desk.actor

    @property
    def _workplace(self) -> Workplace:
        """For what reads sources."""
        desk = self._desk
        return Workplace(desk.record, desk.actor, desk.retrieval, desk.clock, desk.ids)
