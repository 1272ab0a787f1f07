"""`python -m wherefrom.cli`."""

from __future__ import annotations

from wherefrom.cli import main

main()
