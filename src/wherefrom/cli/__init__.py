"""The command line."""

from __future__ import annotations

from wherefrom.cli.app import main

__all__ = ["main"]
