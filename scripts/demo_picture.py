"""Draws what a person sees in the first five minutes: `python scripts/demo_picture.py` writes docs/images/first.svg.

The commands are really run, in a folder of their own and in a terminal of their own, and what they print is what is
drawn, colours included.
"""

import fcntl
import io
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
from pathlib import Path

from rich.console import Console
from rich.text import Text

from wherefrom.demo.corpus import write_corpus

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "images" / "first.svg"
COLUMNS = 100
COMMANDS = (
    "wherefrom init --yes",
    'wherefrom "refunds over 100 euros need four approvals"',
    'wherefrom learn "Two people approve a refund." --evidence file:src/pay.py#L18-L22',
    "sed -i 's/two approvals/three approvals/' src/pay.py",
    "wherefrom check",
)
# Rich's own template fetches its font from the web; a picture should not.
_FONT_FACES = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
_FONT = "Menlo, Consolas, 'DejaVu Sans Mono', monospace"
_UP = "\x1b[1A"
_RUB_OUT = "\x1b[2K"
# The cursor that a bar hides, and links.
_NOT_A_COLOUR = re.compile(r"\x1b\[\?25[lh]|\x1b\]8;[^\x1b]*\x1b\\\\")


def main() -> None:
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    with tempfile.TemporaryDirectory() as place:
        folder = write_corpus(Path(place) / "lantern")
        (folder / "docs" / "releases.md").rename(folder / "CHANGES.md")
        for command in COMMANDS:
            console.print(Text(f"$ {command}", style="bold cyan"))
            printed = run(command, folder).replace(str(folder), "~/lantern").rstrip()
            if printed:
                console.print(Text.from_ansi(printed))
            console.print()
    svg = console.export_svg(title="the first five minutes")
    PICTURE.write_text(_FONT_FACES.sub("", svg).replace("Fira Code, monospace", _FONT))


def run(command: str, folder: Path) -> str:
    """What a terminal shows when the command is over."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, COLUMNS, 0, 0))
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "TERM": "xterm-256color"}
    process = subprocess.Popen(command, shell=True, cwd=folder, env=environment, stdout=theirs, stderr=theirs)
    os.close(theirs)
    printed = _NOT_A_COLOUR.sub("", all_of(ours))
    process.wait()
    os.close(ours)
    return cleaned(printed)


def all_of(terminal: int) -> str:
    printed = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # how Linux says that nobody holds the other end any more
            piece = b""
        if not piece:
            return printed.decode()
        printed += piece


def cleaned(printed: str) -> str:
    """What is left when a progress bar has gone up and rubbed out its lines."""
    lines: list[str] = []
    for line in printed.replace("\r\n", "\n").split("\n"):
        del lines[len(lines) - line.count(_UP) :]
        lines.append(line.replace(_UP, "").rpartition(_RUB_OUT)[2])
    return "\n".join(lines)


if __name__ == "__main__":
    main()
