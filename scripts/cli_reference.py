"""Writes docs/reference/cli.md and tests/golden/help.txt from the app itself; a test compares them.

.venv/bin/python scripts/cli_reference.py
"""

from __future__ import annotations

import io
import os
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any
from unittest import mock

import typer

from wherefrom.cli.app import app, run

ROOT = Path(__file__).parent.parent
REFERENCE = ROOT / "docs" / "reference" / "cli.md"
GOLDEN = ROOT / "tests" / "golden" / "help.txt"

_OPENING = """# Commands

Written by `scripts/cli_reference.py` from the program itself; do not edit.

Data goes to stdout, progress and errors to stderr. `--json` works with every command, before or after its name; an
error is then one object on stderr: `{"error": {"code": …, "message": …, "value": …, "hint": …}}`.

| exit | means |
|---|---|
| 0 | done |
| 1 | it failed |
| 2 | used wrongly |
| 3 | not found, or not visible to you |
| 4 | no valid key, or a role that lacks this verb |
| 5 | a conflict, or a check that failed |
| 130 | interrupted |
"""


def help_of(*words: str) -> str:
    """At one width, whatever the terminal is."""
    with (
        mock.patch.dict(os.environ, {"COLUMNS": "100", "NO_COLOR": "1"}),
        redirect_stdout(io.StringIO()) as written,
    ):
        run([*words, "--help"])
    return "\n".join(line.rstrip() for line in written.getvalue().strip().splitlines()) + "\n"


def reference() -> str:
    command: Any = typer.main.get_command(app)
    parts = [_OPENING, f"## wherefrom\n\n```text\n{help_of()}```\n"]
    parts += [_section((name,), each) for name, each in sorted(command.commands.items())]
    return "\n".join(parts)


def _section(words: tuple[str, ...], command: Any) -> str:
    inner: dict[str, Any] = getattr(command, "commands", {})
    if inner:
        own = f"## wherefrom {' '.join(words)}\n\n{command.help}\n"
        return "\n".join([own, *(_section((*words, name), each) for name, each in inner.items())])
    return f"{'#' * (len(words) + 1)} wherefrom {' '.join(words)}\n\n```text\n{help_of(*words)}```\n"


if __name__ == "__main__":
    for path, text in ((REFERENCE, reference()), (GOLDEN, help_of())):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
