"""The things that rules can name, and the names that surely are those of files and folders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

__all__ = ["Named", "Thing", "files_in", "folders_in", "named"]

_UNSURE = re.compile(r"[*?<>{}$|=()\[\]…\"'%!,;\\]|\.\.|://")
_PLACEHOLDER = re.compile(
    r"(?:\A|/)(?:path/to|(?:your|my|some)[-_]|(?:foo|bar|baz|xxx|example)(?:[./]|\Z))", re.IGNORECASE
)
_MADE = frozenset(("dist", "build", "out", "target", "generated", "node_modules", "coverage", "tmp", ".env", ".venv"))
"""Folders, and a file, that are made on each machine anew."""
_LINE = re.compile(r"(?::L?\d+(?:-L?\d+)?|#.*|::.*)\Z")
_KNOWN_ENDINGS = """py pyi md mdx rst txt js jsx mjs cjs ts tsx json jsonc toml yaml yml sh bash zsh ps1 go rs java kt
    scala c h cc cpp hpp cs rb php pl lua swift m sql html css scss less vue svelte ini cfg conf env lock xml
    proto graphql tf hcl nix gradle ipynb csv tsv mdc bazel bzl cmake"""
_ENDINGS = frozenset(_KNOWN_ENDINGS.split())
_WITHOUT_ENDING = frozenset({"Makefile", "Dockerfile", "justfile"})
_NAMED_AFTER_A_LANGUAGE = re.compile(r"[A-Z]\w*\.js\Z|(?:node|next|vue|nuxt|express|three|d3|socket|react)\.js\Z", re.I)
_FOLDERS = re.compile(r"[\w.-]+(?:/[\w.-]+)+\Z")
_USUAL = frozenset(("src", "test", "tests", "docs", "doc", "lib", "app", "apps", "scripts", "packages", "tools"))
_LONGEST_NAME = 200


class Thing(StrEnum):
    FILE = "file"
    FOLDER = "folder"
    TARGET = "make target"
    SCRIPT = "package script"
    RECIPE = "just recipe"
    TASK = "poe task"


class Named(NamedTuple):
    """One thing; `folder` is where its Makefile or package is, relative to the repository.

    What is not `sure` to be what it looks like is missed only where something else shows that it is.
    """

    thing: Thing
    name: str
    folder: str = ""
    sure: bool = True


def named(thing: Thing, name: str, *, sure: bool = True) -> Iterator[Named]:
    if _is_sure(name):
        yield Named(thing, name, sure=sure)


def _is_sure(name: str) -> bool:
    """Whether it stands for itself, and for nothing that a reader would fill in."""
    return not _UNSURE.search(name) and not name.startswith("-") and len(name) <= _LONGEST_NAME


def files_in(token: str) -> Iterator[Named]:
    """A name that surely is one of a file, by its ending, or of a folder, by its slash."""
    name = _cleaned(token)
    last = name.rstrip("/").rsplit("/", 1)[-1]
    if last and (_has_ending(last) or ("/" in name and last in _WITHOUT_ENDING)):
        yield Named(Thing.FILE, name.rstrip("/"))
    elif last and name.endswith("/"):
        yield Named(Thing.FOLDER, name.rstrip("/"))


def folders_in(token: str, *, is_place: bool = True) -> Iterator[Named]:
    """`tests/unit`: a folder, or a module without its ending. Branches, routes and media types are written so too:
    unless the text speaks of a place, only what begins with a usual folder is meant.
    """
    name = _cleaned(token)
    is_usual = name.split("/", 1)[0] in _USUAL
    if _FOLDERS.match(name) and not _has_ending(name.rsplit("/", 1)[-1]) and (is_usual or is_place):
        yield Named(Thing.FOLDER, name, sure=is_usual)


def _has_ending(last: str) -> bool:
    ending = last.rpartition(".")[2].lower() if "." in last else ""
    return ending in _ENDINGS and not _NAMED_AFTER_A_LANGUAGE.match(last)


def _cleaned(token: str) -> str:
    """The name alone; nothing where it stands for others, or for what is made anew everywhere."""
    name = _LINE.sub("", token.strip().rstrip(".,")).removeprefix("./")
    if not name or name[0] in "/~@#" or " " in name or not _is_sure(name):
        return ""
    return "" if _PLACEHOLDER.search(name) or _MADE.intersection(name.split("/")) else name
