"""`wherefrom claims`: all that was learned, for whoever answers for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.completing import CLAIM_STATUSES
from wherefrom.cli.excerpts import cut, folded
from wherefrom.cli.scopes import ScopeName, as_scope
from wherefrom.cli.wording import counted, short, when

if TYPE_CHECKING:
    from wherefrom.core.claims import Claim

__all__ = ["app"]

_MARGIN = 10

app = typer.Typer(help="What was learned, whatever became of it.")


@command(app, "list")
def list_(
    call: Call,
    status: Annotated[
        list[str] | None, CLAIM_STATUSES.option("--status", help="Of this status; repeatable; none is all.")
    ] = None,
    scope: ScopeName = None,
    actor: Annotated[str | None, typer.Option("--actor", metavar="ID", help="Who learned it.")] = None,
    project: Annotated[str | None, typer.Option("--project", metavar="PROJECT", help="Its and the org's.")] = None,
    domain: Annotated[str | None, typer.Option("--domain", metavar="NAME", help="Of this domain.")] = None,
    tag: Annotated[str | None, typer.Option("--tag", metavar="TAG", help="With this tag.")] = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="At most so many.")] = 50,
    cursor: Annotated[str | None, typer.Option("--cursor", metavar="TEXT", help="Where the last page ended.")] = None,
) -> None:
    """List claims, newest first, and who learned them; `recall` gives those that answer a question."""
    from wherefrom.core.claims import as_statuses
    from wherefrom.core.paging import ClaimFilter

    where = ClaimFilter(
        status=as_statuses(status) if status else None,
        scope=as_scope(scope),
        actor_id=actor,
        project=project,
        domain=domain,
        tag=tag,
        personal=True,
        newest_first=True,
    )
    with call.knowledge() as knowledge:
        page = knowledge.claims.find(where, after=cursor, limit=limit)
    call.out.several(
        page.items,
        lambda: _tell(call, page.items),
        empty="No claim like that.",
        told=f"{counted(len(page.items), 'claims')} in {call.milliseconds:.0f} ms",
        cursor=page.next,
    )
    if page.items:
        call.out.next_step(f"wherefrom history {short(page.items[0].id)}")


def _tell(call: Call, claims: Sequence[Claim]) -> None:
    """Two lines each: what it says, then where it stands and who learned it when."""
    from wherefrom.core.severity import claim_line

    for claim in claims:
        call.out.line(f"{short(claim.id)}  {cut(claim.text, indent=_MARGIN)}")
        learned = f"learned by {short(claim.actor_id or '')}" if claim.actor_id else "learned"
        for line in folded(f"{claim_line(claim)} · {learned} {when(claim.created_at)[:10]}", indent=_MARGIN):
            call.out.line(line, style="dim")
