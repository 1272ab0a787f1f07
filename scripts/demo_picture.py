"""Draws what a person sees in the first five minutes: `python scripts/demo_picture.py` writes docs/images/first.svg.

The commands are really run, in a folder of their own, and what they print is what is drawn.
"""

import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "images" / "first.svg"
COMMANDS = (
    "wherefrom init",
    'wherefrom entries add Refunds "Refunds over 100 need two approvals."',
    'wherefrom entries add Parking "Cars park in the yard. Ask the porter for key E-1042."',
    'wherefrom search "how many approvals does a refund need"',
    "wherefrom search E-1042 --explain",
    "wherefrom audit --limit 2",
)
# Rich's own template fetches its font from the web; a picture should not.
_FONT_FACES = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def main() -> None:
    console = Console(record=True, width=96, file=io.StringIO(), force_terminal=True)
    with tempfile.TemporaryDirectory() as folder:
        for command in COMMANDS:
            console.print(Text(f"$ {command}", style="bold cyan"))
            console.print(Text.from_ansi(run(command, folder).rstrip()))
            console.print()
    svg = console.export_svg(title="the first five minutes")
    PICTURE.write_text(_FONT_FACES.sub("", svg).replace(folder, "~/work"))


def run(command: str, folder: str) -> str:
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "96",
    }
    done = subprocess.run(
        command, shell=True, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return done.stdout


if __name__ == "__main__":
    main()
