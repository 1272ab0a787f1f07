"""How others follow the record: its numbered changes, and what was announced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from wherefrom.core.actions import Announcement
from wherefrom.core.changes import Change, Mark

__all__ = ["ChangeFeed", "Events"]


class ChangeFeed(Protocol):
    """The changes of an org; bootstrap gives it to the projector and the event stream, to nobody else."""

    def head(self, org: str) -> Mark:
        """The last committed change."""
        ...

    def since(self, org: str, mark: Mark | None, limit: int) -> Sequence[Change] | None:
        """Later ones in order, the newest per item; None if the mark is unknown here: rebuild."""
        ...


class Events(Protocol):
    """What happened to what the actor may see, in the order of commits."""

    def after(self, cursor: str | None, limit: int) -> Sequence[Announcement]:
        """Later than the announcement with this id; None is the beginning. BadCursor if there is no such."""
        ...

    def now(self) -> str | None:
        """A cursor behind everything that the actor may know of; None before there is any such thing."""
        ...

    def may_see(self, id: str) -> bool:
        """Whether the actor may know of this one."""
        ...
