"""The app: its commands, the options before them, and what an error looks like when it leaves."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from wherefrom.cli import (
    audit,
    claims,
    config,
    doctor,
    entries,
    erase,
    groups,
    inbox,
    indexes,
    ingest,
    keys,
    learn,
    lifecycle,
    members,
    orgs,
    projects,
    recall,
    rules,
    search,
    show,
    sources,
    store,
    transfer,
    why,
    worker,
)
from wherefrom.cli.call import Call, Elevated, Json, OrgName, StorePlace
from wherefrom.cli.elsewhere import RootGroup
from wherefrom.cli.output import Output
from wherefrom.cli.sections import SectionedGroup
from wherefrom.errors import WherefromError

__all__ = ["app", "main", "run"]

FAILED = 1

app = typer.Typer(
    name="wherefrom",
    cls=RootGroup,
    help="Where agents keep what they know, and every sentence can say where it came from.",
    epilog='Without a command: the state of the store, and what to do next. With a sentence ("…"): why it is so.',
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # Rich makes the tables; for the help alone it would cost as much time as all the rest
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

_FAMILIES = {
    "Knowledge": {"claims": claims.app, "entries": entries.app, "sources": sources.app},
    "People": {
        "projects": projects.app,
        "groups": groups.app,
        "members": members.app,
        "keys": keys.app,
        "orgs": orgs.app,
    },
    "Care": {"erase": erase.app, "config": config.app},
}

store.register(app, section="Start")
doctor.register(app, section="Start")
ingest.register(app, section="Knowledge")
why.register(app, section="Knowledge")
search.register(app, section="Knowledge")
show.register(app, section="Knowledge")
learn.register(app, section="Knowledge")
recall.register(app, section="Knowledge")
lifecycle.register(app, section="Knowledge")
inbox.register(app, section="Knowledge")
rules.register(app, section="Knowledge")
for section, families in _FAMILIES.items():
    for name, family in families.items():
        app.add_typer(family, name=name, cls=SectionedGroup, rich_help_panel=section)
transfer.register(app, section="Care")
audit.register(app, section="Care")
indexes.register(app, section="Care")
worker.register(app, section="Care")


@app.callback(invoke_without_command=True)
def root(
    ctx: typer.Context,
    store_place: StorePlace = None,
    org: OrgName = None,
    json: Json = False,
    elevated: Elevated = False,
    version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
) -> None:
    call = Call(store=store_place, org=org, json=json, elevated=elevated)
    ctx.obj = call
    if version:
        store.show_version(call)
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        store.show_state(call)


def main() -> None:
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """The exit code; whatever went wrong on purpose is told, a bug stays a traceback."""
    out = Output(json="--json" in arguments)
    try:
        code: Any = app(why.with_verb(arguments), prog_name="wherefrom", standalone_mode=False)
        sys.stdout.flush()
    except WherefromError as error:
        out.error(error)
        return error.exit_code
    except typer.TyperException as error:
        return _misused(out, error)
    except (typer.Abort, KeyboardInterrupt):
        return out.stopped("stopped")
    except BrokenPipeError:
        # What is still buffered has no reader either; without this Python complains about it on its way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    return code if isinstance(code, int) else 0


def _misused(out: Output, error: typer.TyperException) -> int:
    context: Any = getattr(error, "ctx", None)
    told = {"code": "usage", "message": error.format_message().rstrip(".")}
    if context is not None:
        told["hint"] = f"{context.command_path} {_verbs_of(context)}--help"
    out.failure(told)
    return error.exit_code


def _verbs_of(context: Any) -> str:
    """The few that a family has; those of the root are many."""
    verbs: dict[str, Any] = getattr(context.command, "commands", {})
    return f"{'|'.join(verbs)}, or {context.command_path} " if verbs and context.parent is not None else ""
