"""`wherefrom export` and `wherefrom import`: an org as JSONL."""

from __future__ import annotations

import errno
import os
import shlex
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Annotated

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.input import STDIN, lines_of, opened
from wherefrom.cli.output import console
from wherefrom.errors import InvalidValue, StoreFull, WherefromError

__all__ = ["register"]

_EVERY = 1000
_CONFLICTS_SHOWN = 20


def register(app: typer.Typer, *, section: str) -> None:
    command(app, "export", section=section)(export)
    command(app, "import", section=section)(import_)


def export(
    call: Call,
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where to; - is stdout.")] = STDIN,
    project: Annotated[str | None, typer.Option("--project", metavar="PROJECT", help="That project alone.")] = None,
) -> None:
    """Write the org, or one project, as JSONL. With --elevated everything in it, else what you may see."""
    with call.knowledge() as knowledge, _written(file) as stream:
        counted = 0
        for line in _told(call, knowledge.exporting.lines(project=project), "exported"):
            stream.write(line.encode() + b"\n")
            counted += 1
    told = f"Exported {counted - 1:,} items in {call.milliseconds / 1000:.1f} s"
    if not call.elevated:
        call.out.note("An export has what you may see; with --elevated, everything.")
    if file == STDIN:
        call.out.note(told)
    else:
        step = f"wherefrom --store OTHER import {shlex.quote(file)}"
        call.out.result({"file": file, "items": counted - 1}, f"{told} to {file}", next_step=step)


def import_(call: Call, file: Annotated[str, typer.Argument(metavar="FILE", help="An export; - is stdin.")]) -> None:
    """Read an export into this org. Nothing is overwritten; a bad line means that nothing is imported."""
    with opened(file) as stream, call.knowledge() as knowledge:
        imported = knowledge.importing.lines(_told(call, lines_of(stream), "read"))
    call.out.result(
        imported,
        f"Added {imported.added:,}, merged {imported.merged:,}, conflicting {imported.conflicting:,} "
        f"in {call.milliseconds / 1000:.1f} s",
    )
    if imported.conflicting:
        call.out.note("These differ from the ones that are here, which were kept:")
    for conflict in imported.conflicts[:_CONFLICTS_SHOWN]:
        call.out.note(f"  {conflict}")
    if imported.conflicting > _CONFLICTS_SHOWN:
        call.out.note(f"  and {imported.conflicting - _CONFLICTS_SHOWN:,} more; --json lists them all")


def _told(call: Call, lines: Iterator[str], verb: str) -> Iterator[str]:
    """The lines, counted on the terminal while they pass."""
    if call.json or not sys.stderr.isatty():
        yield from lines
        return
    with console(sys.stderr).status("…") as status:
        for number, line in enumerate(lines, start=1):
            if number % _EVERY == 0:
                status.update(f"{number:,} lines {verb}")
            yield line


@contextmanager
def _written(file: str) -> Generator[IO[bytes]]:
    """A file that is there whole or not at all: an export that fails half way leaves the old one as it was."""
    if file == STDIN:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(file)
    if path.exists() and not path.is_file():  # a pipe or a device is written straight
        with _explained(file), path.open("wb") as stream:
            yield stream
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with _explained(file):
            # Personal items are in it, too: nobody else of the machine reads along.
            with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            beside.replace(path)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


@contextmanager
def _explained(file: str) -> Generator[None]:
    try:
        yield
    except WherefromError:
        raise
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise StoreFull("no room left for the export", value=file, hint="free some space") from None
        raise InvalidValue(f"this file cannot be written: {error.strerror}", value=file, hint="name another") from None
