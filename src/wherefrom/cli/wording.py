"""How a value is put before a person, or into JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, cast

__all__ = ["STEERING", "address", "counted", "plain", "safe", "short", "when"]

_NEVER_SHOWN = frozenset({"secret"})
_MASK = "•"
_SHORT_ID = 8
_SINGULARS = {"entities": "entity", "entries": "entry", "passages and claims": "passage or claim"}
STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What moves the cursor, sets the window's title or turns the line around, and what no terminal can show."""


def plain(item: object) -> Any:
    """What JSON writes of a value: its own fields, sets in order, never a secret."""
    if is_dataclass(item):
        told = {each.name: plain(getattr(item, each.name)) for each in fields(item) if each.name not in _NEVER_SHOWN}
        if "title" in told and told.get("uri"):
            told["uri"] = address(told["uri"], told["title"])
        return told
    if isinstance(item, Enum):
        return item.value
    if isinstance(item, Mapping):
        return {str(name): plain(each) for name, each in cast("Mapping[str, object]", item).items()}
    if isinstance(item, set | frozenset):
        return sorted(plain(each) for each in cast("frozenset[object]", item))
    if isinstance(item, list | tuple):
        return [plain(each) for each in cast("Sequence[object]", item)]
    return item


def address(uri: str, title: str) -> str:
    """As it may be printed: of what is named after a secret, and so has a masked title, the address tells it too."""
    if _MASK not in title:
        return uri
    from wherefrom.text.secrets import scrub

    return scrub(uri)


def safe(text: str) -> str:
    """Text from outside must not steer the terminal."""
    return STEERING.sub(lambda found: repr(found[0])[1:-1], text)


def short(id: str) -> str:
    """Ids that a machine made are told apart by their beginning; those that a person chose stay whole."""
    is_made = len(id) >= 2 * _SHORT_ID and all(each in "0123456789abcdef" for each in id)
    return id[:_SHORT_ID] if is_made else id


def counted(number: int, plural: str) -> str:
    return f"{number:,} {_SINGULARS.get(plural, plural.removesuffix('s')) if number == 1 else plural}"


def when(timestamp: float | None) -> str:
    from wherefrom.core.clock import shown

    return "" if timestamp is None else shown(timestamp).replace("T", " ")[:16]
