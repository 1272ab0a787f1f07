"""`wherefrom reindex` and `wherefrom reembed`: the indexes, built anew from the record."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.output import console

if TYPE_CHECKING:
    from wherefrom.retrieval.projector import Progress
    from wherefrom.retrieval.shelves import Stock

__all__ = ["register"]


def register(app: typer.Typer, *, section: str) -> None:
    command(app, "reindex", section=section)(reindex)
    command(app, "reembed", section=section)(reembed)


def reindex(call: Call) -> None:
    """Build every index of the org anew from the record, while searches go on."""
    with call.knowledge() as knowledge, _progress(call, "indexed") as progress:
        stock = knowledge.index.reindex(progress=progress)
    _told(call, stock, "Built the indexes anew")


def reembed(
    call: Call,
    embedder: Annotated[
        str, typer.Option("--embedder", metavar="SPEC", help="wordllama, hash, onnx:PATH or openai:MODEL.")
    ],
) -> None:
    """Build every index anew with another embedder, then swap; searches go on with the old one meanwhile."""
    with call.knowledge() as knowledge, _progress(call, "embedded") as progress:
        stock = knowledge.index.reembed(embedder, progress=progress)
    _told(call, stock, "Swapped to the new embedder")


def _told(call: Call, stock: Stock, done: str) -> None:
    made = f"{stock.made_by.name} ({stock.made_by.dimensions} dimensions)"
    call.out.result(
        {"embedder": stock.embedder, "dimensions": stock.made_by.dimensions, "generation": stock.generation},
        f"{done}: {made}, in {call.milliseconds / 1000:.1f} s",
        next_step='wherefrom search "…"',
    )


@contextmanager
def _progress(call: Call, verb: str) -> Generator[Progress | None]:
    """A bar on the terminal; nothing where nobody looks."""
    if call.json or not sys.stderr.isatty():
        yield None
        return
    from rich.progress import Progress as Bar

    with Bar(console=console(sys.stderr), transient=True) as bar:
        task = bar.add_task(verb, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
