"""`wherefrom doctor`: what is well, what is not, and the command that mends it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.output import print_table
from wherefrom.cli.wording import counted, plain, safe
from wherefrom.config import Settings, without_password
from wherefrom.core.checks import Check, CheckState
from wherefrom.errors import WherefromError

__all__ = ["register"]

_FAILED_CHECK = 5
_MARKS = {CheckState.OK: "[green]✓[/]", CheckState.NOTE: "[yellow]·[/]", CheckState.PROBLEM: "[red]✗[/]"}
_COMPLETIONS = (
    ".bash_completions/wherefrom.sh",
    ".zfunc/_wherefrom",
    ".config/fish/completions/wherefrom.fish",
)


def register(app: typer.Typer, *, section: str) -> None:
    command(app, "doctor", section=section)(doctor)


def doctor(call: Call) -> None:
    """Look everything over; each line names the command that mends it. Exit 5 if there is a problem."""
    settings = call.settings()
    checks = [*_machine(), *_place(settings), *_store(settings), _reading(), *_extras(), _completion()]
    problems = sum(check.state is CheckState.PROBLEM for check in checks)
    if call.json:
        call.out.document({"ok": not problems, "checks": [plain(check) for check in checks]})
    else:
        _show(checks)
        call.out.note(f"{counted(problems, 'problems')} in {len(checks)} checks." if problems else "All is well.")
    if problems:
        raise typer.Exit(_FAILED_CHECK)


def _show(checks: list[Check]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for check in checks:
        told = Text(safe(check.told))
        if check.mend:
            told.append(f"\n→ {safe(check.mend)}", style="dim")
        table.add_row(_MARKS[check.state], check.name, told)
    print_table(table)


def _machine() -> Iterator[Check]:
    from wherefrom import __version__

    yield Check.ok("wherefrom", __version__)
    yield Check.ok("python", ".".join(map(str, sys.version_info[:3])))


def _place(settings: Settings) -> Iterator[Check]:
    """Which store it is, and why that one."""
    yield Check.ok("place", f"{without_password(settings.store)} ({settings.origin('store')})")
    for place in settings.passed_over:
        yield Check.note("passed over", f"{place} belongs to another user", "name it with --store, if you trust it")


def _store(settings: Settings) -> Iterator[Check]:
    from wherefrom.bootstrap.upkeep import check_up

    try:
        yield from check_up(settings)
    except WherefromError as error:
        value = f" ({error.value})" if error.value else ""
        yield Check.problem("store", f"{error.message}{value}", error.hint or "see the message")


def _reading() -> Check:
    """How what strangers wrote is kept in its bounds while it is parsed."""
    from wherefrom.bootstrap.upkeep import confinement

    try:
        return Check.ok("reading", confinement())
    except WherefromError as error:
        return Check.problem("reading", error.message, error.hint or "see the message")


def _extras() -> Iterator[Check]:
    """Found, not imported: importing all of them takes seconds."""
    from wherefrom.plugins import EXTRAS

    there = [extra for extra, modules in EXTRAS.items() if all(find_spec(module) for module in modules)]
    missing = [extra for extra in EXTRAS if extra not in there]
    if there:
        yield Check.ok("extras", ", ".join(there))
    if missing:
        yield Check.note("not installed", ", ".join(missing), f"pip install 'wherefrom[{missing[0]}]' and so on")


def _completion() -> Check:
    if any((Path.home() / place).exists() for place in _COMPLETIONS):
        return Check.ok("completion", "installed")
    return Check.note("completion", "the shell does not complete commands yet", "wherefrom --install-completion")
