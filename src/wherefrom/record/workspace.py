"""What the repositories of one unit of work share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

import sqlalchemy as sa

from wherefrom.core.access import Visibility
from wherefrom.core.actors import Actor
from wherefrom.core.clock import Clock
from wherefrom.core.paging import Filter
from wherefrom.record.classes import Classes
from wherefrom.record.visibility import visible

__all__ = ["Workspace"]


@dataclass
class Workspace:
    connection: sa.Connection
    actor: Actor
    classes: Classes
    clock: Clock
    writes: bool
    noted: dict[tuple[str, str], bool] = field(default_factory=lambda: cast("dict[tuple[str, str], bool]", {}))
    claims: dict[str, Visibility] = field(default_factory=lambda: cast("dict[str, Visibility]", {}))
    """Who may see the claims that this unit has saved, for what follows them."""
    _seen: tuple[int, frozenset[int] | None] | None = None

    @property
    def is_postgres(self) -> bool:
        return self.connection.dialect.name == "postgresql"

    def acls(self) -> frozenset[int] | None:
        """The classes that the actor may read, None for all of the org's; asked once, and again after one was met."""
        if self._seen is None or (self._seen[0] != self.classes.met and not self.classes.are_among(self._seen[1])):
            self._seen = (self.classes.met, visible(self.actor, self.connection))
        return self._seen[1]

    def look_again(self) -> None:
        """After waiting for another writer, who may have made the first item of a class."""
        self._seen = None

    def may_see(self, acl: sa.ColumnElement[int], where: Filter | None = None) -> sa.ColumnElement[bool]:
        """The condition on a row's class, for this actor and for what a filter says about whole classes."""
        narrows = where is not None and (where.project is not None or not where.personal)
        seen = visible(self.actor, self.connection, where) if narrows else self.acls()
        return sa.true() if seen is None else acl.in_(seen)

    def change(self, kind: str, id: str, *, gone: bool = False) -> None:
        """Noted now, numbered at commit; only the last word on an item counts."""
        self.noted.pop((kind, id), None)
        self.noted[kind, id] = gone
