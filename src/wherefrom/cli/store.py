"""The store itself: its state, making one, bringing it up to date."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wherefrom import __version__
from wherefrom.cli.call import Call, command
from wherefrom.cli.wording import counted
from wherefrom.config import STORE_FILE, STORE_FOLDER, Settings, without_password

if TYPE_CHECKING:
    from wherefrom.services.health import State

__all__ = ["register", "show_state", "show_version"]

_FIRST_STEP = "wherefrom ingest ."


def register(app: typer.Typer, *, section: str) -> None:
    command(app, "init", section=section)(init)
    command(app, "migrate", section=section)(migrate)


def show_version(call: Call) -> None:
    call.out.result({"version": __version__}, f"wherefrom {__version__}")


def show_state(call: Call) -> None:
    """What there is, and the next command; where there is no store, none is made."""
    from wherefrom.bootstrap.upkeep import revisions

    settings = call.settings()
    place = without_password(settings.store)
    if revisions(settings).found is None:
        _show_absence(call, settings, place)
        return
    with call.knowledge() as knowledge:
        state = knowledge.health.state()
    next_step = _next_step(state)
    if call.json:
        call.out.document({"store": place, "exists": True, **_told(state), "next": next_step})
        return
    call.out.line(f"wherefrom {__version__}", style="bold")
    call.out.pairs(
        {"store": place, "org": state.org, "you": f"{state.actor} ({state.role})", "holds": _holds(state.counts)}
    )
    call.out.next_step(next_step)


def init(
    call: Call,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Read this folder and its rules for agents too, without asking.")
    ] = False,
) -> None:
    """Make a store in this folder (./.wherefrom/), or where --store says; read the repository, if you like."""
    from wherefrom.bootstrap import open_settings
    from wherefrom.bootstrap.upkeep import revisions
    from wherefrom.cli.rules import read_repository, wants_reading

    settings = call.settings()
    if not settings.names_store:
        call = call.narrowed(store=str(Path.cwd() / STORE_FOLDER / STORE_FILE), org=None, json=False, elevated=False)
        settings = call.settings()
    is_new = revisions(settings).found is None
    open_settings(settings).close()
    _hide_from_git(Path(settings.store))
    place = without_password(settings.store)
    told = {"store": place, "created": is_new}
    said = f"Made a store at {place}" if is_new else f"There is a store at {place} already; nothing was changed."
    if call.json:
        call.out.document({**told, **(read_repository(call) if wants_reading(call, yes=yes) else {})})
        return
    call.out.line(said)
    if wants_reading(call, yes=yes):
        read_repository(call)
    else:
        call.out.next_step(_FIRST_STEP if is_new else "wherefrom")


def migrate(
    call: Call,
    check: Annotated[bool, typer.Option("--check", help="Only look: exit 5 if it is not up to date.")] = False,
) -> None:
    """Bring the store to the shape that this version works with."""
    from wherefrom.bootstrap.upkeep import migrate, revisions
    from wherefrom.errors import Conflict

    settings = call.settings()
    if check:
        seen = revisions(settings)
        if not seen.is_current:
            raise Conflict(
                f"the store is at revision {seen.found or 'none'}, not {seen.newest}",
                value=without_password(settings.store),
                hint="wherefrom migrate",
            )
        call.out.result({"revision": seen.found, "current": True}, f"Up to date: revision {seen.found}.")
        return
    before, now = migrate(settings)
    told = f"Already up to date: revision {now}." if before == now else f"Migrated from {before or 'nothing'} to {now}."
    call.out.result({"from": before, "to": now}, told)


def _show_absence(call: Call, settings: Settings, place: str) -> None:
    if call.json:
        call.out.document({"store": place, "exists": False, "next": "wherefrom init"})
        return
    call.out.line(f"wherefrom {__version__}", style="bold")
    call.out.pairs({"store": "none yet", "looked at": place})
    call.out.next_step("wherefrom init")


def _hide_from_git(store: Path) -> None:
    if store.parent.name == STORE_FOLDER and not (store.parent / ".gitignore").exists():
        (store.parent / ".gitignore").write_text("*\n")


def _told(state: State) -> dict[str, Any]:
    return {"org": state.org, "actor": state.actor, "role": state.role, "counts": dict(state.counts)}


def _holds(counts: Mapping[str, int]) -> str:
    held = [(name, number) for name, number in counts.items() if number]
    told = (f"{number:,} to look at" if name == "attention" else counted(number, name) for name, number in held)
    return ", ".join(told) or "nothing yet"


def _next_step(state: State) -> str:
    if state.counts["attention"]:
        return "wherefrom inbox"
    return 'wherefrom "a sentence"' if state.counts["entries"] or state.counts["claims"] else _FIRST_STEP
