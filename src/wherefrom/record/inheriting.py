"""What is derived is seen by whoever may see what it is derived from, also after that has changed."""

from __future__ import annotations

import sqlalchemy as sa

from wherefrom.core.access import narrowest
from wherefrom.core.claims import Claim
from wherefrom.core.documents import Entry
from wherefrom.record.tables import attention, events
from wherefrom.record.workspace import Workspace

__all__ = ["followers_move"]


def followers_move(work: Workspace, target: Entry | Claim, *, before: int, after: int) -> None:
    """Attention that was seen like its target still is; what fewer saw is never seen by more than see it now."""
    about = (attention.c.org == target.org, attention.c.target_id == target.id)
    for acl in work.connection.scalars(sa.select(attention.c.acl).where(*about).distinct()).all():
        new = after if acl == before else _both(work, target, acl)
        work.connection.execute(sa.update(attention).where(*about, attention.c.acl == acl).values(acl=new))
    told = (events.c.org == target.org, events.c.target_id == target.id)
    work.connection.execute(sa.update(events).where(*told).values(acl=after))


def _both(work: Workspace, target: Entry | Claim, acl: int) -> int:
    theirs = work.classes.values_of([acl])[acl]
    return work.classes.number_of(narrowest([theirs, target.visibility], org=target.org))
