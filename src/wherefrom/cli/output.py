"""Where answers go: data to stdout, progress and errors to stderr, as JSON when asked."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from wherefrom.cli.wording import STEERING, plain, safe
from wherefrom.errors import WherefromError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

__all__ = ["INTERRUPTED", "Output", "console", "print_table"]

T = TypeVar("T")

INTERRUPTED = 130
_GAP = 3
_NARROWEST = 10
_WIDTH_OF_A_FILE = 10_000
_DIFFERENCES = {"-": "red", "+": "green", "@": "dim"}


class Output:
    def __init__(self, *, json: bool) -> None:
        self.json = json

    def document(self, data: object) -> None:
        """One JSON document on stdout."""
        _write_line(sys.stdout, _as_json(data))

    def line(self, text: str = "", *, style: str | None = None) -> None:
        """A line of the answer itself."""
        _say(sys.stdout, text, style)

    def marked(self, sign: str, text: str, *, colour: str) -> None:
        """A line behind a sign; only the sign is coloured, and it says enough without."""
        _say(sys.stdout, sign, colour, end=" ")
        self.line(text)

    def difference(self, lines: Iterable[str], *, indent: str = "") -> None:
        """What it said and what it says, line by line behind - and +."""
        for line in lines:
            self.line(f"{indent}{line}", style=_DIFFERENCES.get(line[:1]))

    def note(self, text: str, *, style: str = "dim") -> None:
        """Something beside the answer; whoever reads JSON gets none."""
        if not self.json:
            _say(sys.stderr, text, style)

    def aside(self, data: object) -> None:
        """The same for whoever reads JSON: a document of its own, on stderr."""
        _write_line(sys.stderr, _as_json(plain(data)))

    def next_step(self, told: str) -> None:
        self.note(f"Next: {told}")

    def result(self, data: object, told: str, *, next_step: str | None = None) -> None:
        """What a command did."""
        if self.json:
            self.document(plain(data))
            return
        self.line(told)
        if next_step:
            self.next_step(next_step)

    def listing(
        self,
        items: Sequence[T],
        columns: Mapping[str, Callable[[T], str]],
        *,
        empty: str,
        told: str = "",
        cursor: str | None = None,
    ) -> None:
        """Many of a kind in a table; `told` sums them up and `cursor` leads on."""
        rows = ([cell(item) for cell in columns.values()] for item in items)
        self.several(items, lambda: self.table(columns, rows), empty=empty, told=told, cursor=cursor)

    def several(
        self,
        items: Sequence[object],
        show: Callable[[], None],
        *,
        empty: str,
        told: str = "",
        cursor: str | None = None,
    ) -> None:
        """Many of a kind, however they are shown."""
        if self.json:
            self.document({"items": [plain(item) for item in items], "next": cursor})
        elif not items:
            self.note(empty)
        else:
            show()
            self.note(told or f"{len(items):,} in all")
            if cursor:
                self.note(f"More: --cursor {cursor}")

    def table(self, columns: Iterable[str], rows: Iterable[Sequence[str]]) -> None:
        """Aligned; what is too wide for the terminal is cut in the widest columns, so that ids stay whole."""
        from rich.table import Table
        from rich.text import Text

        names = list(columns)
        cells = [[Text(safe(cell).replace("\n", " ")) for cell in row] for row in rows]
        held = [[len(name), *(row[at].cell_len for row in cells)] for at, name in enumerate(names)]
        widths = _fitted([max(each) for each in held], console(sys.stdout).width - _GAP * len(names))
        table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, _GAP, 0, 0))
        for name, width in zip(names, widths, strict=True):
            table.add_column(name, overflow="ellipsis", no_wrap=True, width=width)
        for row in cells:
            table.add_row(*row)
        print_table(table)

    def pairs(self, pairs: Mapping[str, str]) -> None:
        """Names and values, aligned; what is empty is left out."""
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(style="dim", no_wrap=True)
        table.add_column(overflow="fold")
        for name, told in pairs.items():
            if told:
                table.add_row(name, Text(safe(told)))
        print_table(table)

    def stopped(self, told: str) -> int:
        """By the person, which is no error, but the end of it all the same; the exit code that says so."""
        if self.json:
            self.failure({"code": "interrupted", "message": told})
        self.note(told)
        return INTERRUPTED

    def error(self, error: WherefromError) -> None:
        self.failure(error.as_dict())

    def failure(self, told: Mapping[str, Any]) -> None:
        """What went wrong, on stderr: in one JSON object, or in two lines for a person."""
        if self.json:
            _write_line(sys.stderr, _as_json({"error": told}))
            return
        got = f" (got {told['value']})" if "value" in told else ""
        if sys.stderr.isatty():
            console(sys.stderr).print("[bold red]error[/]: ", end="")
        else:
            sys.stderr.write("error: ")
        _say(sys.stderr, f"{told['message']}{got}")
        if told.get("hint"):
            _say(sys.stderr, f"     → {told['hint']}")


def console(file: TextIO) -> Console:
    """A terminal that wants them gets escape sequences; a file or a pipe gets plain lines of any length."""
    from rich.console import Console

    screen = Console(file=file, width=None if file.isatty() else _WIDTH_OF_A_FILE, emoji=False)
    # Rich keeps bold and dim under NO_COLOR; who sets it wants plain text.
    return Console(file=file, width=screen.width, emoji=False, color_system=None) if screen.no_color else screen


def print_table(table: Table) -> None:
    """On stdout, without the blanks that Rich fills every line with."""
    screen = console(sys.stdout)
    with screen.capture() as captured:
        screen.print(table)
    sys.stdout.write("".join(f"{line.rstrip()}\n" for line in captured.get().splitlines()))


def _say(file: TextIO, text: str, style: str | None = None, *, end: str = "\n") -> None:
    if style is None or not file.isatty():
        file.write(safe(text) + end)  # Rich costs 100 ms, and has nothing to do here
    else:
        console(file).print(safe(text), style=style, markup=False, highlight=False, soft_wrap=True, end=end)


def _fitted(widths: list[int], room: int) -> list[int]:
    fitted = list(widths)
    while sum(fitted) > room and max(fitted) > _NARROWEST:
        fitted[fitted.index(max(fitted))] -= 1
    return fitted


def _as_json(data: object) -> str:
    """JSON itself escapes the older half of what steers a terminal; the rest is escaped too, and read back equal."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, indent=2 if sys.stdout.isatty() else None)
    return STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _write_line(file: TextIO, text: str) -> None:
    """Any terminal can show it: what its encoding lacks is escaped, which JSON reads back equal."""
    try:
        text.encode(file.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(json.loads(text))
    file.write(text + "\n")
