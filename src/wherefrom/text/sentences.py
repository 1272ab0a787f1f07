"""A passage as its sentences: each with the heading above it and the sentence before it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Sentence", "sentences"]

_LONGEST = 1_000
_MOST = 400
_HEADING = re.compile(r"#{1,6}\s+(?P<title>.*?)\s*#*\Z")
_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(?=\S)")
_COMMENT = re.compile(r'\A\s*(?:#+!?|//+!?|--|/\*+|\*+/?|;+|"""|\'\'\')\s?')
_CLOSING = re.compile(r'(?:"""|\'\'\'|\*/)\s*\Z')
_DOCUMENTED = re.compile(r'("""|\'\'\')(.+?)\1', re.DOTALL)
_END = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+(?=[\"'“‘(\[`]*[A-Z0-9À-Þ])")
_ABBREVIATED = re.compile(r"(?:\b(?:e\.g|i\.e|etc|cf|vs|approx|no|p|pp|fig|Mr|Mrs|Ms|Dr|St)|\b[A-Z])\.\Z")
_WORD = re.compile(r"[^\W\d_]{2,}")
_LONGEST_HEADING = 80
_LONGEST_ABBREVIATION = 12


class Sentence(NamedTuple):
    text: str
    heading: str = ""
    before: str = ""


def sentences(text: str, *, is_code: bool = False) -> Iterator[Sentence]:
    """In the order they stand. Of code, what is written for people: comments and documentation."""
    heading, before, count = "", "", 0
    for block in _remarks(text) if is_code else _blocks(text):
        title = _as_heading(block)
        if title is not None:
            heading, before = title, ""
            continue
        for sentence in _parted(block):
            if count >= _MOST:
                return
            count += 1
            yield Sentence(sentence[:_LONGEST], heading, before)
            before = sentence


def _blocks(text: str) -> Iterator[str]:
    """Paragraphs, list items and headings, each on one line."""
    held: list[str] = []
    for line in [*text.splitlines(), ""]:
        item = _ITEM.match(line)
        is_heading = _HEADING.match(line) is not None
        if (not line.strip() or item or is_heading) and held:
            yield " ".join(held)
            held = []
        if is_heading:
            yield line
        elif line.strip():
            held.append(line[item.end() :].strip() if item else line.strip())


def _as_heading(block: str) -> str | None:
    """Marked as one, or short and without an end."""
    marked = _HEADING.match(block)
    if marked is not None:
        return marked["title"]
    is_short = len(block) <= _LONGEST_HEADING and len(block.split()) <= 5
    return block if is_short and block[-1:] not in ".!?:;,`" and not re.search(r"\d", block) else None


def _parted(block: str) -> Iterator[str]:
    start = 0
    for end in _END.finditer(block):
        if _ABBREVIATED.search(block[max(0, end.start() - _LONGEST_ABBREVIATION) : end.start()].rstrip("\"'”’)]")):
            continue
        yield block[start : end.start()].strip()
        start = end.end()
    if block[start:].strip():
        yield block[start:].strip()


def _remarks(text: str) -> Iterator[str]:
    for _, body in _DOCUMENTED.findall(text):
        yield from _blocks(body)
    held: list[str] = []
    for line in [*_DOCUMENTED.sub("\n", text).splitlines(), ""]:
        mark = _COMMENT.match(line)
        if mark is None:
            if held:
                yield " ".join(held)
            held = []
        elif _WORD.search(line):
            held.append(_CLOSING.sub("", line[mark.end() :]).strip())
