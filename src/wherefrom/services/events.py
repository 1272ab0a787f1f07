"""What happens: heard at once in this process, or read later from where one stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wherefrom.claims.bus import Listener
from wherefrom.core.actions import Announcement
from wherefrom.core.paging import Page
from wherefrom.services.desk import Verbs

__all__ = ["Events"]


class Events(Verbs):
    def after(self, cursor: str | None = None, *, limit: int = 100) -> Page[Announcement]:
        """What happened to what you may see, in the order of commits; `next` leads on from the last of them."""
        with self._record.read(self._actor) as unit:
            told: Sequence[Announcement] = unit.events.after(cursor, limit)
        return Page(told, told[-1].id if told else cursor)

    def now(self) -> str | None:
        """A cursor behind everything that has happened until now."""
        with self._record.read(self._actor) as unit:
            return unit.events.now()

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call it right after each commit in this process, with what you may see; until what comes back is called."""

        def heard(told: Announcement) -> None:
            with self._record.read(self._actor) as unit:
                may_see = unit.events.may_see(told.id)
            if may_see:
                listener(told)

        return self._desk.bus.listen(self._actor.org, heard)
