"""What every step of the story has: a place, two stores, a way to say that something does not hold, and a voice."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import wherefrom

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["DoesNotHold", "Step", "Story", "hold", "in_columns"]

_MARGIN = 3
_WIDEST = 100
_STYLES = {"$": "cyan", "✓": "green", "✗": "red", "≠": "yellow", "?": "yellow", "-": "red", "+": "green"}


class DoesNotHold(Exception):
    """A step of the story went otherwise than it should."""


@dataclass
class Story:
    repository: Path
    knowledge: wherefrom.Knowledge
    copy: wherefrom.Knowledge
    ids: dict[str, str] = field(default_factory=dict[str, str])


Step: TypeAlias = Callable[[Story], Iterator[str]]


def hold(is_so: bool, what: str) -> None:
    if not is_so:
        raise DoesNotHold(what)


def in_columns(line: str, width: int) -> Text:
    """A line as the terminal has room for it, in from the margin; its sign says its colour."""
    from rich.text import Text

    told = line.lstrip()
    sign = told.partition(" ")[0]
    margin = " " * (_MARGIN + len(line) - len(told))
    further = margin + ("  " if sign in _STYLES else "")
    wrapped = textwrap.wrap(
        told,
        min(width, _WIDEST),
        initial_indent=margin,
        subsequent_indent=further,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return Text("\n".join(wrapped), style=_STYLES.get(sign, ""))
