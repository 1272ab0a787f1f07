"""`wherefrom config`: what is set, and where that came from."""

from __future__ import annotations

from typing import Annotated

import typer

from wherefrom.cli.call import Call, command

__all__ = ["app"]

app = typer.Typer(help="What is set, and where that came from.")


@command(app, "show")
def show(
    call: Call,
    origin: Annotated[bool, typer.Option("--origin", help="Say where each value came from.")] = False,
) -> None:
    """Show the settings in force; secrets stay hidden."""
    settings = call.settings().origins
    if call.json:
        call.out.document(
            {
                each.name: {"value": each.shown or None, "origin": each.origin} if origin else each.shown or None
                for each in settings
            }
        )
        return
    rows = ([each.name, each.shown or "—", *([each.origin] if origin else [])] for each in settings)
    call.out.table(["setting", "value", *(["from"] if origin else [])], rows)
