"""`wherefrom groups`: audiences."""

from __future__ import annotations

from typing import Annotated

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.wording import when

__all__ = ["app"]

app = typer.Typer(help="Audiences: what is written for a group is seen by its members only.")

GroupId = Annotated[str, typer.Argument(metavar="GROUP", help="Its name.")]


@command(app, "create")
def create(
    call: Call,
    id: GroupId,
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="How people call it.")] = "",
) -> None:
    """Make a group."""
    with call.knowledge() as knowledge:
        group = knowledge.groups.create(id, title=title)
    call.out.result(group, f"Made the group {group.id}.", next_step=f"wherefrom members set PERSON --group {group.id}")


@command(app, "list")
def list_(call: Call) -> None:
    """List the groups of the org."""
    with call.knowledge() as knowledge:
        groups = knowledge.groups.list()
    call.out.listing(
        groups,
        {
            "group": lambda group: group.id,
            "title": lambda group: group.title,
            "created": lambda group: when(group.created_at),
        },
        empty="No groups yet. Make one with `wherefrom groups create`.",
    )


@command(app, "delete")
def delete(call: Call, id: GroupId) -> None:
    """Delete a group; what was for it alone is then seen by admins only."""
    with call.knowledge() as knowledge:
        group = knowledge.groups.get(id)
        knowledge.groups.delete(group.id)
    call.out.result({"id": group.id, "deleted": True}, f"Deleted the group {group.id}.")
