"""`wherefrom recall`: what was learned and answers a question."""

from __future__ import annotations

from typing import Annotated

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.completing import CLAIM_STATUSES
from wherefrom.cli.scopes import ScopeName, as_project, as_scope
from wherefrom.cli.wording import counted, short

__all__ = ["register"]


def register(app: typer.Typer, *, section: str) -> None:
    command(app, "recall", section=section)(recall)


def recall(
    call: Call,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What you want to know.")],
    scope: ScopeName = None,
    status: Annotated[
        list[str] | None, CLAIM_STATUSES.option("--status", help="Claims of this status instead; repeatable.")
    ] = None,
    project: Annotated[str | None, typer.Option("--project", metavar="P", help="That project and org-wide.")] = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="At most so many, 1 to 100.")] = 5,
    as_of: Annotated[str | None, typer.Option("--as-of", metavar="TIME", help="As it was known then.")] = None,
    valid_at: Annotated[
        str | None, typer.Option("--valid-at", metavar="TIME", help="What was true then, instead of now.")
    ] = None,
) -> None:
    """Claims that answer, best first: observed, inferred and verified ones, unless others are asked for."""
    from wherefrom.core.severity import claim_line

    with call.knowledge() as knowledge:
        claims = knowledge.recall(
            question,
            scope=as_scope(scope),
            status=status or None,
            project=as_project(knowledge, project),
            limit=limit,
            as_of=as_of,
            valid_at=valid_at,
        )
    if call.json:
        call.out.listing(claims, {}, empty="")
        return
    for number, claim in enumerate(claims, start=1):
        call.out.line(f"{number:>3}  {claim.text}", style="bold")
        call.out.note(f"     {short(claim.id)} · {claim_line(claim)}")
    if not claims:
        call.out.note("No claim of this status answers this." if status else "Nothing that holds answers this.")
        call.out.next_step("wherefrom learn TEXT --evidence SPEC")
    call.out.note(f"{counted(len(claims), 'claims')} in {call.milliseconds:.0f} ms")
