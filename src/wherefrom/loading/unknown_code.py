"""Code in a language that nobody told us of: by the ending of its file, by its first line, or by how its lines look.

What is mostly sentences is prose, whatever its file is called; so is what shows no sign of code at all.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from wherefrom.loading.lines import lines
from wherefrom.loading.title import file_name

__all__ = ["is_code"]

_SOURCE_NAMES = (
    "4th abap agda ahk applescript asp aspx au3 awk bas bat bnf cbl cmd cob cobol coffee cr cue dhall e ebnf ejs"
    " erb factor forth fth g4 haml hbs hlsl idr il io j2 jinja jinja2 jsp kql lean less lex liquid ll m4 mako"
    " metal mlir mustache pike pom pony pug puppet pxd pxi q raku rakumod rexx sass sed shader smali sml st styl"
    " tmpl v vb vbs xq xquery y yy"
)
_SOURCES = frozenset(_SOURCE_NAMES.split())
"""Endings of languages that have no grammar here."""
_PROSE_NAMES = (
    "1 2 3 4 5 6 7 8 adoc asc asciidoc bib creole diz ics license man me mediawiki nfo org pod po pot srt textile vcf"
    " vtt wiki"
)
_PROSE = frozenset(_PROSE_NAMES.split())

_LOOKED_AT = 300
_LONGEST_LINE = 300
_CALL = re.compile(r"\w\(")
_WORD = re.compile(r"[^\W\d_]{2,}")
_WORDS_OF_A_SENTENCE = 5
_SENTENCE_END = re.compile(r"[^\W\d_]{2,}[.!?][\"')\]]?\Z")
_SIGN = re.compile(r"[{};]\Z|[({\[]\Z|\A[)}\]]+[;,]?\Z|:=|->|=>|==|!=|&&|\|\||::|\+=|\w\(\)|\A[\w.\[\]]+ ?= ?\S")
_KEYWORD_NAMES = (
    "begin case class const def do elif else elseif elsif end endif enum export extern fi fn for foreach func function"
    " if impl import include interface let loop match module namespace package private proc procedure public require"
    " return static struct sub switch then type use using val var while"
)
_KEYWORDS = frozenset(_KEYWORD_NAMES.split())
_WORDS_AFTER_A_KEYWORD = 5
_COMMENT = re.compile(r"//|/\*|\*|#|--|;|%|'|\"\"\"")
"""What begins a comment in one language, and a heading or an item in another text: it says nothing."""


class _Look(NamedTuple):
    """Of the lines that say something: how many, and how many look like code, like prose, and stand further in."""

    lines: int
    code: int
    prose: int
    indented: int


def is_code(path: str, text: str) -> bool:
    """Of a text whose ending no loader and no grammar knows."""
    name = file_name(path).lower()
    ending = name.rpartition(".")[2] if "." in name.strip(".") else ""
    if ending in _SOURCES or text.startswith("#!"):
        return True
    if ending in _PROSE:
        return False
    look = _look_at(text)
    if look.lines < 2 or look.prose * 10 >= look.lines * 3:
        return False
    if not ending:  # people call their notes and their letters so
        return look.code * 2 >= look.lines
    return look.code * 5 >= look.lines or look.indented * 4 >= look.lines


def _look_at(text: str) -> _Look:
    many = code = prose = indented = 0
    for line in islice(lines(text), _LOOKED_AT):
        said = line.text[:_LONGEST_LINE]
        words = said.strip()
        if not words or _COMMENT.match(words):
            continue
        many += 1
        if _looks_like_code(words):
            code += 1
        elif len(_WORD.findall(words)) >= _WORDS_OF_A_SENTENCE or _SENTENCE_END.search(words):
            prose += 1
        else:
            indented += said[0] in " \t"
    return _Look(many, code, prose, indented)


def _looks_like_code(line: str) -> bool:
    if _SIGN.search(line) or (line[-1] == ")" and _CALL.search(line)):
        return True
    words = line.split()
    return words[0].rstrip(":(") in _KEYWORDS and len(words) <= _WORDS_AFTER_A_KEYWORD and line[-1] not in ".!?"
