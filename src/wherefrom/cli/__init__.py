"""The command line."""

from __future__ import annotations

import sys

__all__ = ["main"]

_INTERRUPTED = 130


def main() -> None:
    """Whoever stops it while the commands are still being loaded sees no traceback either."""
    try:
        from wherefrom.cli.app import main as run
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    run()
