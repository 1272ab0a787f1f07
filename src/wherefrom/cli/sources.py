"""`wherefrom sources`: where documents come from."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.ingest import tell, watched
from wherefrom.cli.scopes import as_project
from wherefrom.cli.wording import address, short, when
from wherefrom.errors import InvalidValue

if TYPE_CHECKING:
    from wherefrom.core.documents import Source
    from wherefrom.core.ingestion import Drift

__all__ = ["app"]

app = typer.Typer(help="Where documents come from.")

SourceId = Annotated[str, typer.Argument(metavar="SOURCE", help="Its id, or the beginning.")]


Option = typer.Option
Title = Annotated[str | None, Option("--title", metavar="TEXT", help="What people call it.")]
Project = Annotated[str | None, Option("--project", metavar="P", help="What is read belongs to this project.")]
Audience = Annotated[list[str] | None, Option("--audience", metavar="GROUP", help="Only for this group.")]
Cron = Annotated[str | None, Option("--cron", metavar="EXPR", help="When the worker reads it: '0 3 * * *'.")]
Depth = Annotated[int | None, Option("--depth", metavar="N", help="url_crawl: how many links deep.")]
Prefixes = Annotated[list[str] | None, Option("--prefix", metavar="URL", help="url_crawl: stay below this.")]
Server = Annotated[str | None, Option("--server", metavar="NAME", help="mcp: a server named in wherefrom.toml.")]
Pattern = Annotated[str | None, Option("--pattern", metavar="GLOB", help="mcp: resources whose address matches.")]
Secrets = Annotated[str | None, Option("--secrets", metavar="POLICY", help="redact, reject or allow.")]
Settings = Annotated[list[str] | None, Option("--set", metavar="KEY=VALUE", help="Any other setting of its kind.")]


@command(app, "add")
def add(
    call: Call,
    kind: Annotated[
        str, typer.Argument(metavar="KIND", help="folder, repo, url, url_crawl, ticket, mcp or file_upload.")
    ],
    uri: Annotated[str, typer.Argument(metavar="PLACE", help="A path or an address; for mcp its server's name.")],
    title: Title = None,
    project: Project = None,
    audience: Audience = None,
    cron: Cron = None,
    depth: Depth = None,
    prefixes: Prefixes = None,
    server: Server = None,
    pattern: Pattern = None,
    secrets: Secrets = None,
    settings: Settings = None,
) -> None:
    """Configure a source; `sources run` reads it, and the worker does when it has a schedule. One that is there already
    is changed as said here."""
    config, known = _config(depth, prefixes, server, pattern, secrets, settings), set[str]()
    options: dict[str, Any] = {"title": title, "project": project, "audience": audience or (), "cron": cron}
    with call.knowledge() as knowledge:
        if kind == "file_upload":
            file = _readable(uri)
            options["config"] = config
            source = knowledge.sources.upload(title or file.name, file.read_bytes(), **_without(options, "title"))
        else:
            known = {each.id for each in knowledge.sources.at(kind, uri)}
            source = knowledge.sources.add(kind, uri, config=config, **options)
    told = f"Already there: {source.title}" if source.id in known else f"Added {source.title}"
    call.out.result(source, told, next_step=f"wherefrom sources run {short(source.id)}")


@command(app, "edit")
def edit(
    call: Call,
    id: SourceId,
    uri: Annotated[str | None, Option("--uri", metavar="PLACE", help="Where it is now.")] = None,
    title: Title = None,
    cron: Cron = None,
    depth: Depth = None,
    prefixes: Prefixes = None,
    server: Server = None,
    pattern: Pattern = None,
    secrets: Secrets = None,
    settings: Settings = None,
) -> None:
    """Change what is named; an empty --cron takes the schedule away."""
    with call.knowledge() as knowledge:
        before = knowledge.sources.get(id)
        config = dict(before.config) | _config(depth, prefixes, server, pattern, secrets, settings)
        edits: dict[str, Any] = {"config": config} if config != before.config else {}
        named = {"uri": uri, "title": title} | ({"cron": cron or None} if cron is not None else {})
        edits |= {name: value for name, value in named.items() if value is not None or name == "cron"}
        source = knowledge.sources.edit(before.id, **edits)
    call.out.result(source, f"Changed {source.title}")


@command(app, "run")
def run(
    call: Call,
    id: SourceId,
    force: Annotated[bool, Option("--force", help="Read all of it again.")] = False,
    queue: Annotated[bool, Option("--queue", help="Leave it to the worker.")] = False,
) -> None:
    """Read what changed in a source since its last run."""
    if queue:
        _enqueue(call, id, force=force)
        return
    with watched(call) as progress, call.knowledge() as knowledge:
        report = knowledge.sources.run(id, force=force, progress=progress)
    tell(call, report)


def _enqueue(call: Call, id: str, *, force: bool) -> None:
    from contextlib import closing

    from wherefrom.jobs.opening import open_jobs

    with call.knowledge() as knowledge, closing(open_jobs(call.settings(), knowledge)) as jobs:
        job = jobs.enqueue(id, force=force)
    call.out.result(job, f"Queued {short(job.source)}", next_step="wherefrom worker --once")


@command(app, "list")
def list_(
    call: Call,
    project: Annotated[str | None, Option("--project", metavar="PROJECT", help="Its and the org's.")] = None,
    stale: Annotated[bool, Option("--stale", help="Look at each again, and list those that have drifted.")] = False,
    limit: Annotated[int, Option("--limit", metavar="N", help="At most so many.")] = 50,
    cursor: Annotated[str | None, Option("--cursor", metavar="TEXT", help="Where the last page ended.")] = None,
) -> None:
    """List the sources."""
    from wherefrom.core.paging import SourceFilter

    with call.knowledge() as knowledge:
        page = knowledge.sources.find(SourceFilter(project=as_project(knowledge, project)), after=cursor, limit=limit)
        drifts = knowledge.sources.drifts(page.items) if stale else ()
    if stale:
        _list_drifts(call, page.items, drifts)
        return
    call.out.listing(
        page.items,
        {
            "id": lambda source: short(source.id),
            "kind": lambda source: source.kind.value,
            "title": lambda source: source.title,
            "status": lambda source: source.status.value,
            "last run": lambda source: when(source.last_run_at) or "never",
            "ended": lambda source: source.last_run_status.value if source.last_run_status else "",
            "entries": lambda source: f"{source.last_run_entry_count:,}" if source.last_run_entry_count else "",
            "schedule": lambda source: source.cron or "",
        },
        empty="No sources yet.",
        cursor=page.next,
    )


def _list_drifts(call: Call, sources: Sequence[Source], drifts: Sequence[Drift]) -> None:
    titles = {source.id: source.title for source in sources}
    call.out.listing(
        [drift for drift in drifts if drift.has_drifted or drift.error],
        {
            "id": lambda drift: short(drift.source),
            "title": lambda drift: titles[drift.source],
            "new": lambda drift: f"{len(drift.new):,}",
            "changed": lambda drift: f"{len(drift.changed):,}",
            "gone": lambda drift: f"{len(drift.gone):,}",
            "error": lambda drift: drift.error or "",
        },
        empty="No source has drifted.",
    )


def _config(
    depth: int | None,
    prefixes: list[str] | None,
    server: str | None,
    pattern: str | None,
    secrets: str | None,
    settings: list[str] | None,
) -> dict[str, Any]:
    named = {"depth": depth, "prefixes": prefixes, "server": server, "pattern": pattern, "secrets": secrets}
    return {name: value for name, value in named.items() if value is not None} | dict(map(_setting, settings or ()))


def _setting(said: str) -> tuple[str, Any]:
    """A number or a truth value where it is written as one, else text."""
    name, equals, value = said.partition("=")
    if not equals or not name:
        raise typer.BadParameter(f"{said} is no KEY=VALUE")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _readable(path: str) -> Path:
    file = Path(path).expanduser()
    if not file.is_file():
        raise InvalidValue("there is no such file", value=path, hint="give the path of a file")
    return file


def _without(options: dict[str, Any], name: str) -> dict[str, Any]:
    return {each: value for each, value in options.items() if each != name}


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
            "uri": address(source.uri, source.title),
            "project": source.project or "",
            "status": source.status.value,
            "schedule": source.cron or "",
            "settings": ", ".join(f"{name}={value}" for name, value in source.config.items()),
            "last run": when(source.last_run_at) or "never",
            "ended": source.last_run_status.value if source.last_run_status else "",
            "error": source.last_run_error or source.error or "",
            "entries": f"{source.last_run_entry_count:,}" if source.last_run_entry_count is not None else "",
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
