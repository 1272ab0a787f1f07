"""`wherefrom keys`: credentials of people and agents."""

from __future__ import annotations

from typing import Annotated

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.completing import KINDS, ROLES
from wherefrom.cli.wording import short, when

__all__ = ["app"]

app = typer.Typer(help="Credentials: made for a member, shown once, revocable at once.")


@command(app, "create")
def create(
    call: Call,
    role: Annotated[str, ROLES.option("--role", help="What its owner may do at most.")] = "member",
    actor: Annotated[str | None, typer.Option("--actor", metavar="ID", help="Whose key it is.")] = None,
    kind: Annotated[str, KINDS.option("--kind", help="What a new actor is.")] = "agent",
    label: Annotated[str, typer.Option("--label", metavar="TEXT", help="What it is for.")] = "",
    expires: Annotated[
        float | None, typer.Option("--expires", metavar="DAYS", help="Days until it stops working.")
    ] = None,
) -> None:
    """Make a key and show it, this once."""
    with call.knowledge() as knowledge:
        fresh = knowledge.keys.create(role=role, label=label, actor=actor, kind=kind, expires_in_days=expires)
    if call.json:
        call.out.document({"id": fresh.id, "key": fresh.key})
        return
    call.out.note(f"Made key {short(fresh.id)} with the role {role}. It is not shown again: keep it now.")
    call.out.line(fresh.key)
    call.out.next_step("export WHEREFROM_KEY=… where it is used")


@command(app, "list")
def list_(call: Call) -> None:
    """List the keys of the org, without their secrets."""
    with call.knowledge() as knowledge:
        keys = knowledge.keys.list()
    call.out.listing(
        keys,
        {
            "id": lambda key: short(key.id),
            "actor": lambda key: short(key.actor),
            "role": lambda key: key.role.value,
            "label": lambda key: key.label,
            "created": lambda key: when(key.created_at),
            "expires": lambda key: when(key.expires_at) or "never",
            "revoked": lambda key: when(key.revoked_at),
        },
        empty="No keys yet. Make one with `wherefrom keys create`.",
    )


@command(app, "revoke")
def revoke(call: Call, id: Annotated[str, typer.Argument(metavar="KEY", help="Its id, or the beginning.")]) -> None:
    """Revoke a key: the next request with it is refused."""
    with call.knowledge() as knowledge:
        key = knowledge.keys.revoke(id)
    call.out.result(key, f"Revoked key {short(key.id)} of {key.actor}.")
