"""Asking before something that cannot be undone."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from wherefrom.cli.call import Call
from wherefrom.errors import UsageError

__all__ = ["Yes", "ask"]

Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


def ask(call: Call, question: str, *, yes: bool) -> None:
    """Goes on after a yes; without somebody to ask it takes `--yes`, and nothing else."""
    if yes:
        return
    if call.json or not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError("this cannot be undone, and there is nobody to ask", hint="add --yes")
    if not typer.confirm(question, err=True):
        raise typer.Exit(1)
