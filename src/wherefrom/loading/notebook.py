"""Notebooks: cells one after the other. Prose has sections, code a language; short text results are kept."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import cast

from wherefrom.core.documents import ContentKind
from wherefrom.core.locators import TextLocator
from wherefrom.errors import ContentError
from wherefrom.loading.assembly import Assembly
from wherefrom.loading.markdown import headings
from wherefrom.loading.sections import Outline, sections
from wherefrom.loading.title import title_of
from wherefrom.ports.documents import Blob, RawDocument, RawUnit
from wherefrom.text.decoding import decode, storable

__all__ = ["load_notebook"]

LONGEST_OUTPUT = 2_000
"""Characters of results that are kept for each cell."""
_OLD_IMAGES = ("png", "jpeg", "svg")
_TEXTS = ("text/plain", "text/markdown", "text/latex")
_NAME_OF_A_PICTURE = re.compile(r"<[^<>]*>")
"""What is said beside one that says nothing more: `<Figure size 640x480 with 1 Axes>`."""
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")


def load_notebook(blob: Blob) -> RawDocument:
    text, notices = decode(blob.data)
    try:
        notebook = _mapping(json.loads(text))
    except (ValueError, RecursionError) as error:
        raise ContentError("this is not a notebook", value=str(error), hint="open it and save it again") from None
    metadata = _mapping(notebook.get("metadata"))
    reading = _Reading(_language(metadata))
    for number, cell in enumerate(_cells(notebook), start=1):
        reading.read(number, cell)
    title = metadata.get("title")
    declared = title if isinstance(title, str) else None
    return RawDocument(title_of(blob, declared), reading.text, reading.units, (*notices, *reading.notices()))


class _Reading:
    """The text so far, and what was left out of it."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._written = Assembly()
        self._outline = Outline()
        self.units: list[RawUnit] = []
        self.images = 0
        self.strange = 0
        self.cut = 0

    @property
    def text(self) -> str:
        return self._written.text

    def notices(self) -> list[str]:
        told = {
            f"{self.images} images left out": self.images,
            f"{self.strange} results without plain text left out": self.strange,
            f"long results of {self.cut} cells were cut": self.cut,
        }
        return [notice for notice, count in told.items() if count]

    def read(self, number: int, cell: Mapping[str, object]) -> None:
        kind = cell.get("cell_type")
        source = _joined(cell.get("source", cell.get("input")))
        if kind == "markdown":
            self._add_prose(number, source)
        elif kind == "heading":
            self._add_prose(number, "#" * _level(cell.get("level")) + " " + source)
        elif kind == "code":
            self._add(number, source, ContentKind.CODE, self._language)
            self._add(number, self._results(cell), ContentKind.DOCUMENT, None)
        else:
            self._add(number, source, ContentKind.DOCUMENT, None)

    def _add_prose(self, number: int, source: str) -> None:
        if not source.strip():
            return
        begin = self._written.add(source).start
        for start, end, path in sections(source, headings(source), outline=self._outline):
            locator = TextLocator(section=path, anchor=f"cell={number}", char_start=begin + start, char_end=begin + end)
            self.units.append(RawUnit(locator, section=path))

    def _add(self, number: int, source: str, kind: ContentKind, language: str | None) -> None:
        if not source.strip():
            return
        (start, end), path = self._written.add(source), self._outline.path
        locator = TextLocator(section=path, anchor=f"cell={number}", char_start=start, char_end=end)
        self.units.append(RawUnit(locator, kind, section=path, language=language))

    def _results(self, cell: Mapping[str, object]) -> str:
        shown: list[str] = []
        for output in map(_mapping, _sequence(cell.get("outputs"))):
            data = _mapping(output.get("data"))
            images = sum(kind.startswith("image/") for kind in data) + sum(kind in output for kind in _OLD_IMAGES)
            self.images += images
            said = next(filter(None, (output.get("text"), *map(data.get, _TEXTS), output.get("traceback"))), None)
            self.strange += bool(data) and not images and not said
            text = _ESCAPES.sub("", _joined(said, "\n" if output.get("traceback") else "")).strip("\n")
            if not images or not _NAME_OF_A_PICTURE.fullmatch(text.strip()):
                shown.append(text)
        result = "\n".join(part for part in shown if part.strip())
        self.cut += len(result) > LONGEST_OUTPUT
        return result[:LONGEST_OUTPUT]


def _cells(notebook: Mapping[str, object]) -> Sequence[Mapping[str, object]]:
    """Of the fourth format, or of the third, which has worksheets."""
    if "cells" not in notebook and "worksheets" not in notebook:
        raise ContentError("this is not a notebook: it has no cells", hint="open it and save it again")
    sheets = [notebook, *map(_mapping, _sequence(notebook.get("worksheets")))]
    return [_mapping(cell) for sheet in sheets for cell in _sequence(sheet.get("cells"))]


def _language(metadata: Mapping[str, object]) -> str:
    """Of the kernel; most notebooks are Python, and old ones do not say."""
    named = _mapping(metadata.get("language_info")).get("name") or _mapping(metadata.get("kernelspec")).get("language")
    return named.lower() if isinstance(named, str) and named else "python"


def _joined(source: object, between: str = "") -> str:
    lines = [source] if isinstance(source, str) else _sequence(source)
    return storable(between.join(line for line in lines if isinstance(line, str)))


def _mapping(found: object) -> Mapping[str, object]:
    return cast("dict[str, object]", found) if isinstance(found, dict) else {}


def _sequence(found: object) -> Sequence[object]:
    return cast("list[object]", found) if isinstance(found, list) else ()


def _level(found: object) -> int:
    return min(max(found, 1), 6) if isinstance(found, int) else 1
