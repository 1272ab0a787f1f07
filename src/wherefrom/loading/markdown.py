"""Markdown: its headings divide it; all stays as written. Front matter that says more than a title is a unit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice, pairwise
from typing import NamedTuple

from markdown_it import MarkdownIt

from wherefrom.core.locators import TextLocator
from wherefrom.loading.lines import Line, lines
from wherefrom.loading.sections import Heading, Section, sections
from wherefrom.loading.title import title_of
from wherefrom.ports.documents import Blob, RawDocument, RawUnit
from wherefrom.text.decoding import charset_in, decode

__all__ = ["headings", "load_markdown"]

LARGEST_DIVIDED = 4_000_000
"""Characters; the parser reads one or two million in a second, and a tenth of that where every line is a block."""
_MAY_HAVE_HEADINGS = re.compile(r"^ {0,3}(?:#{1,6}(?:[ \t]|$)|=+[ \t]*$|-+[ \t]*$)", re.MULTILINE)
_MARKUP = re.compile(r"[\\`*_\[\]<>!&\r\n]")
_LINE_END = re.compile(r"\r\n?|\n")
_PIECE = 300_000
"""Characters that are parsed at once: their tokens take a hundred times the room."""
_FRONT_MATTER = {"---": re.compile(r"(?:---|\.\.\.)[ \t]*"), "+++": re.compile(r"\+\+\+[ \t]*")}
_LONGEST_FRONT_MATTER = 500
"""Lines; a rule on the first line of a long text is a rule."""
_TITLE = re.compile(r"title[ \t]*[:=][ \t]*(.+)", re.IGNORECASE)


def load_markdown(blob: Blob) -> RawDocument:
    text, notices = decode(blob.data, charset_in(blob.media_type))
    front = _front_matter(text)
    is_divided = len(text) <= LARGEST_DIVIDED
    if not is_divided:
        notices = (*notices, f"longer than {LARGEST_DIVIDED:,} characters: not divided into sections")
    divided = sections(text, headings(text, front.end) if is_divided else (), start=front.end)
    units = [
        RawUnit(TextLocator(section=path, char_start=start, char_end=end), section=path)
        for start, end, path in ([Section(0, front.end, ())] if front.says_more else []) + list(divided)
    ]
    return RawDocument(title_of(blob, front.title), text, units, notices)


def headings(text: str, start: int = 0) -> Iterator[Heading]:
    """Those that stand at the left of the page; a `#` in a code fence, a quotation or a list item is none.

    A long text is read piece by piece: blocks at the left do not depend on those before them, so each piece begins
    where the last block of the one before begins, which may have been cut.
    """
    if not _MAY_HAVE_HEADINGS.search(text.replace("\r", "\n"), start):
        return
    size = _PIECE
    while start < len(text):
        end = _line_end(text, start + size)
        tokens = [token for token in _parser().parse(text[start:end]) if token.level == 0 or token.type == "inline"]
        line_starts: list[int] = [start, *(found.end() for found in _LINE_END.finditer(text, start, end))]
        last = max((token.map[0] for token in tokens if token.map and token.level == 0), default=0)
        is_whole = end >= len(text)
        if not is_whole and not last:
            size *= 2
            continue
        for opening, content in pairwise(tokens):
            if opening.type == "heading_open" and opening.map and (is_whole or opening.map[0] < last):
                yield Heading(line_starts[opening.map[0]], int(opening.tag[1:]), _spoken(content.content))
        start, size = (len(text) if is_whole else line_starts[last]), _PIECE


def _line_end(text: str, at: int) -> int:
    found = _LINE_END.search(text, at)
    return found.end() if found else len(text)


@cache
def _parser() -> MarkdownIt:
    """Blocks only: what stands inside a paragraph is nobody's heading."""
    return MarkdownIt("commonmark").disable(["inline", "text_join"])


@cache
def _inline_parser() -> MarkdownIt:
    return MarkdownIt("commonmark")


def _spoken(heading: str) -> str:
    """A heading as it is read aloud: without stars, backticks and the addresses of its links."""
    if not _MARKUP.search(heading):
        return heading
    (inline,) = _inline_parser().parseInline(heading)
    return "".join(
        token.content if token.type in ("text", "code_inline", "text_special") else " "
        for token in inline.children or ()
        if token.type in ("text", "code_inline", "text_special", "softbreak", "hardbreak")
    )


class _Front(NamedTuple):
    """Where the text itself begins, the title that is declared before it, and whether anything else is."""

    end: int = 0
    title: str | None = None
    says_more: bool = False


def _front_matter(text: str) -> _Front:
    """A rule that a blank line follows is a rule."""
    fence = text[:3]
    if fence not in _FRONT_MATTER or text[3:4] not in ("\r", "\n", " ", "\t"):
        return _Front()
    written = list(islice(lines(text[:100_000]), _LONGEST_FRONT_MATTER + 1))
    if not written[1:] or not written[1].text.strip():
        return _Front()
    for number, line in enumerate(written[1:], start=1):
        if _FRONT_MATTER[fence].fullmatch(line.text):
            return _declared(written[1:number], line.end)
    return _Front()


def _declared(front: list[Line], end: int) -> _Front:
    said = [line.text for line in front if line.text.strip()]
    found = next((match for line in said if (match := _TITLE.fullmatch(line))), None)
    title = found[1].strip().strip("\"'").strip() if found else None
    return _Front(end, title, says_more=len(said) > (found is not None))
