"""The members of a document of keys and values, as units: small neighbours together, each named by its path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wherefrom.core.locators import TextLocator
from wherefrom.loading.groups import Span, grouped
from wherefrom.ports.documents import RawUnit

__all__ = ["Member", "member_units"]


class Member(NamedTuple):
    """`anchor` is its path (`$.tool.ruff`, `line=7`), `section` the keys above it."""

    span: Span
    anchor: str
    section: tuple[str, ...] = ()


def member_units(text: str, members: Sequence[Member]) -> Iterator[RawUnit]:
    """A unit has members of one section only."""
    for run in _runs(members):
        for numbers in grouped(text, [member.span for member in run]):
            first, last = run[numbers[0]], run[numbers[-1]]
            anchor = first.anchor if first is last else f"{first.anchor}..{last.anchor}"
            locator = TextLocator(anchor=anchor, char_start=first.span.start, char_end=last.span.end)
            yield RawUnit(locator, section=first.section)


def _runs(members: Sequence[Member]) -> Iterator[Sequence[Member]]:
    first = 0
    for number in range(1, len(members)):
        if members[number].section != members[first].section:
            yield members[first:number]
            first = number
    if members:
        yield members[first:]
