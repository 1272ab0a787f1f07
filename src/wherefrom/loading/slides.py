"""Presentations: a unit a slide, its title as section, the notes below it."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from pptx import Presentation
from pptx.exc import PythonPptxError
from pptx.shapes.autoshape import Shape
from pptx.shapes.base import BaseShape
from pptx.shapes.graphfrm import GraphicFrame
from pptx.shapes.group import GroupShape
from pptx.slide import Slide
from pptx.text.text import TextFrame

from wherefrom.core.locators import TextLocator
from wherefrom.loading.assembly import Assembly
from wherefrom.loading.package import declared_title, left_out, opened, reading
from wherefrom.loading.title import title_of
from wherefrom.ports.documents import Blob, RawDocument, RawUnit
from wherefrom.text.decoding import storable

__all__ = ["load_slides"]

_KIND = "pptx"
_LONGEST_SECTION = 200


def load_slides(blob: Blob) -> RawDocument:
    package = opened(blob.data, _KIND)
    whole = Assembly()
    units: list[RawUnit] = []
    with reading(_KIND, PythonPptxError):
        for number, slide in enumerate(Presentation(BytesIO(blob.data)).slides, start=1):
            text = "\n\n".join(_blocks(slide))
            if not text:
                continue
            start, end = whole.add(text)
            section = _section(slide)
            locator = TextLocator(section=section, anchor=f"slide={number}", char_start=start, char_end=end)
            units.append(RawUnit(locator, section=section))
        notices = left_out(package)
    return RawDocument(title_of(blob, declared_title(package)), whole.text, units, notices)


def _blocks(slide: Slide) -> Iterator[str]:
    """The title first, wherever it is drawn; then the shapes in the order in which they were put there."""
    title = slide.shapes.title
    shapes = ([title] if title is not None else []) + [shape for shape in _shapes(slide) if shape != title]
    for shape in shapes:
        if isinstance(shape, GraphicFrame):
            yield from _rows(shape)
        elif isinstance(shape, Shape):
            yield from _said(shape.text_frame)
    if slide.has_notes_slide:
        notes = slide.notes_slide.notes_text_frame
        yield from (f"Notes: {said}" for said in (_said(notes) if notes is not None else ()))


def _shapes(slide: Slide) -> Iterator[BaseShape]:
    waiting: list[BaseShape] = list(slide.shapes)[::-1]
    while waiting:
        shape = waiting.pop()
        if isinstance(shape, GroupShape):
            waiting.extend(list(shape.shapes)[::-1])
        else:
            yield shape


def _rows(frame: GraphicFrame) -> Iterator[str]:
    if frame.has_table:
        rows = [" | ".join(_plain(cell.text).replace("\n", " ") for cell in row.cells) for row in frame.table.rows]
        yield "\n".join(row for row in rows if row.strip(" |"))


def _said(frame: TextFrame) -> Iterator[str]:
    text = _plain(frame.text).strip()
    if text:
        yield text


def _plain(text: str) -> str:
    """A line break inside a paragraph is a vertical tab here."""
    return storable(text.replace("\x0b", "\n"))


def _section(slide: Slide) -> tuple[str, ...]:
    title = slide.shapes.title
    name = " ".join(_plain(title.text_frame.text).split()) if title is not None else ""
    return (name[:_LONGEST_SECTION],) if name else ()
