"""`wherefrom ingest`: whatever there is to read."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.output import console
from wherefrom.cli.wording import counted
from wherefrom.errors import ContentError

if TYPE_CHECKING:
    from wherefrom.core.ingestion import IngestReport, Progress, Told

__all__ = ["next_after", "progress_bar", "rate_of", "register", "tell", "watched"]

_SHOWN = 10
_NAMED = 3
_LONGEST_NAME = 60
_LEAST_SECONDS = 1.0


def register(app: typer.Typer, *, section: str) -> None:
    command(app, "ingest", section=section)(ingest)


def ingest(
    call: Call,
    targets: Annotated[
        list[str], typer.Argument(metavar="TARGET...", help="A file, folder, glob, archive, repo[@ref], URL or mcp:…")
    ],
    project: Annotated[str | None, typer.Option("--project", metavar="P", help="It belongs to this project.")] = None,
    type: Annotated[str | None, typer.Option("--type", metavar="T", help="What kind of document it is.")] = None,
    tags: Annotated[list[str] | None, typer.Option("--tag", metavar="T", help="Tag every document.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be embedded and what it costs.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Read again what did not change.")] = False,
    max_tokens: Annotated[int | None, typer.Option("--max-tokens", metavar="N", help="Embed no more.")] = None,
    max_dollars: Annotated[float | None, typer.Option("--max-dollars", metavar="N", help="Spend no more.")] = None,
) -> None:
    """Read documents into passages whose citations open the exact place; only what changed is read again."""
    with watched(call) as progress, call.knowledge() as knowledge:
        report = knowledge.ingest(
            *targets,
            project=project,
            type=type,
            tags=tags or (),
            dry_run=dry_run,
            force=force,
            max_tokens=max_tokens,
            max_dollars=max_dollars,
            progress=progress,
        )
    tell(call, report, is_dry=dry_run)
    if report.failed and not report.sources:
        raise typer.Exit(code=ContentError.exit_code)  # not one of the targets could be read


def tell(call: Call, report: IngestReport, *, is_dry: bool = False) -> None:
    """The summary, the failures with their reasons, and on stderr what else there is to say."""
    if call.json:
        call.out.result(report.summary(), "")
        if aside := _aside(report, is_dry=is_dry):
            call.out.aside(aside)
        return
    _warn(call, report)
    told = f"{counted(report.entries, 'documents')}, {counted(report.chunks, 'passages')}"
    told += f"; {report.unchanged:,} unchanged, {report.removed:,} removed"
    if is_dry:
        call.out.line(f"Would embed {counted(report.embedded, 'passages')} of {told}{_priced(report)}")
    else:
        call.out.line(f"Read {told}; embedded {report.embedded:,} in {call.milliseconds / 1000:.1f} s")
    call.out.next_step(next_after(report, is_dry=is_dry))


def next_after(report: IngestReport, *, is_dry: bool = False) -> str:
    """What is of use now: there is nothing to search where nothing was read."""
    if report.entries and report.chunks:
        return "the same command without --dry-run" if is_dry else 'wherefrom search "…"'
    if report.failed:
        return "mend what is marked ✗, then the same command again"
    return "name a file or a folder that holds text" if not report.removed else "wherefrom sources list"


def _aside(report: IngestReport, *, is_dry: bool) -> dict[str, object]:
    """What the seven keys do not have, where there is any."""
    told: dict[str, object] = {"price": report.price} if is_dry else {}
    if report.skipped:
        told["skipped"] = _reasons(report)
    if report.notices:
        told["notices"] = [{"path": path, "notice": notice} for path, notice in report.notices]
    return told


def _reasons(report: IngestReport) -> dict[str, int]:
    """How many were passed over for each."""
    return dict(sorted(Counter(reason for _, reason in report.skipped).items()))


def _some_for(reason: str, report: IngestReport) -> str:
    """The first of those, so that whoever misses one knows where to look."""
    names = [" ".join(name.split()) for name, why in report.skipped if why == reason]
    ends = [name if len(name) <= _LONGEST_NAME else f"…{name[1 - _LONGEST_NAME :]}" for name in names[:_NAMED]]
    return ", ".join([*ends, *(["…"] if len(names) > _NAMED else [])])


def _warn(call: Call, report: IngestReport) -> None:
    for failure in report.failed[:_SHOWN]:
        hint = f" → {failure.hint}" if failure.hint else ""
        call.out.note(f"✗ {failure.uri}: {failure.reason}{hint}", style="red")
    if len(report.failed) > _SHOWN:
        more = len(report.failed) - _SHOWN
        call.out.note(f"✗ and {more:,} more: wherefrom entries list --status failed", style="red")
    for reason, count in _reasons(report).items():
        call.out.note(f"· passed over {count:,}: {reason} ({_some_for(reason, report)})")
    for path, notice in report.notices[:_SHOWN]:
        call.out.note(f"· {path}: {notice}")
    if len(report.notices) > _SHOWN:
        call.out.note(f"· and {len(report.notices) - _SHOWN:,} more of these: --json tells all")


def _priced(report: IngestReport) -> str:
    price = report.price
    if price is None:
        return ""
    cost = "free" if price.dollars == 0 else "price unknown" if price.dollars is None else f"about ${price.dollars:.4f}"
    return f": {price.tokens:,} tokens with {price.embedder}, {cost}"


def rate_of(speed: float | None, elapsed: float | None) -> str:
    """Nothing at first: what did not change takes no time, and says nothing of what did."""
    return f"{speed:,.0f} documents/s" if speed and elapsed and elapsed >= _LEAST_SECONDS else ""


@contextmanager
def watched(call: Call) -> Generator[Told | None]:
    """A run, with a bar where somebody looks; whoever stops it hears that nothing of it is lost."""
    try:
        with progress_bar(call) as told:
            yield told
    except KeyboardInterrupt:
        raise typer.Exit(code=call.out.stopped("stopped; the next run goes on")) from None


@contextmanager
def progress_bar(call: Call) -> Generator[Told | None]:
    """On the terminal, with rate and time left; nothing where nobody looks."""
    if call.json or not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    from wherefrom.text.secrets import scrub

    rate = TextColumn("{task.fields[rate]}")
    columns = (BarColumn(), MofNCompleteColumn(), rate, TimeRemainingColumn(), TextColumn("{task.description}"))
    with Bar(*columns, console=console(sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=None, rate="")

        def told(progress: Progress) -> None:
            rate = rate_of(bar.tasks[0].finished_speed or bar.tasks[0].speed, bar.tasks[0].elapsed)
            name = scrub(progress.uri.rsplit("/", 1)[-1])[:40]
            bar.update(task, completed=progress.done, total=progress.total, description=name, rate=rate)

        yield told
