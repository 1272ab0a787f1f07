"""The visible text of a web page as blocks: headings, paragraphs, items, rows, code."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from wherefrom.loading.html_noise import Noise
from wherefrom.loading.html_page import HEADINGS, Element, Page

__all__ = ["Block", "blocks"]

_LISTS = frozenset({"ul", "ol", "menu", "dir"})
_VERBATIM = frozenset({"pre", "xmp", "listing", "plaintext"})
_BLOCK_TAGS_NAMES = (
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer"
    " form header hgroup hr html legend li main nav p search section summary table tbody td tfoot th thead tr"
)
_BLOCK_TAGS = frozenset(_BLOCK_TAGS_NAMES.split())
_BREAKING = _BLOCK_TAGS | _LISTS | _VERBATIM | HEADINGS
_LAYOUT = HEADINGS | _VERBATIM | {"table", "article", "main", "form", "section"}
"""A table that holds one of these arranges the page and is not one."""
_SPACES = re.compile(r"[ \t\r\n\f\xa0]+")
_RUN = re.compile(r" {2,}")
_AROUND_BREAKS = re.compile(r" *\n *")
_DEEPEST_INDENT = 8


class Block(NamedTuple):
    """`level` is a heading's; `is_tight` if it follows the one before on the next line, as items and rows do."""

    text: str
    element: Element
    level: int = 0
    is_tight: bool = False


def blocks(page: Page, noise: Noise) -> list[Block]:
    return _Writing(page, noise).written()


class _Writing:
    """Walks over the page once. `_around` are the open elements that break lines, `_counts` the items of open lists."""

    def __init__(self, page: Page, noise: Noise) -> None:
        self._items = page.items
        self._passed = noise.passed
        self._tables = _data_tables(page, noise)
        self._done: list[Block] = []
        self._line: list[str] = []
        self._around: list[Element] = []
        self._counts: list[int] = []
        self._mark = ""
        self._list_began = 0

    def written(self) -> list[Block]:
        at = 0
        while at < len(self._items):
            self._leave(at)
            item = self._items[at]
            at += 1
            if isinstance(item, str):
                self._line.append(_SPACES.sub(" ", item))
            elif item in self._passed:
                at = item.last
            elif item.tag in _BREAKING and not item.in_heading:
                at = self._enter(item, at)
            elif item.tag == "br" or item.tag in _BREAKING:
                self._line.append("\n" if item.tag == "br" else " ")
        self._leave(at)
        return self._done

    def _enter(self, element: Element, at: int) -> int:
        """Begin what an element begins, or write it whole. Where to go on."""
        self._end_line()
        if element.tag in _VERBATIM:
            self._add(self._verbatim(element), element)
            return element.last
        if element in self._tables:
            self._add_rows(element)
            return element.last
        if element.tag in _LISTS:
            if not self._counts:
                self._list_began = len(self._done)
            self._counts.append(0)
        elif element.tag == "li" and self._counts:
            self._counts[-1] += 1
            is_numbered = element.parent is not None and element.parent.tag == "ol"
            self._mark = f"{self._counts[-1]}. " if is_numbered else "- "
        self._around.append(element)
        return at

    def _leave(self, at: int) -> None:
        while self._around and self._around[-1].last <= at:
            self._end_line()
            element = self._around.pop()
            if element.tag in _LISTS:
                self._counts.pop()
                self._mark = ""

    def _end_line(self) -> None:
        text = _AROUND_BREAKS.sub("\n", _RUN.sub(" ", "".join(self._line))).strip()
        self._line.clear()
        if text and self._around:
            self._add(text, self._around[-1])

    def _add(self, text: str, element: Element) -> None:
        if not text.strip():
            return
        if element.tag in HEADINGS:
            self._done.append(Block(text.replace("\n", " "), element, int(element.tag[1])))
        elif self._counts:
            self._add_item(text, element)
        else:
            is_definition = element.tag == "dd" and bool(self._done) and self._done[-1].element.tag == "dt"
            self._done.append(Block(text, element, 0, is_definition))

    def _add_item(self, text: str, element: Element) -> None:
        """The first block of an item has its mark, the others stand below it."""
        indent = "  " * min(len(self._counts) - 1, _DEEPEST_INDENT)
        lead = self._mark or "  "
        self._mark = ""
        text = indent + lead + text.replace("\n", "\n" + indent + "  ")
        self._done.append(Block(text, element, 0, len(self._done) > self._list_began))

    def _verbatim(self, element: Element) -> str:
        """Spaces and line ends as they are; a line end right after `<pre>` belongs to the markup."""
        parts = ("\n" if isinstance(item, Element) and item.tag == "br" else item for item in self._visible(element))
        return "".join(part for part in parts if isinstance(part, str)).strip("\r\n").rstrip()

    def _add_rows(self, table: Element) -> None:
        """Row by row, the cells between bars; a caption stands above."""
        rows: list[tuple[Element, list[list[str]]]] = []
        for item in self._visible(table):
            if isinstance(item, str):
                if rows:
                    rows[-1][1][-1].append(item)
            elif item.tag in ("tr", "caption"):
                rows.append((item, [[]]))
            elif rows and item.tag in ("td", "th"):
                rows[-1][1].append([])
            elif rows and (item.tag in _BREAKING or item.tag == "br"):
                rows[-1][1][-1].append(" ")
        began = len(self._done)
        for element, cells in rows:
            told = [_SPACES.sub(" ", "".join(cell)).strip() for cell in cells]
            # What stands before the first cell is a caption's text, or nothing.
            line = " | ".join(told if element.tag == "caption" else told[1:])
            if any(told):
                self._done.append(Block(line, element, 0, len(self._done) > began))

    def _visible(self, element: Element) -> Iterator[Element | str]:
        at = element.first
        while at < element.last:
            item = self._items[at]
            at += 1
            if isinstance(item, str) or item not in self._passed:
                yield item
            else:
                at = item.last


def _data_tables(page: Page, noise: Noise) -> set[Element]:
    """Tables with rows of several cells that do not arrange the page."""
    found: set[Element] = set()
    around: list[tuple[Element, Counter[str]]] = []
    noise_end = 0
    for at, item in enumerate([*page.items, ""]):
        while around and around[-1][0].last <= at:
            table, tags = around.pop()
            if tags["td"] + tags["th"] > tags["tr"] and not tags["layout"]:
                found.add(table)
        if isinstance(item, str) or at < noise_end:
            continue
        if item in noise.passed:
            noise_end = item.last
        else:
            if around:
                around[-1][1]["layout" if item.tag in _LAYOUT else item.tag] += 1
            if item.tag == "table":
                is_layout = item.get("role").lower() in ("presentation", "none")
                around.append((item, Counter(layout=int(is_layout))))
    return found
