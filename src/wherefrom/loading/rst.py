"""reStructuredText: headings are known by the line under them, and over them, if there is one.

Which sign means which level is not fixed: the first that occurs is the highest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from wherefrom.core.locators import TextLocator
from wherefrom.loading.lines import Line, lines
from wherefrom.loading.sections import Heading, sections
from wherefrom.loading.title import title_of
from wherefrom.ports.documents import Blob, RawDocument, RawUnit
from wherefrom.text.decoding import charset_in, decode

__all__ = ["load_rst"]

_RULE = re.compile(r"([!-/:-@\[-`{-~])\1*[ \t]*")
_NO_TITLE = re.compile(r"\s|\.\. |>>> |[-*+•‣⁃] |\|")
"""Lines that begin something else: an indented block, a directive, a doctest, a list item, a line block."""
_ROLE = re.compile(r":[\w.+:-]+:(?=`)")
_ADDRESS = re.compile(r"[ \t]*<[^<>]*>(?=`)")
_MARKS = re.compile(r"`+_{0,2}|\*{1,2}")
_TITLE = re.compile(r"\.\. title::[ \t]+(.+)")
_SHORTEST_CARELESS_RULE = 4
"""A rule shorter than its title is still meant as one from here on, as docutils reads it."""


def load_rst(blob: Blob) -> RawDocument:
    text, notices = decode(blob.data, charset_in(blob.media_type))
    written = list(lines(text))
    declared = next((match[1] for line in written if (match := _TITLE.match(line.text))), None)
    units = [
        RawUnit(TextLocator(section=path, char_start=start, char_end=end), section=path)
        for start, end, path in sections(text, _headings(written))
    ]
    return RawDocument(title_of(blob, declared), text, units, notices)


def _headings(written: Sequence[Line]) -> Iterator[Heading]:
    levels: dict[tuple[str, bool], int] = {}
    after = 0
    for number in range(1, len(written)):
        if number <= after or not _is_rule(written[number]):
            continue
        over = _has_overline(written, number)
        if over or _is_underlined(written, number):
            style = (written[number].text[0], over)
            level = levels.setdefault(style, len(levels) + 1)
            name = _spoken(written[number - 1].text)
            yield Heading(written[number - (2 if over else 1)].start, level, name)
            after = number


def _is_rule(line: Line) -> bool:
    return bool(_RULE.fullmatch(line.text))


def _has_overline(written: Sequence[Line], under: int) -> bool:
    """The same rule above and below, and between them a title, which may be set in from the left."""
    if under < 2 or not _is_rule(written[under - 2]):
        return False
    above, title, below = (written[under - back].text.rstrip() for back in (2, 1, 0))
    return above == below and bool(title.strip()) and _is_wide_enough(below, title.strip())


def _is_underlined(written: Sequence[Line], under: int) -> bool:
    """One line of text that nothing but a blank line comes before: the last line of a paragraph is no title."""
    title = written[under - 1]
    if under >= 2 and written[under - 2].text.strip():
        return False
    if not title.text.strip() or _NO_TITLE.match(title.text) or _is_rule(title):
        return False
    return _is_wide_enough(written[under].text.rstrip(), title.text.strip())


def _is_wide_enough(rule: str, title: str) -> bool:
    return len(rule) >= min(len(title), _SHORTEST_CARELESS_RULE)


def _spoken(title: str) -> str:
    return _MARKS.sub("", _ADDRESS.sub("", _ROLE.sub("", title)))
