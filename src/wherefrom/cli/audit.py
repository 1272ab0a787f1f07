"""`wherefrom audit`: who did what."""

from __future__ import annotations

from typing import Annotated

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.wording import short, when

__all__ = ["register"]


def register(app: typer.Typer, *, section: str) -> None:
    command(app, "audit", section=section)(audit)


def audit(
    call: Call,
    action: Annotated[
        str | None, typer.Option("--action", metavar="ACTION", help="Such as knowledge.entry.add.")
    ] = None,
    target: Annotated[
        str | None, typer.Option("--target", metavar="ID", help="What it was done to: its id, or the beginning.")
    ] = None,
    actor: Annotated[str | None, typer.Option("--actor", metavar="ID", help="Who did it.")] = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="At most so many.")] = 50,
    cursor: Annotated[str | None, typer.Option("--cursor", metavar="TEXT", help="Where the last page ended.")] = None,
) -> None:
    """Read the audit trail, newest first."""
    from wherefrom.core.actions import Action
    from wherefrom.core.paging import AuditFilter
    from wherefrom.core.wellformed import as_choice

    named = None if action is None else as_choice(Action, action, "action").value
    where = AuditFilter(action=named, target_begins=target, actor_id=actor, newest_first=True)
    with call.knowledge() as knowledge:
        page = knowledge.audit.find(where, after=cursor, limit=limit)
    call.out.listing(
        page.items,
        {
            "when (UTC)": lambda entry: when(entry.created_at),
            "who": lambda entry: short(entry.actor_id) + (" (elevated)" if entry.elevated else ""),
            "did": lambda entry: entry.action.value,
            "to": lambda entry: f"{entry.target_kind} {short(entry.target_id)}",
        },
        empty="Nothing of that kind happened.",
        told=f"{len(page.items):,} in {call.milliseconds:.0f} ms",
        cursor=page.next,
    )
