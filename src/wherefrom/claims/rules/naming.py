"""What a rule names that can be looked for: files, folders, make targets, scripts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from wherefrom.claims.rules.commands import commands_in
from wherefrom.claims.rules.excusing import is_example, is_made_or_gone, without_code
from wherefrom.claims.rules.things import Named, Thing, files_in, folders_in
from wherefrom.text.senses import is_small

__all__ = ["named_in"]

_SPAN = re.compile(r"(`+)([^`\n]+)\1")
_LINK = re.compile(r"\]\(([^)\s#]++)[^)]*+\)")
_IMPORT = re.compile(r"(?<![\w@/.`])@((?:\./)?[\w.-]+(?:/[\w.-]+)*)")
"""How Claude takes in another file: @docs/style.md."""
_BARE = r"(?:\./)?\.?[\w-][\w.-]*(?:/[\w.-]+)+"
_TOLD = re.compile(
    r"\b(?:run|execute|read|see|open|follow|consult|edit|update|check|source|(?:start|begin) with|look at|refer to)"
    rf"\s+(?:(?:also|first|the|file|script|in)\s+){{0,3}}(?P<paths>{_BARE}(?:(?:,|,?\s+(?:and|or|then))\s+{_BARE})*)",
    re.IGNORECASE,
)
"""Paths without a mark around them, where somebody is told to do something with them."""
_EACH = re.compile(_BARE)
_ANYWHERE = re.compile(rf"(?<![\w/.:@~$<{{*`\\-]){_BARE}/?(?![\w/*{{<:`\\-])")
_RUN = re.compile(
    r"\b(?:run|running|execute|invoke)\s+(?P<command>make\s+(?P<target>[\w-]+)|"
    r"(?:npm|pnpm|yarn|bun)\s+(?:run\s+[\w:-]+|(?:test|start)\b))",
    re.IGNORECASE,
)
"""A command without a mark around it, where somebody is told to run it."""
_NO_TARGET = frozenset(("target", "targets", "command", "commands", "goal", "goals"))
_IN_IT = re.compile(r"\b(?:in|into|under|inside|within|from|see|folder|directory)\s+\Z", re.IGNORECASE)
_IS_FOLDER = re.compile(r"\s+(?:folder|directory)\b", re.IGNORECASE)
_NO_PATH = re.compile(r"\b(?:branch|endpoint|route|package|image|module|import|header|type)", re.IGNORECASE)
"""What is written like a path and is none."""
_NEAR = 30
_MOST_READ = 4_000
"""Characters of a rule; longer ones are no rules of people, and take longer and longer to read."""


def named_in(text: str) -> list[Named]:
    """Each once. What only might be a file or a command is left out: a false alarm costs more than a miss."""
    prose, _, code = text.partition("\n")
    prose = prose[:_MOST_READ]
    said, found = without_code(prose), list[Named]()
    for span in _SPAN.finditer(prose):
        if " " in span[2].strip():
            found.extend(commands_in(span[2]))
        elif not is_made_or_gone(said, span.start(), span.end()):
            found.extend(_paths(span[2], said[: span.start()][-_NEAR:], said[span.end() :][:_NEAR]))
    for link in _LINK.finditer(prose):
        if not is_made_or_gone(said, link.start(), link.end()):
            found.extend(files_in(link[1]))
    found.extend(_unmarked(said))
    for line in code.splitlines():
        found.extend(commands_in(line))
    may_lack = is_example(said)
    return [each for each in _each_once(found) if not may_lack or each.thing not in (Thing.FILE, Thing.FOLDER)]


def _each_once(found: Iterable[Named]) -> Iterator[Named]:
    """The surest of those that are the same."""
    told = list(found)
    sure = {each for each in told if each.sure}
    return (each for each in dict.fromkeys(told) if each.sure or each._replace(sure=True) not in sure)


def _unmarked(said: str) -> Iterator[Named]:
    """Imports, commands, and paths with an ending. A name before the first slash that has a dot may be a host.

    After a verb a path is surely meant; elsewhere it is missed only if its first folder is there.
    """
    for each in _IMPORT.finditer(said):
        yield from _files(each[1])
    for told in _TOLD.finditer(said):
        for path in _EACH.finditer(said, *told.span("paths")):
            is_host = "." in path[0].removeprefix("./").split("/", 1)[0].lstrip(".")
            if not is_host and not is_made_or_gone(said, path.start(), path.end()):
                yield from _files(path[0])
    for path in _ANYWHERE.finditer(said):
        if not is_made_or_gone(said, path.start(), path.end()):
            yield from (each._replace(sure=False) for each in files_in(path[0]))
    for run in _RUN.finditer(said):
        if run["target"] is None or not (is_small(run["target"]) or run["target"] in _NO_TARGET):
            yield from commands_in(run["command"])


def _files(name: str) -> Iterator[Named]:
    return (each for each in files_in(name) if each.thing is Thing.FILE)


def _paths(token: str, before: str, after: str) -> Iterator[Named]:
    found = list(files_in(token))
    if found or _NO_PATH.search(f"{before} {after}"):
        yield from found
        return
    yield from folders_in(token, is_place=bool(_IN_IT.search(before) or _IS_FOLDER.match(after)))
