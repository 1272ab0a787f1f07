"""What every step of the story has: a place, two stores, and a way to say that something does not hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import wherefrom

__all__ = ["DoesNotHold", "Step", "Story", "hold"]


class DoesNotHold(Exception):
    """A step of the story went otherwise than it should."""


@dataclass
class Story:
    folder: Path
    knowledge: wherefrom.Knowledge
    copy: wherefrom.Knowledge
    ids: dict[str, str] = field(default_factory=dict[str, str])


Step: TypeAlias = Callable[[Story], Iterator[str]]


def hold(is_so: bool, what: str) -> None:
    if not is_so:
        raise DoesNotHold(what)
