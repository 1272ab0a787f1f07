"""What a command in a rule needs to be there: targets, scripts, recipes, and the files it runs. Nothing is ever run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from wherefrom.claims.rules.things import Named, Thing, files_in, folders_in, named

__all__ = ["commands_in"]

_PART = re.compile(r"\s*(?:&&|\|\||[;|])\s*")
_SETTING = re.compile(r"\w+=\S*\Z")
_RUNNERS = frozenset({"python", "python3", "bash", "sh", "zsh", "node", "ruby", "perl", "deno", "pytest", "source"})
_WRAPPERS = {
    "uv": "run",
    "poetry": "run",
    "pdm": "run",
    "pipenv": "run",
    "rye": "run",
    "hatch": "run",
    "bundle": "exec",
}
_TAKES_A_VALUE = frozenset(
    ("--with", "--python", "-p", "--extra", "--group", "--env-file", "--with-requirements", "--package", "--index")
)
_ELSEWHERE = ("-w", "--workspace", "--prefix", "-C", "--filter", "-r", "--cwd", "--dir", "--directory", "--project")
"""Options that say that it runs in another folder."""
_SCRIPTS = ("npm", "pnpm", "yarn", "bun")
_OWN_SCRIPTS = frozenset({"test", "start", "stop", "restart"})
"""Scripts that `npm` runs by their name alone."""
_USUAL_SCRIPTS = frozenset(("lint", "test", "build", "start", "dev", "format", "typecheck", "check"))
"""Names that no program has: `yarn NAME` runs a program where there is no script."""
_LONGEST_RECIPE = 3
"""Words; a longer line that begins with `just` may be a sentence."""


def commands_in(line: str) -> Iterator[Named]:
    said = line.strip().removeprefix("$ ").strip()
    if said.startswith("#") or re.match(r"cd\s", said):
        return  # what follows runs somewhere else
    for part in _PART.split(said.split(" #", 1)[0]):
        words = part.split()
        while words and (_SETTING.match(words[0]) or words[0] == "sudo"):
            words = words[1:]
        if words:
            yield from _command(words[0], words[1:])


def _command(tool: str, rest: Sequence[str]) -> Iterator[Named]:
    if tool == "make":
        yield from _targets(rest)
    elif tool in _SCRIPTS:
        yield from _script(tool, rest)
    elif tool == "just" and 0 < len(rest) < _LONGEST_RECIPE:
        yield from named(Thing.RECIPE, rest[0])
    elif tool == "poe" and rest:
        yield from named(Thing.TASK, rest[0])
    elif rest[:1] == [_WRAPPERS.get(tool)]:
        yield from _wrapped(rest[1:])
    elif tool in ("docker", "podman", "docker-compose"):
        yield from _composed([tool, *rest])
    elif tool in _RUNNERS:
        yield from _run(rest)
    elif tool.startswith("./"):
        yield from files_in(tool) if "." in tool.rsplit("/", 1)[-1] else named(Thing.FILE, tool[2:])


def _run(rest: Sequence[str]) -> Iterator[Named]:
    for word in rest:
        if "/" in word and not word.startswith("-"):
            yield from [*files_in(word)] or folders_in(word)


def _targets(rest: Sequence[str]) -> Iterator[Named]:
    folder, words = "", iter(rest)
    for word in words:
        if word in ("-C", "--directory"):
            folder = next(words, "")
        elif word in ("-f", "-j", "--jobs", "--file"):
            if word in ("-f", "--file"):
                return
            next(words, "")
        elif not word.startswith("-") and not _SETTING.match(word):
            for each in named(Thing.TARGET, word):
                yield each._replace(folder=folder)


def _script(tool: str, rest: Sequence[str]) -> Iterator[Named]:
    if not rest or any(word.startswith(_ELSEWHERE) for word in rest):
        return
    if rest[0] in ("run", "run-script"):
        yield from [each for word in rest[1:2] if not [*files_in(word)] for each in named(Thing.SCRIPT, word)]
    elif rest[0] in (_OWN_SCRIPTS if tool == "npm" else _USUAL_SCRIPTS) and tool != "bun":
        yield Named(Thing.SCRIPT, rest[0])


def _wrapped(rest: Sequence[str]) -> Iterator[Named]:
    """`uv run --with x scripts/seed.py`: what is run is the first word that is no option."""
    words = iter(rest)
    for word in words:
        if word.startswith(_ELSEWHERE):
            return
        if word in _TAKES_A_VALUE:
            next(words, "")
        elif not word.startswith("-"):
            found = [*files_in(word)]
            yield from found or _command(word, [*words])
            return


def _composed(words: Sequence[str]) -> Iterator[Named]:
    """`docker compose -f FILE up`, `docker build -f FILE .`; after other verbs `-f` means something else."""
    verb = next((at for at, word in enumerate(words) if word in ("compose", "docker-compose", "build")), None)
    if verb is None:
        return
    options = iter(words[verb + 1 :])
    for word in options:
        name = next(options, "") if word in ("-f", "--file") else word.removeprefix("--file=")
        if name != word:
            yield from files_in(name)
        elif word in ("-p", "--profile", "--env-file", "--project-name", "-t", "--tag"):
            next(options, "")
        elif not word.startswith("-"):
            return
