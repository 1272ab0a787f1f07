"""`python -m wherefrom`."""

from __future__ import annotations

from wherefrom.cli import main

main()
