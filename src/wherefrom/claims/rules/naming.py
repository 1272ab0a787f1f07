"""What a rule names that can be looked for: files, folders, make targets, scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wherefrom.claims.rules.commands import commands_in
from wherefrom.claims.rules.excusing import is_example, is_made_or_gone, without_code
from wherefrom.claims.rules.things import Named, Thing, files_in, folders_in

__all__ = ["named_in"]

_SPAN = re.compile(r"(`+)([^`\n]+)\1")
_LINK = re.compile(r"\]\(([^)\s#]+)[^)]*\)")
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
_IN_IT = re.compile(r"\b(?:in|into|under|inside|within|from|see|folder|directory)\s+\Z", re.IGNORECASE)
_IS_FOLDER = re.compile(r"\s+(?:folder|directory)\b", re.IGNORECASE)
_NO_PATH = re.compile(r"\b(?:branch|endpoint|route|package|image|module|import|header|type)", re.IGNORECASE)
"""What is written like a path and is none."""
_NEAR = 30


def named_in(text: str) -> list[Named]:
    """Each once. What only might be a file or a command is left out: a false alarm costs more than a miss."""
    prose, _, code = text.partition("\n")
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
    return [each for each in dict.fromkeys(found) if not may_lack or each.thing not in (Thing.FILE, Thing.FOLDER)]


def _unmarked(said: str) -> Iterator[Named]:
    """Imports, and paths with an ending after a verb. A name before the first slash that has a dot may be a host."""
    for each in _IMPORT.finditer(said):
        yield from _files(each[1])
    for told in _TOLD.finditer(said):
        for path in _EACH.finditer(said, *told.span("paths")):
            is_host = "." in path[0].removeprefix("./").split("/", 1)[0].lstrip(".")
            if not is_host and not is_made_or_gone(said, path.start(), path.end()):
                yield from _files(path[0])


def _files(name: str) -> Iterator[Named]:
    return (each for each in files_in(name) if each.thing is Thing.FILE)


def _paths(token: str, before: str, after: str) -> Iterator[Named]:
    found = list(files_in(token))
    if found or _NO_PATH.search(f"{before} {after}"):
        yield from found
        return
    yield from folders_in(token, is_place=bool(_IN_IT.search(before) or _IS_FOLDER.match(after)))
