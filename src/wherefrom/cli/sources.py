"""`wherefrom sources`: where documents come from."""

from __future__ import annotations

from typing import Annotated

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.output import short, when

__all__ = ["app"]

app = typer.Typer(help="Where documents come from.")

SourceId = Annotated[str, typer.Argument(metavar="SOURCE", help="Its id, or the beginning.")]


@command(app, "list")
def list_(
    call: Call,
    project: Annotated[str | None, typer.Option("--project", metavar="PROJECT", help="Its and the org's.")] = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="At most so many.")] = 50,
    cursor: Annotated[str | None, typer.Option("--cursor", metavar="TEXT", help="Where the last page ended.")] = None,
) -> None:
    """List the sources."""
    from wherefrom.core.paging import SourceFilter

    with call.knowledge() as knowledge:
        page = knowledge.sources.find(SourceFilter(project=project), after=cursor, limit=limit)
    call.out.listing(
        page.items,
        {
            "id": lambda source: short(source.id),
            "kind": lambda source: source.kind.value,
            "title": lambda source: source.title,
            "status": lambda source: source.status.value,
            "last run": lambda source: when(source.last_run_at) or "never",
        },
        empty="No sources yet.",
        cursor=page.next,
    )


@command(app, "show")
def show(call: Call, id: SourceId) -> None:
    """Show a source."""
    with call.knowledge() as knowledge:
        source = knowledge.sources.get(id)
    if call.json:
        call.out.result(source, "")
        return
    call.out.pairs(
        {
            "id": source.id,
            "kind": source.kind.value,
            "title": source.title,
            "uri": source.uri,
            "project": source.project or "",
            "status": source.status.value,
            "error": source.error or "",
            "last run": when(source.last_run_at) or "never",
        }
    )


@command(app, "remove")
def remove(
    call: Call,
    id: SourceId,
    with_entries: Annotated[bool, typer.Option("--with-entries", help="What was read from it goes too.")] = False,
) -> None:
    """Remove a source; what was read from it stays, unless asked otherwise."""
    with call.knowledge() as knowledge:
        source = knowledge.sources.get(id)
        gone = knowledge.sources.remove(source.id, with_entries=with_entries)
    call.out.result(
        {"id": source.id, "removed": True, "entries": gone}, f"Removed {source.title} and {gone:,} of its entries."
    )
