"""The durable feed of what happened: numbered by commit inside, told by opaque cursors outside."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from wherefrom.core.actions import Announcement, Event
from wherefrom.core.actors import ActorKind
from wherefrom.core.paging import as_page_size
from wherefrom.errors import BadCursor
from wherefrom.record.inserting import insert_many
from wherefrom.record.tables import events
from wherefrom.record.workspace import Workspace

__all__ = ["SqlEvents", "number_events"]

_c = events.c


def number_events(work: Workspace, announced: Sequence[tuple[Announcement, int]], last: int) -> None:
    """Give each its number and its class."""
    org = work.actor.org
    first = last - len(announced) + 1
    rows = [
        {
            "org": org,
            "seq": first + offset,
            "id": each.id,
            "acl": acl,
            "event": each.event.value,
            "target_kind": each.target_kind,
            "target_id": each.target_id,
            "actor_kind": each.actor_kind.value,
            "actor_id": each.actor_id,
            "created_at": each.created_at,
        }
        for offset, (each, acl) in enumerate(announced)
    ]
    insert_many(work.connection, events, rows)


class SqlEvents:
    """What happened to what the actor may see."""

    def __init__(self, work: Workspace) -> None:
        self._work = work

    def after(self, cursor: str | None, limit: int) -> Sequence[Announcement]:
        statement = sa.select(events).where(_c.org == self._work.actor.org, self._work.may_see(_c.acl))
        if cursor is not None:
            statement = statement.where(_c.seq > self._place(cursor))
        rows = self._work.connection.execute(statement.order_by(_c.seq).limit(as_page_size(limit))).mappings()
        return [
            Announcement(
                id=row["id"],
                org=row["org"],
                event=Event(row["event"]),
                target_kind=row["target_kind"],
                target_id=row["target_id"],
                actor_kind=ActorKind(row["actor_kind"]),
                actor_id=row["actor_id"],
                created_at=row["created_at"],
            )
            for row in rows
        ]

    def now(self) -> str | None:
        """A cursor behind everything that the actor may know of; None before there is any such thing.

        It stays the same while others do what is hidden.
        """
        own = sa.select(_c.id).where(_c.org == self._work.actor.org, self._work.may_see(_c.acl))
        return self._work.connection.scalar(own.order_by(_c.seq.desc()).limit(1))

    def may_see(self, id: str) -> bool:
        """Whether the actor may know of this one."""
        own = sa.select(_c.id).where(_c.org == self._work.actor.org, _c.id == id, self._work.may_see(_c.acl))
        return self._work.connection.scalar(own) is not None

    def _place(self, cursor: str) -> int:
        own = sa.select(_c.seq).where(_c.org == self._work.actor.org, _c.id == cursor)
        found = self._work.connection.scalar(own)
        if found is None:
            raise BadCursor("this is not a cursor of the feed", value=cursor, hint="begin again without one")
        return found
