"""The facade: the verbs of a store, bound to one actor."""

from __future__ import annotations

from functools import cached_property
from types import TracebackType
from typing import Self

from wherefrom.core.actions import Action
from wherefrom.core.actors import Actor
from wherefrom.ports.record import Record
from wherefrom.services.attention import Inbox
from wherefrom.services.checking import Checking
from wherefrom.services.claims import Claims
from wherefrom.services.desk import Desk
from wherefrom.services.directory import Groups, Members, Projects
from wherefrom.services.entries import Entries
from wherefrom.services.erasing import Erasing
from wherefrom.services.events import Events
from wherefrom.services.exporting import Exporting
from wherefrom.services.health import Health
from wherefrom.services.importing import Importing
from wherefrom.services.ingesting import Ingesting
from wherefrom.services.keys import Keys
from wherefrom.services.orgs import Orgs
from wherefrom.services.searching import Searching
from wherefrom.services.sessions import Sessions
from wherefrom.services.showing import Showing
from wherefrom.services.sources import Sources
from wherefrom.services.trail import Trail

__all__ = ["Knowledge"]


class Knowledge:
    """What an actor can do with a store. Open one with `wherefrom.open()`; close it, or use it in a `with`."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.index = Searching(desk)
        self.search = self.index.search
        """One search over every kind of knowledge."""
        self.claims = Claims(desk)
        self.learn = self.claims.learn
        self.recall = self.claims.recall
        self.transition = self.claims.transition
        self.verify = self.claims.verify
        self.dispute = self.claims.dispute
        self.supersede = self.claims.supersede
        self.undo = self.claims.undo
        self.history = self.claims.history
        self.share = self.claims.share
        self.relate = self.claims.relate
        self.check = Checking(desk).check
        """Look again at what claims stand on."""
        self.ingest = Ingesting(desk).ingest
        self.show = Showing(desk).show

    @property
    def actor(self) -> Actor:
        return self._desk.actor

    @property
    def record(self) -> Record:
        """For what follows the record: indexes, jobs, operators' tools."""
        return self._desk.record

    def act_as(self, actor: Actor) -> Knowledge:
        """The same store for somebody else; a face calls it once a request, with a verified actor."""
        return Knowledge(self._desk.for_actor(actor))

    def as_member(self, id: str) -> Knowledge:
        """The same store as a member of this org sees it."""
        return self.act_as(self._desk.record.registry.member(self.actor.org, id))

    def with_key(self, key: str) -> Knowledge:
        """The same store for the owner of a key."""
        return self.act_as(self._desk.record.registry.authenticate(key))

    def elevated(self) -> Knowledge:
        """The same person, looking at everything in the org; written into the trail."""
        actor = self.actor.elevate()
        with self._desk.record.write(actor) as unit:
            unit.note(Action.ELEVATE, "member", actor.id)
            unit.commit()
        return self.act_as(actor)

    @cached_property
    def entries(self) -> Entries:
        return Entries(self._desk)

    @cached_property
    def sources(self) -> Sources:
        return Sources(self._desk)

    @cached_property
    def projects(self) -> Projects:
        return Projects(self._desk)

    @cached_property
    def groups(self) -> Groups:
        return Groups(self._desk)

    @cached_property
    def members(self) -> Members:
        return Members(self._desk)

    @cached_property
    def keys(self) -> Keys:
        return Keys(self._desk)

    @cached_property
    def orgs(self) -> Orgs:
        return Orgs(self._desk)

    @cached_property
    def attention(self) -> Inbox:
        return Inbox(self._desk)

    @cached_property
    def events(self) -> Events:
        return Events(self._desk)

    @cached_property
    def sessions(self) -> Sessions:
        return Sessions(self._desk)

    @cached_property
    def audit(self) -> Trail:
        return Trail(self._desk)

    @cached_property
    def exporting(self) -> Exporting:
        return Exporting(self._desk)

    @cached_property
    def importing(self) -> Importing:
        return Importing(self._desk)

    @cached_property
    def erase(self) -> Erasing:
        return Erasing(self._desk)

    @cached_property
    def health(self) -> Health:
        return Health(self._desk)

    @cached_property
    def citations(self) -> Showing:
        return Showing(self._desk)

    def close(self) -> None:
        self._desk.intake.close()
        self._desk.retrieval.close()
        self._desk.record.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
