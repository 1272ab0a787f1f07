"""The members of a document of keys and values, as units: small neighbours together, each named by its path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
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


def member_units(text: str, members: Iterable[Member]) -> Iterator[RawUnit]:
    """A unit has members of one section only."""
    for section, together in groupby(members, key=lambda member: member.section):
        for group in grouped(text, together):
            first, last = group[0], group[-1]
            anchor = first.anchor if first is last else f"{first.anchor}..{last.anchor}"
            locator = TextLocator(anchor=anchor, char_start=first.span.start, char_end=last.span.end)
            yield RawUnit(locator, section=section)
