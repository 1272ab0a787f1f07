"""`wherefrom entries`: documents, one by one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.completing import CLEARABLE, STATUSES
from wherefrom.cli.input import text_of
from wherefrom.cli.scopes import as_project
from wherefrom.cli.wording import address, counted, short, when
from wherefrom.errors import UsageError

if TYPE_CHECKING:
    from wherefrom.core.documents import Entry

__all__ = ["app"]

app = typer.Typer(help="Documents: written by hand here, or read from a source.")

EntryId = Annotated[str, typer.Argument(metavar="ENTRY", help="Its id, or the beginning.")]
File = Annotated[str | None, typer.Option("--file", metavar="FILE", help="Take the text from a file; - is stdin.")]
Type = typer.Option("--type", metavar="TYPE", help="What sort of document: note, decision, howto, …")
Tags = Annotated[list[str] | None, typer.Option("--tag", metavar="TAG", help="A tag; repeatable.")]
Project = Annotated[str | None, typer.Option("--project", metavar="PROJECT", help="None is the whole org.")]
Audience = Annotated[
    list[str] | None, typer.Option("--audience", metavar="GROUP", help="Who may see it; repeatable; none is everyone.")
]
Agents = Annotated[
    list[str] | None, typer.Option("--agent", metavar="ID", help="Which agents may see it; repeatable; none is all.")
]

_CLEARED: dict[str, dict[str, Any]] = {
    "tags": {"tags": ()},
    "project": {"project": None},
    "audience": {"audience": ()},
    "agents": {"agent_scope": ()},
}


@command(app, "add")
def add(
    call: Call,
    title: Annotated[str | None, typer.Argument(metavar="TITLE", help="By default the file's name.")] = None,
    content: Annotated[str | None, typer.Argument(metavar="TEXT", help="The text; - is stdin.")] = None,
    file: File = None,
    type: Annotated[str, Type] = "note",
    tag: Tags = None,
    project: Project = None,
    audience: Audience = None,
    personal: Annotated[bool, typer.Option("--personal", help="Only you see it.")] = False,
    agent: Agents = None,
    uri: Annotated[str | None, typer.Option("--uri", metavar="URI", help="Where the original is.")] = None,
) -> None:
    """Write something down. It is yours."""
    text = text_of(content, file)
    if text is None:
        raise UsageError("there is no text", hint='wherefrom entries add "Title" "Text", or --file FILE, or -')
    with call.knowledge() as knowledge:
        entry = knowledge.entries.add(
            title or (Path(file).name if file and file != "-" else ""),
            text,
            type=type,
            tags=tag or (),
            project=project,
            audience=audience or (),
            is_personal=personal,
            agent_scope=agent or (),
            uri=uri,
        )
    call.out.result(
        entry, f"Added {short(entry.id)}  {entry.title}", next_step=f"wherefrom entries show {short(entry.id)}"
    )


@command(app, "list")
def list_(
    call: Call,
    project: Annotated[str | None, typer.Option("--project", metavar="PROJECT", help="Its and the org's.")] = None,
    type: Annotated[str | None, Type] = None,
    tag: Annotated[str | None, typer.Option("--tag", metavar="TAG", help="With this tag.")] = None,
    status: Annotated[str | None, STATUSES.option("--status", help="How far it is on its way in.")] = None,
    source: Annotated[str | None, typer.Option("--source", metavar="ID", help="Read from this source.")] = None,
    personal: Annotated[bool, typer.Option("--personal", help="Your personal ones too.")] = False,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="At most so many.")] = 50,
    cursor: Annotated[str | None, typer.Option("--cursor", metavar="TEXT", help="Where the last page ended.")] = None,
) -> None:
    """List documents, newest first."""
    from wherefrom.core.documents import SourceStatus
    from wherefrom.core.paging import EntryFilter
    from wherefrom.core.wellformed import as_choice

    state = None if status is None else as_choice(SourceStatus, status, "status")
    with call.knowledge() as knowledge:
        where = EntryFilter(
            project=as_project(knowledge, project),
            type=type,
            tag=tag,
            status=state,
            source=None if source is None else knowledge.sources.get(source).id,
            personal=personal,
            newest_first=True,
        )
        page = knowledge.entries.find(where, after=cursor, limit=limit)
        total = knowledge.entries.count(where)
    call.out.listing(
        page.items,
        {
            "id": lambda entry: short(entry.id),
            "title": lambda entry: entry.title,
            "type": lambda entry: entry.type,
            "tags": lambda entry: ", ".join(entry.tags),
            "project": lambda entry: entry.project or "",
            "written": lambda entry: when(entry.created_at),
        },
        empty="No entries. Write one with `wherefrom entries add`.",
        told=_summary(len(page.items), total, call.milliseconds),
        cursor=page.next,
    )


@command(app, "show")
def show(
    call: Call,
    id: EntryId,
    raw: Annotated[bool, typer.Option("--raw", help="The text alone, as it is stored.")] = False,
) -> None:
    """Show a document."""
    with call.knowledge() as knowledge:
        entry = knowledge.entries.get(id)
    if call.json:
        call.out.result(entry, "")
    elif raw:
        typer.echo(entry.content)
    else:
        call.out.pairs(_facts(entry))
        call.out.line()
        call.out.line(entry.content)


@command(app, "edit")
def edit(
    call: Call,
    id: EntryId,
    title: Annotated[str | None, typer.Option("--title", metavar="TITLE", help="Another title.")] = None,
    content: Annotated[str | None, typer.Option("--content", metavar="TEXT", help="Another text; - is stdin.")] = None,
    file: File = None,
    type: Annotated[str | None, Type] = None,
    tag: Tags = None,
    project: Project = None,
    audience: Audience = None,
    personal: Annotated[bool | None, typer.Option("--personal/--shared", help="Only for you, or not.")] = None,
    agent: Agents = None,
    clear: Annotated[list[str] | None, CLEARABLE.option("--clear", help="Leave it empty; repeatable.")] = None,
    expected: Annotated[
        int | None, typer.Option("--expected", metavar="VERSION", help="Exit 5 if it has another by now.")
    ] = None,
) -> None:
    """Change what is named; its id, and every citation of it, stays."""
    said: dict[str, Any] = {
        "title": title,
        "content": text_of(content, file),
        "type": type,
        "tags": tag or None,
        "project": project,
        "audience": audience or None,
        "is_personal": personal,
        "agent_scope": agent or None,
    }
    edits = {name: value for name, value in said.items() if value is not None} | _cleared(clear or ())
    if not edits:
        raise UsageError("nothing was said to change", hint="wherefrom entries edit --help")
    with call.knowledge() as knowledge:
        entry = knowledge.entries.edit(id, expected=expected, **edits)
    call.out.result(entry, f"Changed {short(entry.id)}  {entry.title} (version {entry.version})")


@command(app, "delete")
def delete(call: Call, id: EntryId) -> None:
    """Take a document out of every read; `wherefrom erase` takes its words as well."""
    with call.knowledge() as knowledge:
        entry = knowledge.entries.get(id)
        knowledge.entries.delete(entry.id)
    call.out.result({"id": entry.id, "deleted": True}, f"Deleted {short(entry.id)}  {entry.title}")


def _cleared(names: list[str] | tuple[str, ...]) -> dict[str, Any]:
    edits: dict[str, Any] = {}
    for name in names:
        if name not in _CLEARED:
            raise UsageError("this cannot be cleared", value=name, hint=f"one of: {', '.join(_CLEARED)}")
        edits |= _CLEARED[name]
    return edits


def _summary(shown: int, total: int, milliseconds: float) -> str:
    part = "" if shown == total else f"{shown:,} of "
    return f"{part}{counted(total, 'entries')} in {milliseconds:.0f} ms"


def _facts(entry: Entry) -> dict[str, str]:
    return {
        "title": entry.title,
        "id": entry.id,
        "type": entry.type,
        "tags": ", ".join(entry.tags),
        "project": entry.project or "",
        "audience": ", ".join(sorted(entry.audience)),
        "agents": ", ".join(sorted(entry.agent_scope)),
        "personal": "only you see it" if entry.is_personal else "",
        "by": entry.contributor or "",
        "uri": address(entry.uri or "", entry.title),
        "written": when(entry.created_at) + " UTC",
        "version": f"{entry.version}, {when(entry.updated_at)} UTC" if entry.version > 1 else "",
    }
