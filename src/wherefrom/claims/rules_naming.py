"""What a rule names that can be looked for: files, make targets, scripts. Nothing is ever run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

__all__ = ["Named", "Thing", "named_in"]

_SPAN = re.compile(r"(`+)([^`\n]+)\1")
_LINK = re.compile(r"\]\(([^)\s#]+)[^)]*\)")
_NOT_THERE_YET = re.compile(
    r"\b(?:create[sd]?|creating|generat\w*|new file|outputs?|writes?|temporary|ignored?|gitignore\w*|"
    r"(?:not|never|don['’]t) (?:commit|add|check in|create)|remov\w*|delet\w*|renam\w*|e\.g|for example|for instance|"
    r"such as|optional\w*|no longer|if (?:it|there|you have))\b",
    re.IGNORECASE,
)
"""Files in such rules may be missing for good reasons."""
_UNSURE = re.compile(r"[*?<>{}$|=()\[\]…\"'%!,;\\]|\.\.|://")
_PART = re.compile(r"\s*(?:&&|\|\||[;|])\s*")
_LINE = re.compile(r"(?::L?\d+(?:-L?\d+)?|#.*|::.*)\Z")
_SETTING = re.compile(r"\w+=\S*\Z")
_KNOWN_ENDINGS = """py pyi md mdx rst txt js jsx mjs cjs ts tsx json jsonc toml yaml yml sh bash zsh ps1 go rs java kt
    scala c h cc cpp hpp cs rb php pl lua swift m sql html css scss less vue svelte ini cfg conf env lock xml
    proto graphql tf hcl nix gradle ipynb csv tsv mdc bazel bzl cmake"""
_ENDINGS = frozenset(_KNOWN_ENDINGS.split())
_RUNNERS = frozenset({"python", "python3", "bash", "sh", "zsh", "node", "ruby", "perl", "deno", "pytest", "source"})
_NAMED_AFTER_A_LANGUAGE = re.compile(r"[A-Z]\w*\.js\Z|(?:node|next|vue|nuxt|express|three|d3|socket|react)\.js\Z", re.I)
_LONGEST_NAME = 200


class Thing(StrEnum):
    FILE = "file"
    TARGET = "make target"
    SCRIPT = "package script"
    RECIPE = "just recipe"
    TASK = "poe task"


class Named(NamedTuple):
    """One thing; `folder` is where its Makefile or package is, relative to the repository."""

    thing: Thing
    name: str
    folder: str = ""


def named_in(text: str) -> list[Named]:
    """Each once. What only might be a file or a command is left out: a false alarm costs more than a miss."""
    prose, _, code = text.partition("\n")
    found: list[Named] = []
    for _, span in _SPAN.findall(prose):
        found.extend(_commands(span) if " " in span.strip() else _files(span))
    for link in _LINK.findall(prose):
        found.extend(_files(link))
    for line in code.splitlines():
        found.extend(_commands(line))
    may_lack = _NOT_THERE_YET.search(prose) is not None
    return [each for each in dict.fromkeys(found) if each.thing is not Thing.FILE or not may_lack]


def _files(token: str) -> Iterator[Named]:
    name = _LINE.sub("", token.strip().rstrip(".,")).removeprefix("./")
    if not name or len(name) > _LONGEST_NAME or _UNSURE.search(name) or name[0] in "/~@-#" or " " in name:
        return
    last = name.rstrip("/").rsplit("/", 1)[-1]
    ending = last.rpartition(".")[2].lower() if "." in last else ""
    has_ending = ending in _ENDINGS and not _NAMED_AFTER_A_LANGUAGE.match(last)
    if has_ending or ("/" in name and (name.endswith("/") or last in ("Makefile", "Dockerfile", "justfile"))):
        yield Named(Thing.FILE, name.rstrip("/"))


def _commands(line: str) -> Iterator[Named]:
    said = line.strip().removeprefix("$ ").strip()
    if said.startswith("#") or re.match(r"cd\s", said):
        return  # what follows runs somewhere else
    for part in _PART.split(said.split(" #", 1)[0]):
        words = part.split()
        while words and (_SETTING.match(words[0]) or words[0] == "sudo"):
            words = words[1:]
        if words:
            yield from _command(words[0], words[1:])


def _command(tool: str, rest: list[str]) -> Iterator[Named]:
    if tool == "make":
        yield from _targets(rest)
    elif tool in ("npm", "pnpm") and len(rest) > 1 and rest[0] in ("run", "run-script"):
        if not any(word.startswith(("-w", "--workspace", "--prefix", "-C", "--filter", "-r")) for word in rest):
            yield from _named(Thing.SCRIPT, rest[1])
    elif tool == "just" and rest:
        yield from _named(Thing.RECIPE, rest[0])
    elif tool == "poe" and rest:
        yield from _named(Thing.TASK, rest[0])
    elif tool in _RUNNERS:
        yield from (each for word in rest if not word.startswith("-") and "/" in word for each in _files(word))
    elif tool.startswith("./"):
        yield from _files(tool) if "." in tool.rsplit("/", 1)[-1] else _named(Thing.FILE, tool[2:])


def _targets(rest: list[str]) -> Iterator[Named]:
    folder, words = "", iter(rest)
    for word in words:
        if word in ("-C", "--directory"):
            folder = next(words, "")
        elif word in ("-f", "-j", "--jobs", "--file"):
            if word in ("-f", "--file"):
                return
            next(words, "")
        elif not word.startswith("-") and not _SETTING.match(word):
            for each in _named(Thing.TARGET, word):
                yield each._replace(folder=folder)


def _named(thing: Thing, name: str) -> Iterator[Named]:
    if not _UNSURE.search(name) and not name.startswith("-") and len(name) <= _LONGEST_NAME:
        yield Named(thing, name)
