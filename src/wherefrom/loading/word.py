"""Word documents: headings make sections; paragraphs, lists, and tables row by row.

Headers and footers come last, each once, however many pages have it: whatever they say, no other place changes.

The library opens the package and finds its parts; the paragraphs are read from the XML, because its own reading passes
over text that was inserted under review, stands in a content control or in a text box.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from typing import NamedTuple, Protocol, cast
from zipfile import ZipFile

from docx import Document
from docx.exceptions import PythonDocxError
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.exceptions import OpcError
from docx.opc.part import Part, XmlPart

from wherefrom.core.locators import TextLocator
from wherefrom.loading.assembly import Assembly
from wherefrom.loading.package import declared_title, left_out, opened, reading
from wherefrom.loading.sections import Heading, sections
from wherefrom.loading.title import title_of
from wherefrom.ports.documents import Blob, RawDocument, RawUnit
from wherefrom.text.decoding import storable

__all__ = ["load_word"]

_KIND = "docx"
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_TEXTS = frozenset({f"{_W}t", "{http://schemas.openxmlformats.org/officeDocument/2006/math}t"})
_SIGNS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-", f"{_W}p": "\n"}
_PASSED = frozenset({f"{_W}pPr", f"{_W}rPr", f"{_W}del", f"{_W}moveFrom", _FALLBACK})
_MARGINS = {RELATIONSHIP_TYPE.HEADER: "Header", RELATIONSHIP_TYPE.FOOTER: "Footer"}
_HEADING_STYLE = re.compile(r"heading ([1-9])", re.IGNORECASE)
_LONGEST_INHERITANCE = 20


class _Xml(Protocol):
    """The part of an lxml element that is used here."""

    @property
    def tag(self) -> object: ...
    @property
    def text(self) -> str | None: ...
    def __iter__(self) -> Iterator[_Xml]: ...
    def find(self, path: str, /) -> _Xml | None: ...
    def findall(self, path: str, /) -> list[_Xml]: ...
    def get(self, key: str, /) -> str | None: ...


class _Block(NamedTuple):
    text: str
    level: int | None = None
    is_tight: bool = False


class _Style(NamedTuple):
    level: int | None
    is_list: bool


def load_word(blob: Blob) -> RawDocument:
    package = opened(blob.data, _KIND)
    whole = Assembly()
    headings: list[Heading] = []
    with reading(_KIND, OpcError, PythonDocxError):
        document = Document(BytesIO(blob.data))
        styles = _styles(cast("_Xml", document.styles.element))
        for block in _blocks(cast("_Xml", document.element), styles):
            start = whole.add(block.text, is_tight=block.is_tight).start
            if block.level is not None:
                headings.append(Heading(start, block.level, block.text))
        body = whole.text
        margins = [(whole.add(said), (name,)) for name, said in _margins(document.part, styles)]
        notices = [*_notes_left_out(package), *left_out(package)]
    spans = [*sections(body, headings), *((span.start, span.end, path) for span, path in margins)]
    units = [
        RawUnit(TextLocator(section=path, char_start=start, char_end=end), section=path) for start, end, path in spans
    ]
    return RawDocument(title_of(blob, declared_title(package)), whole.text, units, notices)


def _margins(part: Part, styles: dict[str, _Style]) -> Iterator[tuple[str, str]]:
    """What stands above and below the pages, as the parts of the package are named; what is said twice comes once."""
    seen = set[tuple[str, str]]()
    related = [each for each in part.rels.values() if not each.is_external and each.reltype in _MARGINS]
    for each in sorted(related, key=lambda each: each.target_part.partname):
        blocks = _blocks(cast("_Xml", cast("XmlPart", each.target_part).element), styles)
        said = (_MARGINS[each.reltype], "\n".join(block.text for block in blocks))
        if said[1] and said not in seen:
            seen.add(said)
            yield said


def _blocks(document: _Xml, styles: dict[str, _Style]) -> Iterator[_Block]:
    """Paragraphs and tables in order; what only wraps them (a content control, a revision) is looked into."""
    waiting = [document]
    was_item = False
    while waiting:
        node = waiting.pop()
        if node.tag == f"{_W}p":
            block = _paragraph(node, styles)
            if block is not None:
                is_item = block.text.startswith("- ") and block.is_tight
                yield block._replace(is_tight=is_item and was_item)
                was_item = is_item
        elif node.tag == f"{_W}tbl":
            was_item = False
            yield from _rows(node)
        elif node.tag not in _PASSED:
            waiting.extend(reversed(list(node)))


def _paragraph(paragraph: _Xml, styles: dict[str, _Style]) -> _Block | None:
    text = _text(paragraph).strip()
    if not text:
        return None
    own = paragraph.find(f"{_W}pPr")
    style = styles.get(_value(own, "pStyle") or "", _Style(None, False))
    level = _outline_level(own)
    level = style.level if level is None else level
    if level is not None:
        return _Block(" ".join(text.split()), level)
    is_item = style.is_list or (own is not None and own.find(f"{_W}numPr") is not None)
    return _Block(f"- {text}", None, True) if is_item else _Block(text)


def _rows(table: _Xml) -> Iterator[_Block]:
    """Cells between bars; a table inside a cell is read as its text."""
    is_first = True
    for row in _found(table, "tr"):
        cells = [" ".join(_text(cell).split()) for cell in _found(row, "tc")]
        if any(cells):
            yield _Block(" | ".join(cells), None, not is_first)
            is_first = False


def _found(node: _Xml, name: str) -> Iterator[_Xml]:
    """The nearest of that name below, also inside content controls and revisions."""
    waiting = list(reversed(list(node)))
    while waiting:
        below = waiting.pop()
        if below.tag == f"{_W}{name}":
            yield below
        elif below.tag not in _PASSED:
            waiting.extend(reversed(list(below)))


def _text(node: _Xml) -> str:
    """What stands there now: insertions, not deletions; no hidden runs; of two versions of a drawing the first."""
    said: list[str] = []
    waiting = list(reversed(list(node)))
    while waiting:
        below = waiting.pop()
        if below.tag in _PASSED or (below.tag == f"{_W}r" and _is_hidden(below)):
            continue
        if below.tag in _TEXTS:
            said.append(below.text or "")
        elif isinstance(below.tag, str):
            said.append(_SIGNS.get(below.tag, ""))
            waiting.extend(reversed(list(below)))
    return storable("".join(said))


def _is_hidden(run: _Xml) -> bool:
    properties = run.find(f"{_W}rPr")
    vanish = properties.find(f"{_W}vanish") if properties is not None else None
    return vanish is not None and vanish.get(f"{_W}val") not in ("0", "false", "off")


def _styles(styles: _Xml) -> dict[str, _Style]:
    """By id. A style has the outline level of the one it is based on, unless it has its own."""
    by_id = {style.get(f"{_W}styleId") or "": style for style in styles.findall(f"{_W}style")}
    return {name: _style(style, by_id) for name, style in by_id.items()}


def _style(style: _Xml, by_id: dict[str, _Xml]) -> _Style:
    level: int | None = None
    is_list = False
    current: _Xml | None = style
    for _ in range(_LONGEST_INHERITANCE):
        if current is None:
            break
        own = current.find(f"{_W}pPr")
        is_list = is_list or (own is not None and own.find(f"{_W}numPr") is not None)
        level = _level_of_name(_value(current, "name") or "") if level is None else level
        level = _outline_level(own) if level is None else level
        current = by_id.get(_value(current, "basedOn") or "")
    return _Style(level, is_list)


def _level_of_name(name: str) -> int | None:
    """The names are English in every language of Word. The title stands above all headings."""
    heading = _HEADING_STYLE.fullmatch(name)
    return int(heading[1]) if heading else 0 if name.lower() == "title" else None


def _outline_level(properties: _Xml | None) -> int | None:
    """From 0; 9 means running text."""
    level = _value(properties, "outlineLvl") or ""
    return int(level) + 1 if level in tuple("012345678") else None


def _value(node: _Xml | None, name: str) -> str | None:
    below = node.find(f"{_W}{name}") if node is not None else None
    return below.get(f"{_W}val") if below is not None else None


def _notes_left_out(package: ZipFile) -> list[str]:
    """The first two notes of a file are the lines above the notes."""
    left = [name for name in ("footnotes", "endnotes") if f"word/{name}.xml" in package.namelist()]
    counted = [(name, package.read(f"word/{name}.xml").count(f"<w:{name[:-1]} ".encode()) - 2) for name in left]
    return [f"{count} {name} left out" for name, count in counted if count > 0]
