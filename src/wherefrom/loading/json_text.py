"""JSON and JSON lines: the text as written; where it is big, its members are units, named by their paths.

What does not parse is still text that somebody may look for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from wherefrom.core.locators import TextLocator
from wherefrom.loading.groups import LARGEST_GROUP, Span
from wherefrom.loading.lines import lines
from wherefrom.loading.members import Member, member_units
from wherefrom.loading.title import title_of
from wherefrom.ports.documents import Blob, RawDocument, RawUnit
from wherefrom.text.decoding import charset_in, decode, storable

__all__ = ["load_json", "load_json_lines"]

_LARGEST_PARSED = 20_000_000
_DEEPEST = 6
"""Levels that are taken apart; each is read once more, so it is also how often a character is looked at."""
_LONGEST_KEY = 100
_BLANK = re.compile(r"[ \t\n\r]*")
_PLAIN_KEY = re.compile(r"[A-Za-z_]\w*", re.ASCII)


class _Value(NamedTuple):
    """From `begin` with its key, from `start` without it; `above` are the keys around it."""

    begin: int
    start: int
    end: int
    path: str = "$"
    above: tuple[str, ...] = ()
    key: str | None = None


def load_json(blob: Blob) -> RawDocument:
    text, notices = decode(blob.data, charset_in(blob.media_type))
    try:
        units = list(member_units(text, _members(text, _whole(text))))
    except (ValueError, RecursionError):
        units = [RawUnit(TextLocator(char_start=0, char_end=len(text)))] if text.strip() else []
        notices = (*notices, "this could not be read as JSON, so it was read as plain text")
    return RawDocument(title_of(blob), text, units, notices)


def load_json_lines(blob: Blob) -> RawDocument:
    text, notices = decode(blob.data, charset_in(blob.media_type))
    members = (
        Member(Span(line.start, line.end), f"line={number}")
        for number, line in enumerate(lines(text), start=1)
        if line.text.strip()
    )
    return RawDocument(title_of(blob), text, list(member_units(text, members)), notices)


def _whole(text: str) -> _Value:
    if len(text) > _LARGEST_PARSED:
        raise ValueError("too large")
    start = _after_blank(text, 0)
    end = _end_of(text, start)
    if _after_blank(text, end) < len(text):
        raise ValueError("more than one value")
    return _Value(start, start, end)


def _members(text: str, whole: _Value) -> Iterator[Member]:
    """In order, without recursion: what is big and has members is replaced by them."""
    levels = [iter((whole,))]
    while levels:
        value = next(levels[-1], None)
        if value is None:
            levels.pop()
        elif value.end - value.begin > LARGEST_GROUP and text[value.start] in "{[" and len(levels) <= _DEEPEST:
            levels.append(_inside(text, value))
        else:
            yield Member(Span(value.begin, value.end), value.path, value.above)


def _inside(text: str, outer: _Value) -> Iterator[_Value]:
    """The values of an object or a list that has been found to be valid."""
    is_object = text[outer.start] == "{"
    above = outer.above if outer.key is None else (*outer.above, outer.key)
    at = _after_blank(text, outer.start + 1)
    index = 0
    while text[at] not in "}]":
        begin, path, key = at, f"{outer.path}[{index}]", None
        if is_object:
            key, at = _key(text, at)
            path = f"{outer.path}.{key}" if _PLAIN_KEY.fullmatch(key) else f"{outer.path}[{json.dumps(key)}]"
        end = _end_of(text, at)
        yield _Value(begin, at, end, path, above, key)
        at = _after_blank(text, end)
        if text[at] == ",":
            at = _after_blank(text, at + 1)
        index += 1


def _key(text: str, at: int) -> tuple[str, int]:
    """The key, and where its value begins."""
    key, end = _DECODER.raw_decode(text, at)
    return storable(str(key))[:_LONGEST_KEY], _after_blank(text, _after_blank(text, end) + 1)


def _end_of(text: str, at: int) -> int:
    return _DECODER.raw_decode(text, at)[1]


def _after_blank(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _passed_over(_number: str) -> None:
    """Numbers are not computed: a million digits are as easy as one."""


_DECODER = json.JSONDecoder(parse_int=_passed_over, parse_float=_passed_over)
