"""`wherefrom orgs`: the tenants of a store."""

from __future__ import annotations

from typing import Annotated

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.consent import Yes, ask
from wherefrom.cli.wording import when

__all__ = ["app"]

app = typer.Typer(help="The tenants of a store; for whoever holds the store itself.")

OrgId = Annotated[str, typer.Argument(metavar="ORG", help="Its name.")]


@command(app, "create")
def create(
    call: Call,
    id: OrgId,
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="How people call it.")] = "",
) -> None:
    """Make an org."""
    with call.knowledge() as knowledge:
        org = knowledge.orgs.create(id, title=title)
    call.out.result(org, f"Made the org {org.id}.", next_step=f"wherefrom --org {org.id} keys create --role admin")


@command(app, "list")
def list_(call: Call) -> None:
    """List the orgs of the store."""
    with call.knowledge() as knowledge:
        orgs = knowledge.orgs.list()
    call.out.listing(
        orgs,
        {"org": lambda org: org.id, "title": lambda org: org.title, "created": lambda org: when(org.created_at)},
        empty="No orgs yet.",
    )


@command(app, "delete")
def delete(call: Call, id: OrgId, yes: Yes = False) -> None:
    """Delete an org with everything in it, audit trail and all."""
    with call.knowledge() as knowledge:
        ask(call, f"Delete the org {id} and everything in it? This cannot be undone.", yes=yes)
        knowledge.orgs.delete(id)
    call.out.result({"id": id, "deleted": True}, f"Deleted the org {id}.")
