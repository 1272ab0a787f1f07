"""Numbered steps from one shape of the record to the next. A landed step is never edited."""

from __future__ import annotations

__all__ = ["HEAD", "REVISIONS"]

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006")
"""Oldest first. Known here so that opening a store compares one row and imports nothing."""

HEAD = REVISIONS[-1]
