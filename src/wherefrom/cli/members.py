"""`wherefrom members`: who belongs to an org, and to what inside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.completing import KINDS, ROLES
from wherefrom.cli.wording import short

if TYPE_CHECKING:
    from wherefrom.core.directory import Member

__all__ = ["app"]

app = typer.Typer(help="Who belongs to the org, and to which groups and restricted projects.")

MemberId = Annotated[str, typer.Argument(metavar="MEMBER", help="Such as alice or agent:build.")]


@command(app, "set")
def set_(
    call: Call,
    id: MemberId,
    role: Annotated[str | None, ROLES.option("--role", help="What they may do.")] = None,
    kind: Annotated[str | None, KINDS.option("--kind", help="What they are.")] = None,
    title: Annotated[str | None, typer.Option("--title", metavar="TEXT", help="How people call them.")] = None,
    group: Annotated[
        list[str] | None, typer.Option("--group", metavar="GROUP", help="Their groups, all of them; repeatable.")
    ] = None,
    project: Annotated[
        list[str] | None, typer.Option("--project", metavar="PROJECT", help="Their projects, all; repeatable.")
    ] = None,
    no_groups: Annotated[bool, typer.Option("--no-groups", help="Take them out of every group.")] = False,
    no_projects: Annotated[bool, typer.Option("--no-projects", help="Take them out of every project.")] = False,
) -> None:
    """Add a member, or change what is named of one; the rest stays as it is."""
    with call.knowledge() as knowledge:
        member = knowledge.members.set(
            id,
            role=role,
            kind=kind,
            title=title,
            groups=[] if no_groups else group or None,
            projects=[] if no_projects else project or None,
        )
    call.out.result(member, f"{member.id}: {', '.join([member.role.value, *_belonging(member)])}")


@command(app, "list")
def list_(call: Call) -> None:
    """List the members of the org."""
    with call.knowledge() as knowledge:
        members = knowledge.members.list()
    call.out.listing(
        members,
        {
            "member": lambda member: short(member.id),
            "kind": lambda member: member.kind.value,
            "role": lambda member: member.role.value,
            "groups": lambda member: ", ".join(sorted(member.groups)),
            "projects": lambda member: ", ".join(sorted(member.projects)),
            "title": lambda member: member.title,
        },
        empty="No members yet.",
    )


@command(app, "remove")
def remove(call: Call, id: MemberId) -> None:
    """Remove a member with their keys; what they contributed stays (see `wherefrom erase`)."""
    with call.knowledge() as knowledge:
        member = knowledge.members.get(id)
        knowledge.members.remove(member.id)
    call.out.result({"id": member.id, "removed": True}, f"Removed {member.id} and their keys.")


def _belonging(member: Member) -> Iterator[str]:
    if member.groups:
        yield f"in the groups {', '.join(sorted(member.groups))}"
    if member.projects:
        yield f"in the projects {', '.join(sorted(member.projects))}"
