"""What a person points at, as a source: a path, a glob, a repository, an address, an MCP server.

The kind is seen from the target itself; `KIND:` before it says so outright (`ticket:issues.json`, `url_crawl:https://…`).
"""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import NamedTuple, TypeAlias, cast
from urllib.parse import unquote, urlsplit

from wherefrom.core.documents import SourceKind
from wherefrom.core.wellformed import as_text
from wherefrom.errors import InvalidValue
from wherefrom.text.issues import LOOKED_AT, are_issues

__all__ = ["Place", "Target", "as_place", "as_said", "as_target"]

Place: TypeAlias = str | PathLike[str]
"""How a caller may name one."""

_ON_DISK = frozenset({SourceKind.FILE, SourceKind.FOLDER, SourceKind.REPO, SourceKind.TICKET})
_OF_THE_WEB = frozenset({SourceKind.URL, SourceKind.URL_CRAWL})
_KINDS = {kind.value: kind for kind in SourceKind if kind not in (SourceKind.NOTE, SourceKind.FILE_UPLOAD)}
_REPOSITORY = re.compile(r"(?P<name>[^/@]*)\.git(?P<ref>@.+)?\Z")
_OVER_SSH = re.compile(r"[\w.-]+@(?P<host>[\w.-]+):(?P<path>[^\s:]+)")
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


def as_said(place: object, field: str) -> str:
    """The words of a text or of a path; InvalidValue for anything else, and where there are none."""
    said: object = os.fspath(cast("PathLike[str]", place)) if isinstance(place, PathLike) else place
    if not isinstance(said, str):
        raise InvalidValue(
            f"a {field} is a text or a path",
            value=repr(cast("object", place)),
            hint=f"give a str or a pathlib.Path for each {field}",
        )
    if not said.strip():
        raise InvalidValue(f"the {field} is empty", value=said, hint=f"give a {field}; this folder is a dot")
    return said


def as_place(kind: SourceKind, said: str) -> str:
    """The one way to write it: a path whole, so that whoever runs elsewhere finds it, a page without a part of it."""
    if kind in _OF_THE_WEB:
        return said.partition("#")[0]
    if kind not in _ON_DISK or ("://" in said and not said.startswith("file://")):
        return said
    path = os.path.expanduser(_path_in(said) if said.startswith("file://") else said)
    base, at, ref = path.rpartition("@")
    if kind is SourceKind.REPO and at and os.path.isdir(repo := os.path.abspath(base)) and not os.path.isdir(path):
        return f"{repo}@{ref}"
    return os.path.abspath(path)


def as_target(said: str, *, is_known: Callable[[Target], bool] = lambda target: False) -> Target:
    """InvalidValue if there is nothing at that place, or it is no place at all.

    What was read from there before is still a target when nothing is left of it: else it would be found for ever.
    """
    try:
        return _as_target(as_text(said, "target"))
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
    uri = as_place(kind, rest)
    return Target(kind, uri, uri if "://" in uri else Path(uri).name or rest)


def _address(said: str) -> Target:
    path = urlsplit(said).path
    repository = _REPOSITORY.search(path)
    if repository:
        return Target(SourceKind.REPO, said, f"{repository['name']}{repository['ref'] or ''}")
    if _TICKETS.search(path):
        return Target(SourceKind.TICKET, said, said)
    uri = as_place(SourceKind.URL, said)
    return Target(SourceKind.URL, uri, uri)


def _path_in(address: str) -> str:
    return unquote(address.partition("://")[2].removeprefix("localhost"))


def _local(said: str) -> Target:
    path = Path(as_place(SourceKind.FILE, said))
    if path.is_dir():
        return Target(SourceKind.REPO if _is_repository(path) else SourceKind.FOLDER, str(path), path.name)
    if path.is_file():
        return Target(SourceKind.TICKET if _is_ticket_export(path) else SourceKind.FILE, str(path), path.name)
    base, at, ref = said.rpartition("@")
    repo = Path(as_place(SourceKind.REPO, base))
    if at and _is_repository(repo):
        return Target(SourceKind.REPO, f"{repo}@{ref}", f"{repo.name}@{ref}")
    if glob.has_magic(said):
        matching = Target(SourceKind.FOLDER, str(path), said)
        if not glob.glob(str(path), recursive=True):
            raise _Absent("no file matches", matching, hint="quote the pattern, and check it with ls")
        return matching
    if over_ssh := _OVER_SSH.fullmatch(said):
        https = f"https://{over_ssh['host']}/{over_ssh['path'].removesuffix('.git').strip('/')}.git"
        raise InvalidValue(
            "only https reaches a remote repository", value=said, hint=f"give {https}, or clone it and give the folder"
        )
    file = Target(SourceKind.FILE, str(path), path.name)
    raise _Absent("there is nothing to read here", file, hint="give a file, a folder, a URL or mcp:COMMAND")


def _is_repository(path: Path) -> bool:
    """Also a bare one, which is what else lies in a `.git`."""
    is_bare = (path / "HEAD").is_file() and (path / "objects").is_dir() and (path / "refs").is_dir()
    return is_bare or (path / ".git").exists()


def _is_ticket_export(path: Path) -> bool:
    """GitHub and Jira write issues as JSON."""
    if path.suffix.lower() not in (".json", ".jsonl"):
        return False
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        return are_issues(file.read(LOOKED_AT))
