"""The change sequence: gap-free per org, in the order of commits."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from wherefrom.core.changes import NOTHING_YET, Change, Mark
from wherefrom.core.ids import new_id
from wherefrom.record.database import Database
from wherefrom.record.inserting import insert_many
from wherefrom.record.prepared import Prepared
from wherefrom.record.tables import change_heads, changes

__all__ = ["SqlChangeFeed", "head_of", "number_changes", "take_numbers"]

_c, _h = changes.c, change_heads.c
_TAKE_NUMBERS = Prepared(
    sa.update(change_heads)
    .where(_h.org == sa.bindparam("own_org"))
    .values(
        seq=_h.seq + sa.bindparam("changes"),
        event_seq=_h.event_seq + sa.bindparam("events"),
        stamp=sa.func.coalesce(sa.bindparam("new_stamp", type_=sa.Text()), _h.stamp),
    )
    .returning(_h.seq, _h.event_seq, _h.stamp)
)
_HEAD = Prepared(sa.select(_h.seq, _h.stamp).where(_h.org == sa.bindparam("own_org")))


def take_numbers(connection: sa.Connection, org: str, *, changes: int, events: int) -> tuple[Mark, int]:
    """So many for changes and for events; the last of each. From here to the commit all other writers of the org wait.

    A stamp says of which commit the changes are, so one without any keeps the stamp that there is.
    """
    asked = {"own_org": org, "changes": changes, "events": events, "new_stamp": new_id() if changes else None}
    ((seq, event_seq, stamp),) = _TAKE_NUMBERS.rows(connection, asked)
    return Mark(seq, stamp), event_seq


def number_changes(connection: sa.Connection, org: str, noted: dict[tuple[str, str], bool], last: Mark) -> None:
    first = last.seq - len(noted) + 1
    rows = [
        {"org": org, "seq": first + offset, "stamp": last.stamp, "kind": kind, "id": id, "gone": gone}
        for offset, ((kind, id), gone) in enumerate(noted.items())
    ]
    insert_many(connection, changes, rows)


def head_of(connection: sa.Connection, org: str) -> Mark:
    head = _HEAD.first(connection, {"own_org": org})
    return Mark(*head) if head else NOTHING_YET


class SqlChangeFeed:
    """What the projector and the event stream follow."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def head(self, org: str) -> Mark:
        with self._database.reading() as connection:
            self._database.enter(connection, org)
            return head_of(connection, org)

    def since(self, org: str, mark: Mark | None, limit: int) -> Sequence[Change] | None:
        after = mark or NOTHING_YET
        with self._database.reading() as connection:
            self._database.enter(connection, org)
            if not self._knows(connection, org, after):
                return None
            rows = connection.execute(
                sa.select(_c.seq, _c.stamp, _c.kind, _c.id, _c.gone)
                .where(_c.org == org, _c.seq > after.seq)
                .order_by(_c.seq)
                .limit(limit)
            ).all()
        newest: dict[tuple[str, str], Change] = {}
        for seq, stamp, kind, id, gone in rows:
            newest.pop((kind, id), None)
            newest[kind, id] = Change(Mark(seq, stamp), kind, id, gone)
        return list(newest.values())

    def _knows(self, connection: sa.Connection, org: str, mark: Mark) -> bool:
        """A mark from a newer index beside a restored backup has a number or a stamp that is not here."""
        if mark == NOTHING_YET:
            return True
        return connection.scalar(sa.select(_c.stamp).where(_c.org == org, _c.seq == mark.seq)) == mark.stamp
