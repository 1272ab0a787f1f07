"""The faces of the product, driven alike: a verb with its arguments goes in, JSON or a refusal comes out.

A new face (HTTP, MCP) is one more class here; every flow then runs over it.
"""

import io
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from unittest import mock

import wherefrom
from wherefrom.bootstrap import open_settings
from wherefrom.cli.app import run
from wherefrom.cli.evidence import evidence_of
from wherefrom.cli.scopes import as_scope
from wherefrom.cli.wording import plain
from wherefrom.config import load_settings
from wherefrom.core.documents import SourceStatus
from wherefrom.core.paging import AuditFilter, EntryFilter
from wherefrom.core.wellformed import as_choice


class Refused(Exception):
    """What a face said instead of an answer."""

    def __init__(self, told: dict[str, Any]) -> None:
        super().__init__(told)
        self.code: str = told["code"]
        self.told = told


class Face(Protocol):
    def do(self, verb: str, *arguments: str, **options: Any) -> Any:
        """`do("entries.add", title, text, tags=[…])`: the JSON that this face answers with, or Refused."""
        ...

    def export(self, project: str | None = None) -> list[str]: ...

    def import_(self, lines: Sequence[str]) -> dict[str, Any]: ...

    def with_key(self, key: str) -> "Face":
        """The same store for the owner of a key."""
        ...

    def elevated(self) -> "Face": ...


@dataclass
class PythonFace:
    store: str
    key: str | None = None
    looks_at_everything: bool = False

    def do(self, verb: str, *arguments: str, **options: Any) -> Any:
        family, _, name = verb.partition(".")
        with self._opened() as knowledge:
            if verb == "entries.list":
                return self._page(knowledge.entries, EntryFilter, options)
            if verb == "sources.list":
                return self._sources(knowledge, **options)
            if verb == "audit.list":
                return self._page(knowledge.audit, AuditFilter, options)
            if verb in CLAIM_VERBS:
                return _about_claims(knowledge, verb, arguments, options)
            if verb == "search":
                return plain(knowledge.search(*arguments, **options))
            if verb == "ingest":
                return plain(knowledge.ingest(*arguments, **options).summary())
            if verb == "show":
                return plain(knowledge.show(*arguments, **options))
            if verb == "sources.run":
                return plain(knowledge.sources.run(*arguments, **options).summary())
            if verb in ("reindex", "reembed"):
                return plain(getattr(knowledge.index, verb)(*arguments, **options))
            if verb == "projects.open":
                return plain(knowledge.projects.restrict(*arguments, restricted=False))
            made = getattr(getattr(knowledge, family), "get" if name == "show" else name)(*arguments, **options)
            if verb == "keys.create":
                return {"id": made.id, "key": made.key}
            return {"items": plain(made), "next": None} if name == "list" else plain(made)

    @staticmethod
    def _sources(knowledge: wherefrom.Knowledge, *, stale: bool = False) -> dict[str, Any]:
        page = knowledge.sources.find()
        if not stale:
            return {"items": plain(list(page.items)), "next": page.next}
        drifted = [drift for drift in knowledge.sources.drifts(page.items) if drift.has_drifted or drift.error]
        return {"items": plain(drifted), "next": None}

    def export(self, project: str | None = None) -> list[str]:
        with self._opened() as knowledge:
            return list(knowledge.exporting.lines(project=project))

    def import_(self, lines: Sequence[str]) -> dict[str, Any]:
        with self._opened() as knowledge:
            return plain(knowledge.importing.lines(lines))

    def with_key(self, key: str) -> "PythonFace":
        return PythonFace(self.store, key)

    def elevated(self) -> "PythonFace":
        return PythonFace(self.store, self.key, looks_at_everything=True)

    @contextmanager
    def _opened(self) -> Iterator[wherefrom.Knowledge]:
        said = {"WHEREFROM_KEY": self.key} if self.key else {}
        try:
            with open_settings(load_settings(store=self.store, environment=said, folder=Path("/"))) as knowledge:
                yield knowledge.elevated() if self.looks_at_everything else knowledge
        except wherefrom.WherefromError as error:
            raise Refused(error.as_dict()) from error

    @staticmethod
    def _page(repository: Any, filter_: type[Any], options: dict[str, Any]) -> dict[str, Any]:
        limit, cursor = options.pop("limit", 50), options.pop("cursor", None)
        if "status" in options:
            options["status"] = as_choice(SourceStatus, options["status"], "status")
        page = repository.find(filter_(newest_first=True, **options), after=cursor, limit=limit)
        return {"items": plain(list(page.items)), "next": page.next}


CLAIM_VERBS = frozenset(
    ("learn", "recall", "verify", "dispute", "supersede", "history", "undo", "share", "relate", "inbox", "check")
)
QUOTE = "quote:"
"""Marks a quote among evidence: it binds to the evidence before it."""


