"""The exchange format: JSONL, a header and one item a line, in an order in which each refers only to earlier ones.

Originals come in parts, right after the entries that refer to them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, fields
from typing import Any, NamedTuple, cast

from wherefrom.core.actions import AuditEntry
from wherefrom.core.attention import AttentionItem
from wherefrom.core.claims import Claim
from wherefrom.core.clock import as_timestamp
from wherefrom.core.directory import Group, Member, Project
from wherefrom.core.documents import Chunk, Entry, Source
from wherefrom.core.entities import Edge, Entity, Node
from wherefrom.core.evidence import Standing
from wherefrom.core.histories import ClaimEvent
from wherefrom.core.ids import as_id, as_slug
from wherefrom.core.messages import Message, ToolResult
from wherefrom.core.relations import ClaimRelation
from wherefrom.core.runs import Agent, Run
from wherefrom.core.templates import Template
from wherefrom.errors import InvalidValue
from wherefrom.services.originals import OriginalPart

__all__ = ["FORMAT", "KINDS", "LEFT_OUT", "VERSION", "Line", "read_lines", "written"]

FORMAT = "wherefrom-export"
VERSION = 3
_READ = (1, 2, VERSION)
"""The first had no originals, the second not what was seen of evidence; all else is the same."""

KINDS: dict[str, type[Any]] = {
    "project": Project,
    "group": Group,
    "member": Member,
    "source": Source,
    "entry": Entry,
    "original": OriginalPart,
    "chunk": Chunk,
    "agent": Agent,
    "run": Run,
    "message": Message,
    "tool_result": ToolResult,
    "template": Template,
    "claim": Claim,
    "standing": Standing,
    "claim_event": ClaimEvent,
    "claim_relation": ClaimRelation,
    "entity": Entity,
    "node": Node,
    "edge": Edge,
    "attention": AttentionItem,
    "audit": AuditEntry,
}
LEFT_OUT = ("api_keys", "deleted entries", "engine state")
"""Credentials stay where they were made; what was deleted stays deleted; indexes are built anew."""


_LARGEST, _MOST_DIGITS = 2**63 - 1, 20
_CHECKED_IDS: dict[str, Callable[[str, str], str]] = {
    "project": as_slug,
    "group": as_slug,
    "member": as_id,
    "claim": as_id,
}
_TIMES = {
    kind: tuple(each.name for each in fields(cls) if each.name.endswith(("_at", "_from", "_until")))
    for kind, cls in KINDS.items()
}


class Line(NamedTuple):
    number: int
    kind: str
    item: Any


def written(kind: str, item: Any) -> str:
    """One line; equal items give equal bytes."""
    body = asdict(item)
    return json.dumps({"kind": kind, "item": body}, ensure_ascii=False, allow_nan=False, default=_sorted_set)


def read_lines(lines: Iterator[str]) -> Iterator[Line]:
    """Each item, checked; the first line that is not one is told by its number. The header comes first."""
    from pydantic import TypeAdapter, ValidationError  # costs 100 ms

    adapters = {kind: TypeAdapter(cls) for kind, cls in KINDS.items()}
    yield _header(next(lines, ""))
    for number, line in enumerate(lines, start=2):
        if not line.strip():
            continue
        kind, body = _envelope(line, number)
        try:
            item = adapters[kind].validate_json(json.dumps(body), strict=True)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            raise InvalidValue(
                f"line {number}: {kind}.{place}: {first['msg']}",
                value=first["input"],
                hint="mend that line; nothing was imported",
            ) from None
        try:
            _check(kind, item)
        except InvalidValue as error:
            raise InvalidValue(f"line {number}: {error.message}", value=error.value, hint=error.hint) from None
        yield Line(number, kind, item)


def _check(kind: str, item: Any) -> None:
    """What no verb would let in: names that cannot be asked for, and times that cannot be told."""
    if kind in _CHECKED_IDS:
        _CHECKED_IDS[kind](item.id, kind)
    for name in _TIMES[kind]:
        if (said := getattr(item, name)) is not None:
            as_timestamp(said, name)


def _header(line: str) -> Line:
    header = _parsed(line, 1)
    if not isinstance(header, dict) or cast("dict[str, Any]", header).get("format") != FORMAT:
        raise InvalidValue("this is not a wherefrom export", value=line[:80], hint="make one with `wherefrom export`")
    known = cast("dict[str, Any]", header)
    if known.get("version") not in _READ:
        raise InvalidValue(
            "this export has another version", value=known.get("version"), hint=f"read here are {_READ[0]} to {VERSION}"
        )
    return Line(1, "header", known)


def _envelope(line: str, number: int) -> tuple[str, Any]:
    said = _parsed(line, number)
    envelope = cast("dict[str, Any]", said) if isinstance(said, dict) else {}
    if envelope.keys() != {"kind", "item"} or envelope["kind"] not in KINDS:
        raise InvalidValue(
            f"line {number} is no item of an export", value=line[:80], hint=f"kinds are: {', '.join(KINDS)}"
        )
    return envelope["kind"], envelope["item"]


def _parsed(line: str, number: int) -> object:
    try:
        return json.loads(line, parse_constant=_refuse_constant, parse_int=_as_number)
    except (ValueError, RecursionError) as error:
        raise InvalidValue(f"line {number} is not JSON: {error}", value=line[:80], hint="mend that line") from None


def _refuse_constant(name: str) -> object:
    raise ValueError(f"JSON has no {name}")


def _as_number(digits: str) -> int:
    """No column keeps a larger one; and of very many digits not even the length need be believed."""
    number = int(digits) if len(digits) <= _MOST_DIGITS else _LARGEST + 1
    if abs(number) > _LARGEST:
        raise ValueError(f"a number of {len(digits)} digits")
    return number


def _sorted_set(part: object) -> list[str]:
    return sorted(cast("frozenset[str]", part))
