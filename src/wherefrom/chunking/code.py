"""Code into pieces: a function, a method, the head of a class, a block of imports, statements that stand together.

A piece's text is a stretch of the document, byte for byte, and its lines and characters say where it stands. What a
language has no grammar for, or no tree worth the name, is cut into windows of lines. Either way the cuts are decided
by the content: a function put on top moves what is below and changes none of it.

When what brackets enclose has pieces of its own, the line of the closing bracket alone (`}`, `end`) is in no piece: a
method then has exactly its own lines, and one more method behind it does not change it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, cast, get_args

from wherefrom.chunking.code_grammars import grammar_of
from wherefrom.chunking.code_windows import LARGEST, windows
from wherefrom.core.locators import CodeLocator, Locator
from wherefrom.ports.documents import ChunkPiece, RawDocument, RawUnit

if TYPE_CHECKING:
    from tree_sitter import Language

__all__ = ["CodeChunker"]

LARGEST_PARSED = 1_000_000
MOST_LEFT_OPEN = 20_000
"""Bytes that are parsed, and brackets that may lack their partner. Above, a file is data, generated or hostile, and
parsing it can take a thousand times its size in memory."""

_OTHER_NAMES = {"c_sharp": "csharp", "shell": "bash", "javascriptreact": "javascript", "typescriptreact": "tsx"}
_MARKUP = frozenset({"astro", "heex", "html", "svelte", "vue", "xml"})
"""No functions to find, and tags that are never closed take quadratic time."""

_CLOSERS = re.compile(r"(?:[\s{}()\[\];,.]|\bend\b|#endif\b[^\n]*+)*+\Z")


class _Span(NamedTuple):
    """Characters of the unit's text."""

    start: int
    end: int
    symbol: str | None = None
    ast_path: str | None = None


@dataclass(frozen=True)
class CodeChunker:
    """The chunker for code."""

    name: str = "code"
    version: int = 1

    def chunk(self, document: RawDocument) -> Iterator[ChunkPiece]:
        for unit in document.units:
            text = document.text[unit.locator.char_start : unit.locator.char_end]
            yield from _pieces(unit, text, document.title)


def _pieces(unit: RawUnit, text: str, title: str) -> Iterator[ChunkPiece]:
    locator = unit.locator
    called = locator.path if isinstance(locator, CodeLocator) else title
    line, counted_to = locator.line_start if isinstance(locator, CodeLocator) else 1, 0
    for span in _spans(text, unit.language):
        line += text.count("\n", counted_to, span.start)
        counted_to = span.start
        quoted = text[span.start : span.end]
        heading = " › ".join(part for part in (called, span.symbol) if part)
        yield ChunkPiece(
            text=quoted,
            embed_text=f"{heading}\n{quoted}" if heading else quoted,
            locators=(_located(locator, span, line, line + quoted.count("\n")),),
            content_kind=unit.content_kind,
        )


def _located(locator: Locator, span: _Span, line_start: int, line_end: int) -> Locator:
    start, end = locator.char_start + span.start, locator.char_start + span.end
    if not isinstance(locator, CodeLocator):
        return replace(locator, char_start=start, char_end=end)
    return CodeLocator(
        path=locator.path,
        line_start=line_start,
        line_end=line_end,
        repo=locator.repo,
        commit=locator.commit,
        symbol=span.symbol,
        ast_path=span.ast_path,
        char_start=start,
        char_end=end,
    )


def _spans(text: str, language: str | None) -> Iterator[_Span]:
    for span in _stretches(text, language):
        parts = windows(text, span.start, span.end) if span.end - span.start > LARGEST else [(span.start, span.end)]
        for start, end in parts:
            trimmed = _trimmed(text, start, end)
            if trimmed:
                yield _Span(*trimmed, span.symbol, span.ast_path)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Without the blank lines around it; the first line keeps its indentation."""
    cut = text[start:end]
    words = cut.strip()
    if not words:
        return None
    before = cut[: len(cut) - len(cut.lstrip())]
    return start + before.rfind("\n") + 1, start + len(before) + len(words)


def _stretches(text: str, language: str | None) -> Iterator[_Span]:
    """Over the whole text, without a gap but for closing brackets; where there is no tree, one that is all of it."""
    data = text.encode("utf-8", "surrogatepass")
    named = _language(_OTHER_NAMES.get(language, language)) if language else None
    if named is None or len(data) > LARGEST_PARSED or _is_left_open(data):
        return iter([_Span(0, len(text))])
    return _parsed(text, data, named)


def _is_left_open(data: bytes) -> bool:
    pairs = ((b"(", b")"), (b"[", b"]"), (b"{", b"}"), (b"<", b">"))
    return any(data.count(opening) - data.count(closing) > MOST_LEFT_OPEN for opening, closing in pairs)


def _parsed(text: str, data: bytes, named: tuple[str, Language]) -> Iterator[_Span]:
    from tree_sitter import Parser

    from wherefrom.chunking.code_tree import is_mostly_broken, stretches

    name, language = named
    tree = Parser(language).parse(data)
    if is_mostly_broken(tree):
        yield _Span(0, len(text))
        return
    characters = _Characters(text, data)
    begin, symbol, ast_path = 0, None, None
    for stretch in stretches(tree, data, grammar_of(name)):
        start = characters.at(stretch.start)
        if start > begin and not _is_closing(text, begin, start):
            yield _Span(begin, start, symbol, ast_path)
        begin, (symbol, ast_path) = start, stretch.place
    if not _is_closing(text, begin, len(text)):
        yield _Span(begin, len(text), symbol, ast_path)


def _is_closing(text: str, start: int, end: int) -> bool:
    return start > 0 and _CLOSERS.match(text, start, end) is not None


class _Characters:
    """Byte positions as positions in the text; asked in rising order, so each byte is decoded once."""

    def __init__(self, text: str, data: bytes) -> None:
        self._data = None if len(text) == len(data) else data
        self._byte = 0
        self._character = 0

    def at(self, byte: int) -> int:
        if self._data is None:
            return byte
        self._character += len(self._data[self._byte : byte].decode("utf-8", "surrogatepass"))
        self._byte = byte
        return self._character


@cache
def _language(name: str) -> tuple[str, Language] | None:
    """The grammar, if the extra `code` is installed and carries it. The name is checked: it becomes part of a path."""
    try:
        import tree_sitter_language_pack as pack
    except ImportError:
        return None
    if name in _MARKUP or name not in get_args(pack.SupportedLanguage):
        return None
    try:
        return name, pack.get_language(cast("pack.SupportedLanguage", name))
    except (LookupError, ImportError, ValueError, OSError):
        return None
