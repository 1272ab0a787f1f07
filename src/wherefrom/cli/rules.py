"""`wherefrom rules`, and what `wherefrom init` reads of a repository: its documents and its rules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.ingest import progress_bar
from wherefrom.cli.wording import counted, plain
from wherefrom.errors import InvalidValue

if TYPE_CHECKING:
    from wherefrom.claims.rules.sorting import RulesReport
    from wherefrom.core.ingestion import IngestReport, Told
    from wherefrom.services.knowledge import Knowledge

__all__ = ["read_repository", "register", "wants_reading"]

_SHOWN = 10
_QUESTION = "Read the documents of this folder, and its rules for agents?"


def register(app: typer.Typer, *, section: str) -> None:
    command(app, "rules", section=section)(rules)


def rules(
    call: Call,
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="The repository.")] = ".",
    project: Annotated[str | None, typer.Option("--project", metavar="P", help="They belong to this project.")] = None,
) -> None:
    """Read rules files (AGENTS.md, CLAUDE.md, …) as claims, and find what they name that is not there."""
    if not Path(folder).is_dir():
        raise InvalidValue("there is no such folder", value=folder, hint="name the folder of a repository")
    with call.knowledge() as knowledge:
        report = knowledge.rules.read(folder, project=project)
    if call.json:
        call.out.document(_told(report))
        return
    _tell(call, report)
    if report.stale or report.removed:
        call.out.next_step("wherefrom inbox")
    elif report.files:
        call.out.next_step('wherefrom "what a rule says"')


def wants_reading(call: Call, *, yes: bool) -> bool:
    """Asked for, or a person at a terminal in a repository says so."""
    if yes:
        return True
    if call.json or not (sys.stdin.isatty() and sys.stderr.isatty()) or not Path(".git").exists():
        return False
    return typer.confirm(_QUESTION, default=True, err=True)


def read_repository(call: Call) -> dict[str, Any]:
    """The folder we are in; what was read, for whoever reads JSON."""
    with call.knowledge() as knowledge:
        with progress_bar(call) as progress:
            documents = _read_here(knowledge, progress)
        report = knowledge.rules.read(".")
    if call.json:
        return {"documents": plain(documents.summary()), "rules": _told(report)}
    _tell_documents(call, documents)
    _tell(call, report)
    call.out.next_step('wherefrom "a sentence that may be so"')
    return {}


def _read_here(knowledge: Knowledge, progress: Told | None) -> IngestReport:
    try:
        return knowledge.ingest(".", progress=progress)
    except InvalidValue:
        return knowledge.ingest("folder:.", progress=progress)  # a repository in which nothing is committed yet


def _tell_documents(call: Call, report: IngestReport) -> None:
    read = f"{counted(report.entries, 'documents')}, {counted(report.chunks, 'passages')}"
    call.out.line(f"Read {read} in {call.milliseconds / 1000:.1f} s")
    if report.failed:
        call.out.note(f"✗ {len(report.failed):,} cannot be read: wherefrom entries list --status failed", style="red")


def _tell(call: Call, report: RulesReport) -> None:
    call.out.line(f"{', '.join(report.files)}: {report.summary}" if report.files else "No rules files here")
    for stale in report.stale[:_SHOWN]:
        call.out.marked("  ✗", f"{stale.place}  {'; '.join(stale.missing)}", colour="red")
    if len(report.stale) > _SHOWN:
        call.out.note(f"  and {len(report.stale) - _SHOWN:,} more: wherefrom inbox")
    news = {"new": report.learned, "changed": report.changed, "no longer there": report.removed}
    told = [f"{number:,} {name}" for name, number in news.items() if number]
    if report.files:
        call.out.note(f"  {', '.join(told) or 'nothing new'}; {report.unchanged:,} unchanged")
    for name, why in report.skipped:
        call.out.note(f"  passed over {name}: {why}")


def _told(report: RulesReport) -> dict[str, Any]:
    return {**plain(report), "summary": report.summary}
