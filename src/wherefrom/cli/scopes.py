"""`--scope TYPE:ID`: what a claim is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.errors import UsageError

if TYPE_CHECKING:
    from wherefrom.core.claims import Scope

__all__ = ["ScopeName", "as_scope"]

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
