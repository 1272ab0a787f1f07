"""`wherefrom worker`: does the runs that are queued or due."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import contextmanager
from threading import Event
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.output import INTERRUPTED
from wherefrom.cli.wording import counted

if TYPE_CHECKING:
    from wherefrom.ports.jobs import Attempt

__all__ = ["register"]

_COUNTED = ("entries", "chunks", "embedded", "unchanged", "removed")


def register(app: typer.Typer, *, section: str) -> None:
    command(app, "worker", section=section)(worker)


def worker(
    call: Call,
    once: Annotated[bool, typer.Option("--once", help="Do what is queued and due, then leave.")] = False,
    workers: Annotated[
        int, typer.Option("--workers", metavar="N", min=1, max=64, help="So many runs at once, each in a process.")
    ] = 1,
) -> None:
    """Run queued and scheduled sources, of every org of the store, until interrupted."""
    from wherefrom.jobs.crew import work

    stop, summary = Event(), _Summary(call)
    with _until_signalled(stop) as signals:
        if not once:
            call.out.note(f"At work with {counted(workers, 'workers')}; Ctrl-C ends it.")
        work(call.settings(), stop, summary.add, workers=workers, once=once)
    call.out.result(summary.counts, summary.told())
    if signal.SIGINT in signals:
        raise typer.Exit(INTERRUPTED)


class _Summary:
    def __init__(self, call: Call) -> None:
        self._out = call.out
        self.counts: dict[str, int] = dict.fromkeys(("done", "failed", "waiting", *_COUNTED), 0)

    def add(self, attempt: Attempt) -> None:
        outcome: dict[str, Any] = dict(attempt.outcome)
        ended = {"error": "failed", "again": "waiting"}.get(outcome["ended"], "done")
        self.counts[ended] += 1
        for name in _COUNTED:
            self.counts[name] += outcome.get(name, 0)
        self._out.note(_line(attempt.title, outcome))

    def told(self) -> str:
        counts = self.counts
        done = f"{counted(counts['done'], 'runs')} done, {counts['failed']:,} failed, {counts['waiting']:,} put off"
        return f"{done}; embedded {counted(counts['embedded'], 'passages')}"


def _line(title: str, outcome: dict[str, Any]) -> str:
    if outcome["ended"] == "again":
        reason = "is being read by somebody else" if outcome["code"] == "busy" else f"failed ({outcome['code']})"
        return f"… {title}: {reason}, again in {outcome['wait']:.0f} s"
    if outcome["ended"] == "error":
        return f"✗ {title}: failed ({outcome['code']})"
    failed = f", {outcome['failed']:,} could not be read" if outcome["failed"] else ""
    told = f"{counted(outcome['entries'], 'documents')}, {outcome['unchanged']:,} unchanged"
    return f"✓ {title}: {told}, {outcome['removed']:,} removed{failed}; embedded {outcome['embedded']:,}"


@contextmanager
def _until_signalled(stop: Event) -> Generator[list[int]]:
    """The first signal asks to stop, the second one ends it as it would have without us."""
    caught: list[int] = []

    def catch(number: int, _: object) -> None:
        caught.append(number)
        stop.set()
        signal.signal(number, before[number])

    before: dict[int, Any] = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in before:
        signal.signal(number, catch)
    try:
        yield caught
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
