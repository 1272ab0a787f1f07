"""The rules of .gitignore files: each speaks for its own folder and below, and the deepest one that speaks decides."""

from __future__ import annotations

from typing import NamedTuple

from pathspec import GitIgnoreSpec

__all__ = ["RULES_FILE", "Rules", "is_costly", "rules_in"]

RULES_FILE = ".gitignore"
_LARGEST_RULES = 200_000
_MOST_STARS = 3
"""In one part of a path; matching more of them against a long name can take minutes."""


class Rules(NamedTuple):
    """`folder` is the path from the root, with a slash behind it, or nothing for the root's own."""

    folder: str
    spec: GitIgnoreSpec

    def verdict(self, path: str) -> bool | None:
        """Whether a path below (a folder's ends in a slash) is ignored; None if these rules do not say."""
        return self.spec.check_file(path[len(self.folder) :]).include


def rules_in(folder: str, written: bytes) -> Rules | None:
    lines = written[:_LARGEST_RULES].decode("utf-8", "replace").splitlines()
    kept = [line for line in lines if line.strip() and not line.startswith("#") and not is_costly(line)]
    return Rules(folder, GitIgnoreSpec.from_lines(kept)) if kept else None


def is_costly(line: str) -> bool:
    """So many stars in one part of a path that a long name made for it keeps the matching busy for minutes."""
    return any(part.count("*") > _MOST_STARS for part in line.split("/"))
