"""Looking for what rules name: in the files of the repository, and in what its build files define."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, cast

from wherefrom.claims.rules.things import Named, Thing

__all__ = ["Surroundings"]

_TARGET = re.compile(r"^(?![\t#])([^:=#\n]++)::?(?![=:])", re.MULTILINE)
_INCLUDE = re.compile(r"^-?include\s+(.+)$", re.MULTILINE)
_RECIPE = re.compile(r"^@?([A-Za-z_][\w-]*)(?:\s[^:\n]*)?:(?!=)", re.MULTILINE)
_ALIAS = re.compile(r"^alias\s+([\w-]+)\s*:=", re.MULTILINE)
_MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
_JUSTFILES = ("justfile", "Justfile", ".justfile")
_MOST_PACKAGES = 50


class Surroundings:
    """A repository as far as rules can name it: its paths, and a way to read its build files.

    `paths` are files and folders, relative; where there were too many to list, `is_whole` is False and only what lies
    in a folder that was seen can be missed.
    """

    def __init__(self, paths: Iterable[str], read: Callable[[str], str | None], *, is_whole: bool = True) -> None:
        self._paths = frozenset(paths)
        self._read = read
        self._is_whole = is_whole
        self._makefiles: dict[str, frozenset[str] | None] = {}

    def missing(self, named: Named) -> str | None:
        """What is not there, in words; None if it is, or if that cannot be told."""
        if named.thing in (Thing.FILE, Thing.FOLDER):
            is_folder = named.thing is Thing.FOLDER
            is_there = self._has(named.name) or (self._may_be(named) if is_folder else not self._is_meant(named))
            return None if is_there else f"there is no {named.thing} {named.name}"
        known = self._known(named)
        if known is None or named.name in known:
            return None
        if named.thing is Thing.TARGET and f"{named.folder}/{named.name}".strip("/") in self._paths:
            return None  # make is content with a file of that name
        return f"there is no {named.thing} {named.name}"

    def _known(self, named: Named) -> frozenset[str] | None:
        """All names of its kind; None if they cannot be known."""
        if named.thing is Thing.TARGET:
            return self._targets(named.folder.strip("/"))
        if named.thing is Thing.SCRIPT:
            return self._scripts
        return self._recipes if named.thing is Thing.RECIPE else self._tasks

    def _has(self, name: str) -> bool:
        if name in self._paths or any(path.endswith(f"/{name}") for path in self._by_last.get(_last(name), ())):
            return True
        return not self._is_whole

    def _may_be(self, named: Named) -> bool:
        """A module is called without its ending; what only looks like a path is none if nothing of it is there."""
        modules = self._by_stem.get(_last(named.name), ())
        is_module = any(path == named.name or path.endswith(f"/{named.name}") for path in modules)
        return is_module or not self._is_meant(named)

    def _is_meant(self, named: Named) -> bool:
        return named.sure or named.name.split("/", 1)[0] in self._paths

    @cached_property
    def _by_last(self) -> dict[str, list[str]]:
        by_last: dict[str, list[str]] = {}
        for path in self._paths:
            by_last.setdefault(_last(path), []).append(path)
        return by_last

    @cached_property
    def _by_stem(self) -> dict[str, list[str]]:
        """Paths without their endings."""
        by_stem: dict[str, list[str]] = {}
        for path in self._paths:
            last = _last(path)
            stem = last.split(".", 1)[0]
            by_stem.setdefault(stem, []).append(path[: len(path) - len(last) + len(stem)])
        return by_stem

    def _targets(self, folder: str) -> frozenset[str] | None:
        if folder not in self._makefiles:
            self._makefiles[folder] = self._read_targets(folder)
        return self._makefiles[folder]

    def _read_targets(self, folder: str) -> frozenset[str] | None:
        name = next((each for each in _MAKEFILES if f"{folder}/{each}".strip("/") in self._paths), None)
        if name is None:
            return frozenset() if self._is_whole else None
        text = self._read(f"{folder}/{name}".strip("/"))
        if text is None:
            return None
        for included in _INCLUDE.findall(text):
            more = self._read(f"{folder}/{included.strip()}".strip("/")) if "$" not in included else None
            if more is None:
                return None
            text += f"\n{more}"
        names = {name for line in _TARGET.findall(text) for name in line.split()}
        return None if any("%" in each or "$" in each for each in names) else frozenset(names)

    @cached_property
    def _scripts(self) -> frozenset[str] | None:
        """Of every package: a rule may be meant inside of any."""
        packages = self._by_last.get("package.json", [])
        if not packages:
            return frozenset() if self._is_whole else None
        known = {"start"} if self._has("server.js") else set[str]()  # npm has a default for that one
        for path in packages[:_MOST_PACKAGES]:
            text = self._read(path)
            try:
                package: Any = json.loads(text) if text is not None else None
            except ValueError:
                return None
            scripts = _keys(package, "scripts")
            if scripts is None:
                return None
            known |= scripts
        return frozenset(known) if len(packages) <= _MOST_PACKAGES else None

    @cached_property
    def _tasks(self) -> frozenset[str] | None:
        text = self._read("pyproject.toml")
        try:
            project: Any = tomllib.loads(text) if text is not None else None
        except tomllib.TOMLDecodeError:
            return None
        return _keys(project, "tool", "poe", "tasks")

    @cached_property
    def _recipes(self) -> frozenset[str] | None:
        name = next((each for each in _JUSTFILES if each in self._paths), None)
        if name is None:
            is_nowhere = self._is_whole and not any(each in self._by_last for each in _JUSTFILES)
            return frozenset() if is_nowhere else None
        text = self._read(name)
        if text is None or re.search(r"^(?:import|mod)\b", text, re.MULTILINE):
            return None
        return frozenset({*_RECIPE.findall(text), *_ALIAS.findall(text)})


def _last(path: str) -> str:
    return path.rsplit("/", 1)[-1]


def _keys(data: Any, *path: str) -> frozenset[str] | None:
    for name in path:
        if not isinstance(data, dict):
            return None
        data = cast("dict[str, Any]", data).get(name, {})
    return frozenset(cast("dict[str, Any]", data)) if isinstance(data, dict) else None