def _about_claims(knowledge: wherefrom.Knowledge, verb: str, arguments: Sequence[str], options: dict[str, Any]) -> Any:
    """What the command line says in words, in Python's own values."""
    if "evidence" in options:
        options["evidence"] = knowledge.claims.resolved(evidence_of(options["evidence"]))
    if "scope" in options:
        options["scope"] = as_scope(options["scope"])
    if verb == "learn":
        made = knowledge.learn(*arguments, **{"evidence": [], **options})
        return {"id": made.id, "claim_status": made.claim_status.value}
    if verb == "inbox":
        return _inbox(knowledge, arguments, options)
    if verb == "check":
        return {"counts": {state.value: count for state, count in knowledge.check(**options).counts.items()}}
    done = getattr(knowledge, verb)(*arguments, **options)
    return {"items": plain(list(done)), "next": None} if verb in ("recall", "history") else plain(done)


def _inbox(knowledge: wherefrom.Knowledge, arguments: Sequence[str], options: dict[str, Any]) -> Any:
    if not arguments:
        return {"items": plain(list(knowledge.attention.find().items)), "next": None}
    for name, value in options.items():
        given = () if value is True else (value,)
        return plain(getattr(knowledge.attention, name)(*arguments, *given))
    return plain(knowledge.attention.get(*arguments))


_FLAGS = {
    "kinds": "--kind",
    "config": "--set",
    "types": "--type",
    "tags": "--tag",
    "groups": "--group",
    "projects": "--project",
    "is_personal": "--personal",
    "agent_scope": "--agent",
    "expires_in_days": "--expires",
    "actor_id": "--actor",
    "target_id": "--target",
}


@dataclass
class Ran:
    code: int
    stdout: str
    stderr: str


@dataclass
class CliFace:
    store: str
    key: str | None = None
    looks_at_everything: bool = False

    def do(self, verb: str, *arguments: str, **options: Any) -> Any:
        family, _, name = verb.partition(".")
        words = [family, name] if name and family != "audit" else [family]
        flags = [word for option, value in options.items() for word in _flags(option, value)]
        # Ids and titles may begin with a dash; `--` ends the options.
        done = self.run(
            [*words, *flags, *(["--yes"] if family == "erase" else []), "--", *arguments],
            fine=(0, 5) if verb == "check" else (0,),
        )
        return json.loads(done.stdout)

    def export(self, project: str | None = None) -> list[str]:
        return self.run(["export", *_flags("project", project)]).stdout.splitlines()

    def import_(self, lines: Sequence[str]) -> dict[str, Any]:
        data = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")
        return json.loads(self.run(["import", "-"], stdin=data).stdout)

    def with_key(self, key: str) -> "CliFace":
        return CliFace(self.store, key)

    def elevated(self) -> "CliFace":
        return CliFace(self.store, self.key, looks_at_everything=True)

    def run(self, words: Sequence[str], *, stdin: bytes = b"", fine: Sequence[int] = (0,)) -> Ran:
        flags = ["--store", self.store, "--json", *(["--elevated"] if self.looks_at_everything else [])]
        done = run_here([*flags, *words], stdin=stdin, key=self.key)
        if done.code not in fine:
            raise Refused(json.loads(done.stderr)["error"])
        told = {name for line in done.stderr.splitlines() for name in json.loads(line)}
        told -= {"skipped", "notices"} if words[0] in ("ingest", "sources") else set()
        assert told == ({"price"} if "--dry-run" in words else set()), "with --json, stderr is for errors alone"
        return done


def run_here(
    words: Sequence[str], *, stdin: bytes = b"", key: str | None = None, environment: Mapping[str, str] | None = None
) -> Ran:
    """The command line in this process, with streams of its own."""
    out, err = _stream(), _stream()
    said = {name: value for name, value in os.environ.items() if not name.startswith("WHEREFROM_")}
    said |= {"WHEREFROM_KEY": key} if key else {}
    with (
        mock.patch.dict(os.environ, said | dict(environment or {}), clear=True),
        mock.patch.multiple(sys, stdin=_stream(stdin), stdout=out, stderr=err),
    ):
        code = run(words)
    return Ran(code, _written(out), _written(err))


def _flags(option: str, value: Any) -> list[str]:
    flag = _FLAGS.get(option, f"--{option.replace('_', '-')}")
    if value is None or value is False:
        return []
    if value is True:
        return [flag]
    words: list[str] = []
    for each in value if isinstance(value, list) else [value]:
        is_quote = option == "evidence" and each.startswith(QUOTE)
        words += ["--quote", each.removeprefix(QUOTE)] if is_quote else [flag, str(each)]
    return words


def _stream(data: bytes = b"") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", write_through=True)


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    return stream.buffer.getvalue().decode()  # type: ignore[attr-defined]


FACES: dict[str, type[PythonFace] | type[CliFace]] = {"python": PythonFace, "cli": CliFace}
