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

from wherefrom.demo.corpus import write_corpus

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "images" / "first.svg"
COMMANDS = (
    "wherefrom init",
    "wherefrom ingest lantern",
    'wherefrom search "who approves a refund" --limit 2',
    'wherefrom "refunds over 100 euros need four approvals"',
    'wherefrom learn "Two people approve a refund." --evidence file:lantern/src/pay.py#L18-L22',
    "sed -i 's/two approvals/three approvals/' lantern/src/pay.py",
    "wherefrom check",
)
# Rich's own template fetches its font from the web; a picture should not.
_FONT_FACES = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def main() -> None:
    console = Console(record=True, width=96, file=io.StringIO(), force_terminal=True)
    with tempfile.TemporaryDirectory() as folder:
        write_corpus(Path(folder) / "lantern")
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
