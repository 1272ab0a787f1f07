"""A rules file as its rules, with their lines.

Every list item, every paragraph that tells somebody what to do, and whatever names a file or a command.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from wherefrom.claims.rules.naming import named_in

__all__ = ["Rule", "rules_of"]

_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*\Z")
_ITEM = re.compile(r"(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(?=\S)")
_FENCE = re.compile(r"\s*(```+|~~~+)")
_TABLE = re.compile(r"\s*\|(.*)\|\s*\Z")
_CELLS = re.compile(r"\s*(?<!\\)\|\s*")
_LINK_ALONE = re.compile(r"\[[^\]]*\]\(#[^)]*\)\Z")
_TELLS = re.compile(
    r"\b(?:must|never|always|should|shall|don['’]t|do not|only|avoid|prefer|ensure|make sure|required?|forbidden|"
    r"not allowed|use|run|keep|write|follow|add|put|check|read|call|test|format|commit|name|return|update|remember)\b",
    re.IGNORECASE,
)
_IMPORT = re.compile(r"@[\w./-]+\.\w+\Z")
"""A line that takes in another file."""
_MARKS = re.compile(r"(`+[^`]*`+)|\*\*|(?<!\w)__(?=\S)|(?<=\S)__(?!\w)")
"""Of emphasis; `__init__.py` in code is a name."""
_MOST_RULES = 2_000
_LONGEST = 4_000
_SHORTEST = 8


class Rule(NamedTuple):
    """What it says, the words as they stand in the file, and where (lines from one, both included)."""

    text: str
    quote: str
    line_start: int
    line_end: int
    section: tuple[str, ...] = ()


@dataclass
class _Block:
    kind: str
    start: int
    end: int
    indent: int = 0
    parts: list[str] = field(default_factory=list[str])
    code: list[str] = field(default_factory=list[str])
    section: tuple[str, ...] = ()

    @property
    def said(self) -> str:
        return _MARKS.sub(lambda mark: mark[1] or "", " ".join(self.parts)).strip()


def rules_of(text: str) -> list[Rule]:
    """In the order they stand. Content is data: nothing in it is followed, only kept."""
    lines = text.splitlines()
    blocks = _joined(list(_blocks(lines)))
    found: list[Rule] = []
    for at, block in enumerate(blocks):
        if len(found) >= _MOST_RULES:
            break
        if _is_rule(block, blocks[at + 1] if at + 1 < len(blocks) else None):
            found.append(_rule(block, _leads(blocks, at), lines))
    return found


def _rule(block: _Block, leads: Sequence[str], lines: Sequence[str]) -> Rule:
    said = "\n".join([block.said, *block.code]).strip()
    quote = "\n".join(lines[block.start - 1 : block.end]).strip()
    section = (*block.section, *leads)
    if len(quote) > _LONGEST:
        return Rule(said[:_LONGEST], _cut(lines[block.start - 1].strip()), block.start, block.start, section)
    return Rule(said, quote, block.start, block.end, section)


def _cut(line: str) -> str:
    """At a blank, where there is one: a quote does not end inside a word."""
    return line if len(line) <= _LONGEST else line[:_LONGEST].rpartition(" ")[0] or line[:_LONGEST]


def _is_rule(block: _Block, following: _Block | None) -> bool:
    if len(block.said) < _SHORTEST and not block.code:
        return False
    if block.said.endswith(":") and following is not None and following.kind == "item" and not block.code:
        return False  # it leads to the list below, whose items are the rules
    if block.kind == "item":
        return not _LINK_ALONE.match(block.said)
    if block.kind == "text" and (_TELLS.search(block.said) or _IMPORT.match(block.said)):
        return True
    return bool(block.code) or bool(named_in(block.said))


def _leads(blocks: Sequence[_Block], at: int) -> list[str]:
    """What introduces a list item: `When you change the API:`."""
    block, leads = blocks[at], list[str]()
    indent = block.indent
    if block.kind != "item":
        return leads
    for earlier in reversed(blocks[:at]):
        if earlier.section != block.section or (earlier.kind != "item" and not earlier.said.endswith(":")):
            break
        is_above = earlier.kind != "item" or earlier.indent < indent
        if is_above and earlier.said.endswith(":"):
            leads.insert(0, earlier.said.rstrip(":"))
        if is_above:
            indent = earlier.indent
        if earlier.kind != "item":
            break
    return leads


def _joined(blocks: list[_Block]) -> list[_Block]:
    """Code belongs to what stands above it."""
    joined: list[_Block] = []
    for block in blocks:
        last = joined[-1] if joined else None
        if block.kind == "code" and last is not None and last.kind != "row" and last.section == block.section:
            last.code += block.code
            last.end = block.end
        elif block.kind == "code":
            title = f"{block.section[-1]}:" if block.section else ""
            joined.append(_Block("code", block.start, block.end, parts=[title], code=block.code, section=block.section))
        else:
            joined.append(block)
    return joined


def _blocks(lines: Sequence[str]) -> Iterator[_Block]:
    section: list[tuple[int, str]] = []
    held: _Block | None = None
    fence = ""
    begins = _after_front_matter(lines)
    for number, line in enumerate(lines[begins:], start=begins + 1):
        if fence:
            if held is not None:
                held.end = number
                if line.strip().startswith(fence):
                    yield held
                    held, fence = None, ""
                else:
                    held.code.append(line)
            continue
        opening, heading, item = _FENCE.match(line), _HEADING.match(line), _ITEM.match(line)
        row = _TABLE.match(line)
        is_break = opening or heading or item or not line.strip() or row or line.startswith("<!--")
        if is_break and held is not None:
            yield held
            held = None
        titles = tuple(title for _, title in section)
        if opening:
            fence = opening[1]
            held = _Block("code", number, number, section=titles)
        elif heading:
            section = [each for each in section if each[0] < len(heading[1])] + [(len(heading[1]), heading[2])]
        elif item:
            held = _Block("item", number, number, len(item[1].expandtabs(4)), [line[item.end() :].strip()])
            held.section = titles
        elif row:
            yield _Block("row", number, number, parts=[_CELLS.sub(" — ", row[1].strip())], section=titles)
        elif held is not None:
            held.parts.append(line.strip())
            held.end = number
        elif not is_break:
            held = _Block("text", number, number, parts=[line.strip().lstrip("> ")], section=titles)
    if held is not None:
        yield held


def _after_front_matter(lines: Sequence[str]) -> int:
    """The last line of the settings that some rules files begin with; 0 where there are none."""
    if not lines or lines[0].strip() != "---":
        return 0
    for number, line in enumerate(lines[1:100], start=2):
        if line.strip() == "---":
            return number
    return 0
