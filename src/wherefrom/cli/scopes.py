"""`--scope TYPE:ID` and `--project P`: what is looked through is narrowed to these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.errors import UsageError

if TYPE_CHECKING:
    from wherefrom.core.claims import Scope
    from wherefrom.services.knowledge import Knowledge

__all__ = ["ScopeName", "as_project", "as_scope"]

ScopeName = Annotated[
    str | None, typer.Option("--scope", metavar="TYPE:ID", help="project, repo, agent or run: repo:acme/payments.")
]


def as_scope(text: str | None) -> Scope | None:
    from wherefrom.core.claims import Scope, ScopeType
    from wherefrom.core.wellformed import as_choice

    if text is None:
        return None
    type, colon, id = text.partition(":")
    if not colon:
        raise UsageError("this is no scope", value=text, hint="write it as project|repo|agent|run:ID")
    return Scope(as_choice(ScopeType, type, "scope type"), id)


def as_project(knowledge: Knowledge, named: str | None) -> str | None:
    """By a unique beginning of its name. A slip is told: the whole org's items would look like an answer."""
    return None if named is None else knowledge.projects.get(named).id
