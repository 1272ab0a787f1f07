"""What a person points at, as a source: a path, a glob, a repository, an address, an MCP server.

The kind is seen from the target itself; `KIND:` before it says so outright (`ticket:issues.json`, `url_crawl:https://…`).
"""

from __future__ import annotations

import glob
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from wherefrom.core.documents import SourceKind
from wherefrom.errors import InvalidValue
from wherefrom.text.issues import LOOKED_AT, are_issues

__all__ = ["Target", "as_target"]

_KINDS = {kind.value: kind for kind in SourceKind if kind not in (SourceKind.NOTE, SourceKind.FILE_UPLOAD)}
_TICKETS = re.compile(r"/repos/[^/]+/[^/]+/issues\b|/rest/api/[23]/search\b")


class Target(NamedTuple):
    kind: SourceKind
    uri: str
    title: str


class _Absent(InvalidValue):
    """There is nothing at the place; `target` is what it would be."""

    def __init__(self, message: str, target: Target, *, hint: str) -> None:
        super().__init__(message, hint=hint)
        self.target = target


def as_target(said: str, *, is_known: Callable[[Target], bool] = lambda target: False) -> Target:
    """InvalidValue if there is nothing at that place, or it is no place at all.

    What was read from there before is still a target when nothing is left of it: else it would be found for ever.
    """
    try:
        return _as_target(said)
    except _Absent as absent:
        if is_known(absent.target):
            return absent.target
        raise InvalidValue(absent.message, value=said, hint=absent.hint) from None
    except InvalidValue:  # which is a ValueError too
        raise
    except (OSError, RuntimeError, ValueError) as error:  # a home that nobody has, a name too long, a NUL in it
        raise InvalidValue(f"this cannot be read: {error}", value=said, hint="check how it is written") from error


def _as_target(said: str) -> Target:
    if said.startswith("file://"):
        return _local(_path_in(said))  # the address of a file or a folder; the kind has no slashes after it
    kind, colon, rest = said.partition(":")
    if colon and kind in _KINDS and kind != SourceKind.MCP and rest:
        return _named(_KINDS[kind], rest)
    if said.startswith("mcp:"):
        return Target(SourceKind.MCP, said, said)
    if "://" in said:
        return _address(said)
    return _local(said)


def _named(kind: SourceKind, rest: str) -> Target:
    if rest.startswith("file://"):
        rest = _path_in(rest)
    if "://" in rest:
        return Target(kind, rest, rest)
    path = Path(rest).expanduser()
    return Target(kind, str(path.absolute()), path.name or rest)


def _address(said: str) -> Target:
    parts = urlsplit(said)
    if parts.path.endswith(".git"):
        return Target(SourceKind.REPO, said, parts.path.rsplit("/", 1)[-1].removesuffix(".git"))
    if _TICKETS.search(parts.path):
        return Target(SourceKind.TICKET, said, said)
    return Target(SourceKind.URL, said, said)


def _path_in(address: str) -> str:
    return unquote(address.partition("://")[2].removeprefix("localhost"))


def _local(said: str) -> Target:
    path = Path(said).expanduser()
    if path.is_dir():
        kind = SourceKind.REPO if (path / ".git").exists() else SourceKind.FOLDER
        return Target(kind, str(path.absolute()), path.absolute().name)
    if path.is_file():
        kind = SourceKind.TICKET if _is_ticket_export(path) else SourceKind.FILE
        return Target(kind, str(path.absolute()), path.name)
    base, at, ref = said.rpartition("@")
    if at and (Path(base).expanduser() / ".git").exists():
        repo = Path(base).expanduser().absolute()
        return Target(SourceKind.REPO, f"{repo}@{ref}", f"{repo.name}@{ref}")
    if glob.has_magic(said):
        matching = Target(SourceKind.FOLDER, str(path.absolute()), said)
        if not glob.glob(str(path), recursive=True):
            raise _Absent("no file matches", matching, hint="quote the pattern, and check it with ls")
        return matching
    file = Target(SourceKind.FILE, str(path.absolute()), path.name)
    raise _Absent("there is nothing to read here", file, hint="give a file, a folder, a URL or mcp:COMMAND")


def _is_ticket_export(path: Path) -> bool:
    """GitHub and Jira write issues as JSON."""
    if path.suffix.lower() not in (".json", ".jsonl"):
        return False
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        return are_issues(file.read(LOOKED_AT))
