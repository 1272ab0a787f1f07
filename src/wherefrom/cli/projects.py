"""`wherefrom projects`: the parts of an org."""

from __future__ import annotations

from typing import Annotated

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.wording import when

__all__ = ["app"]

app = typer.Typer(help="The parts of an org, open to all of it or restricted to members.")

ProjectId = Annotated[str, typer.Argument(metavar="PROJECT", help="Its name, or the beginning.")]


@command(app, "create")
def create(
    call: Call,
    id: Annotated[str, typer.Argument(metavar="PROJECT", help="Its name.")],
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="How people call it.")] = "",
    restricted: Annotated[bool, typer.Option("--restricted", help="For its members only.")] = False,
) -> None:
    """Make a project."""
    with call.knowledge() as knowledge:
        project = knowledge.projects.create(id, title=title, restricted=restricted)
    seen_by = "its members" if project.restricted else "the whole org"
    call.out.result(
        project,
        f"Made the project {project.id}, open to {seen_by}.",
        next_step=f"wherefrom members set PERSON --project {project.id}" if project.restricted else None,
    )


@command(app, "list")
def list_(call: Call) -> None:
    """List the projects that you may enter; admins see all of them."""
    with call.knowledge() as knowledge:
        projects = knowledge.projects.list()
    call.out.listing(
        projects,
        {
            "project": lambda project: project.id,
            "title": lambda project: project.title,
            "open to": lambda project: "members" if project.restricted else "everyone",
            "created": lambda project: when(project.created_at),
        },
        empty="No projects yet. Make one with `wherefrom projects create`.",
    )


@command(app, "restrict")
def restrict(call: Call, id: ProjectId) -> None:
    """Restrict a project to its members."""
    with call.knowledge() as knowledge:
        project = knowledge.projects.restrict(id)
    call.out.result(project, f"The project {project.id} is for its members only.")


@command(app, "open")
def open_(call: Call, id: ProjectId) -> None:
    """Open a project to the whole org again."""
    with call.knowledge() as knowledge:
        project = knowledge.projects.restrict(id, restricted=False)
    call.out.result(project, f"The project {project.id} is open to the whole org.")


@command(app, "delete")
def delete(call: Call, id: ProjectId) -> None:
    """Delete an empty project."""
    with call.knowledge() as knowledge:
        project = knowledge.projects.get(id)
        knowledge.projects.delete(project.id)
    call.out.result({"id": project.id, "deleted": True}, f"Deleted the project {project.id}.")
