"""Running text into passages: whole paragraphs, packed under a budget, cut where the content says so.

A cut depends on the paragraphs around it and not on how much text came before, so a paragraph inserted on top leaves
the passages below as they are: same text, same id, same vector.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from zlib import crc32

from wherefrom.core.locators import TextLocator
from wherefrom.ports.documents import ChunkPiece, RawDocument, RawUnit

__all__ = ["Passages"]

LARGEST = 1_600
SMALLEST = 400
_CUT_EVERY = 3
"""Characters a passage has at most; fewer than `SMALLEST` are not cut off; one paragraph in three ends a passage."""

_PARAGRAPH = re.compile(r"\S(?:.*\S)?(?:\n(?![ \t]*\n)[ \t]*\S.*)*", re.MULTILINE)
_HEADING = re.compile(r"(#{1,6})[ \t]+(.+?)[ \t]*#*\Z")
_SENTENCE_END = re.compile(r"(?<=[.!?。！？])\s+|\n")


class _Block(NamedTuple):
    start: int
    end: int
    section: tuple[str, ...]
    begins_section: bool


@dataclass(frozen=True)
class Passages:
    """The chunker for documents."""

    name: str = "passages"
    version: int = 1

    def chunk(self, document: RawDocument) -> Iterator[ChunkPiece]:
        for unit in document.units:
            text = document.text[unit.locator.char_start : unit.locator.char_end]
            yield from _pieces(unit, text, document.title)


def _pieces(unit: RawUnit, whole: str, title: str) -> Iterator[ChunkPiece]:
    for group in _groups(whole, list(_blocks(whole))):
        start, end = group[0].start, group[-1].end
        text, section = whole[start:end], unit.section + group[0].section
        heading = " › ".join((title, *section)) if title else " › ".join(section)
        yield ChunkPiece(
            text=text,
            embed_text=f"{heading}\n{text}" if heading else text,
            locators=(_located(unit, start, end, section),),
            content_kind=unit.content_kind,
        )


def _located(unit: RawUnit, start: int, end: int, section: tuple[str, ...]) -> TextLocator:
    """Positions in the entry's text, which the unit's own locator places the unit in."""
    base = unit.locator.char_start
    anchor = unit.locator.anchor if isinstance(unit.locator, TextLocator) else None
    return TextLocator(section=section, anchor=anchor, char_start=base + start, char_end=base + end)


def _groups(text: str, blocks: Sequence[_Block]) -> Iterator[Sequence[_Block]]:
    group: list[_Block] = []
    for block in blocks:
        size = block.end - group[0].start if group else 0
        if group and (block.begins_section or size > LARGEST or _is_cut(text, group)):
            yield group
            group = []
        group.append(block)
    if group:
        yield group


def _is_cut(text: str, group: Sequence[_Block]) -> bool:
    last = group[-1]
    if last.end - group[0].start < SMALLEST:
        return False
    return crc32(text[last.start : last.end].encode("utf-8", "surrogatepass")) % _CUT_EVERY == 0


def _blocks(text: str) -> Iterator[_Block]:
    """Paragraphs with the headings they stand under; a heading begins a section and stays with what follows it."""
    path: list[tuple[int, str]] = []
    for match in _PARAGRAPH.finditer(text):
        heading = _HEADING.match(match[0].split("\n", 1)[0])
        if heading:
            depth = len(heading[1])
            path = [*(part for part in path if part[0] < depth), (depth, heading[2])]
        block = _Block(match.start(), match.end(), tuple(name for _, name in path), bool(heading))
        yield from _split(text, block)


def _split(text: str, block: _Block) -> Iterator[_Block]:
    """A paragraph over the budget, at the ends of its sentences; a sentence over it, at the budget."""
    while block.end - block.start > LARGEST:
        within = (block.start + SMALLEST, block.start + LARGEST)
        end = max((match.end() for match in _SENTENCE_END.finditer(text, *within)), default=within[1])
        yield _trimmed(text, block._replace(end=end))
        block = block._replace(start=end, begins_section=False)
    yield _trimmed(text, block)


def _trimmed(text: str, block: _Block) -> _Block:
    cut = text[block.start : block.end]
    return block._replace(
        start=block.start + len(cut) - len(cut.lstrip()), end=block.end - (len(cut) - len(cut.rstrip()))
    )
