"""The facade: the verbs of a store, bound to one actor. A family of verbs is imported when it is first used."""

from __future__ import annotations

from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Self

from wherefrom.core.actions import Action
from wherefrom.core.actors import Actor
from wherefrom.ports.record import Record
from wherefrom.services.desk import Desk

if TYPE_CHECKING:
    from wherefrom.services.attention import Inbox
    from wherefrom.services.claims import Claims
    from wherefrom.services.directory import Groups, Members, Projects
    from wherefrom.services.entries import Entries
    from wherefrom.services.erasing import Erasing
    from wherefrom.services.events import Events
    from wherefrom.services.exporting import Exporting
    from wherefrom.services.health import Health
    from wherefrom.services.importing import Importing
    from wherefrom.services.keys import Keys
    from wherefrom.services.orgs import Orgs
    from wherefrom.services.rules import Rules
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

    @cached_property
    def index(self) -> Searching:
        from wherefrom.services.searching import Searching

        return Searching(self._desk)

    @cached_property
    def claims(self) -> Claims:
        from wherefrom.services.claims import Claims

        return Claims(self._desk)

    # The verbs of every day hang on the facade itself.

    @property
    def search(self):
        """One search over every kind of knowledge."""
        return self.index.search

    @property
    def ingest(self):
        """Read whatever a person points at into passages."""
        from wherefrom.services.ingesting import Ingesting

        return Ingesting(self._desk).ingest

    @property
    def show(self):
        """Where a citation leads, and whether the place still says so."""
        return self.citations.show

    @property
    def why(self):
        """Whether what is known supports a sentence, contradicts it, or says nothing of it."""
        from wherefrom.services.why import Why

        return Why(self._desk).why

    @cached_property
    def rules(self) -> Rules:
        from wherefrom.services.rules import Rules

        return Rules(self._desk)

    @property
    def check(self):
        """Look again at what claims stand on."""
        from wherefrom.services.checking import Checking

        return Checking(self._desk).check

    @property
    def learn(self):
        return self.claims.learn

    @property
    def recall(self):
        return self.claims.recall

    @property
    def transition(self):
        return self.claims.transition

    @property
    def verify(self):
        return self.claims.verify

    @property
    def dispute(self):
        return self.claims.dispute

    @property
    def supersede(self):
        return self.claims.supersede

    @property
    def undo(self):
        return self.claims.undo

    @property
    def history(self):
        return self.claims.history

    @property
    def share(self):
        return self.claims.share

    @property
    def relate(self):
        return self.claims.relate

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
        from wherefrom.services.entries import Entries

        return Entries(self._desk)

    @cached_property
    def sources(self) -> Sources:
        from wherefrom.services.sources import Sources

        return Sources(self._desk)

    @cached_property
    def projects(self) -> Projects:
        from wherefrom.services.directory import Projects

        return Projects(self._desk)

    @cached_property
    def groups(self) -> Groups:
        from wherefrom.services.directory import Groups

        return Groups(self._desk)

    @cached_property
    def members(self) -> Members:
        from wherefrom.services.directory import Members

        return Members(self._desk)

    @cached_property
    def keys(self) -> Keys:
        from wherefrom.services.keys import Keys

        return Keys(self._desk)

    @cached_property
    def orgs(self) -> Orgs:
        from wherefrom.services.orgs import Orgs

        return Orgs(self._desk)

    @cached_property
    def attention(self) -> Inbox:
        from wherefrom.services.attention import Inbox

        return Inbox(self._desk)

    @cached_property
    def events(self) -> Events:
        from wherefrom.services.events import Events

        return Events(self._desk)

    @cached_property
    def sessions(self) -> Sessions:
        from wherefrom.services.sessions import Sessions

        return Sessions(self._desk)

    @cached_property
    def audit(self) -> Trail:
        from wherefrom.services.trail import Trail

        return Trail(self._desk)

    @cached_property
    def exporting(self) -> Exporting:
        from wherefrom.services.exporting import Exporting

        return Exporting(self._desk)

    @cached_property
    def importing(self) -> Importing:
        from wherefrom.services.importing import Importing

        return Importing(self._desk)

    @cached_property
    def erase(self) -> Erasing:
        from wherefrom.services.erasing import Erasing

        return Erasing(self._desk)

    @cached_property
    def health(self) -> Health:
        from wherefrom.services.health import Health

        return Health(self._desk)

    @cached_property
    def citations(self) -> Showing:
        from wherefrom.services.showing import Showing

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
