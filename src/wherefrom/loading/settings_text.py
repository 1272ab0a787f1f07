"""YAML and TOML: the text as written; what stands at the left begins a member. Nothing is parsed, so nothing fails."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from wherefrom.loading.groups import Span
from wherefrom.loading.lines import Line, lines
from wherefrom.loading.members import Member, member_units
from wherefrom.loading.title import title_of
from wherefrom.ports.documents import Blob, RawDocument
from wherefrom.text.decoding import charset_in, decode

__all__ = ["load_toml", "load_yaml"]

_LONGEST_KEY = 100
_YAML_KEY = re.compile(r"""(?P<quote>["']?)(?P<key>[^\s#\-"'{\[&*!|>%@`][^:"']*)(?P=quote)\s*:(?:\s|$)""")
_YAML_ITEM = re.compile(r"-(?:\s|$)")
_TOML_TABLE = re.compile(r"\[\[?\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?")
_TOML_KEY = re.compile(r"""([\w."'-]+)\s*=""")
_TOML_QUOTES = re.compile('"""|' + "'''")


def load_yaml(blob: Blob) -> RawDocument:
    text, notices = decode(blob.data, charset_in(blob.media_type))
    members = _members(text, _yaml_starts(lines(text)))
    return RawDocument(title_of(blob), text, list(member_units(text, members)), notices)


def load_toml(blob: Blob) -> RawDocument:
    text, notices = decode(blob.data, charset_in(blob.media_type))
    members = _members(text, _toml_starts(lines(text)))
    return RawDocument(title_of(blob), text, list(member_units(text, members)), notices)


def _members(text: str, starts: Iterable[tuple[int, str]]) -> Iterator[Member]:
    """From each beginning to the next; a comment on top belongs to the first."""
    begin, anchor = 0, None
    for start, following in starts:
        if anchor is not None:
            yield Member(Span(begin, start), anchor)
            begin = start
        anchor = following
    if text[begin:].strip():
        yield Member(Span(begin, len(text)), anchor or "$")


def _yaml_starts(written: Iterable[Line]) -> Iterator[tuple[int, str]]:
    """Keys and items without indentation; what is indented, block texts included, belongs to the one above."""
    item = 0
    for line in written:
        if _YAML_ITEM.match(line.text):
            yield line.start, f"$[{item}]"
            item += 1
        elif key := _YAML_KEY.match(line.text):
            yield line.start, f"$.{key['key'].strip()[:_LONGEST_KEY]}"


def _toml_starts(written: Iterable[Line]) -> Iterator[tuple[int, str]]:
    """Tables, and the keys before the first of them; not what looks like one inside a text of several lines."""
    in_text = in_table = False
    for line in written:
        if not in_text:
            if table := _TOML_TABLE.fullmatch(line.text):
                in_table = True
                yield line.start, f"$.{table[1][:_LONGEST_KEY]}"
            elif not in_table and (key := _TOML_KEY.match(line.text)):
                yield line.start, f"$.{key[1][:_LONGEST_KEY]}"
        if len(_TOML_QUOTES.findall(line.text)) % 2:
            in_text = not in_text
