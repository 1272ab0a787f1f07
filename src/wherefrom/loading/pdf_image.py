"""A page of a PDF as a picture, with the cited places marked."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from PIL import ImageDraw
from pypdfium2 import PdfiumError

from wherefrom.core.locators import Box
from wherefrom.errors import ContentError, InvalidValue
from wherefrom.loading.pdf_pages import open_pdf

__all__ = ["page_image"]

_SCALE = 2.0
_LONGEST_SIDE = 3_000
"""Pixels; a poster is drawn smaller than a letter."""
_MARK = (255, 214, 0, 90)
_EDGE = (214, 120, 0, 255)
_AROUND = 1.5


def page_image(data: bytes, page: int, boxes: Sequence[Box]) -> bytes:
    """The page as PNG, boxes drawn over it; they are in points from the top left of the page as displayed."""
    with open_pdf(data) as document:
        if not 1 <= page <= len(document):
            raise InvalidValue("no such page", value=page, hint=f"the document has {len(document)}")
        try:
            shown = document[page - 1]
            scale = min(_SCALE, _LONGEST_SIDE / max(shown.get_width(), shown.get_height(), 1.0))
            image = shown.render(scale=scale).to_pil().convert("RGB")
            shown.close()
        except PdfiumError as error:
            raise ContentError(f"page {page} cannot be drawn", value=str(error)) from None
    draw = ImageDraw.Draw(image, "RGBA")
    for left, top, right, bottom in boxes:
        sides = (left - _AROUND, top - _AROUND, right + _AROUND, bottom + _AROUND)
        draw.rectangle([side * scale for side in sides], fill=_MARK, outline=_EDGE)
    written = BytesIO()
    image.save(written, format="PNG")
    return written.getvalue()
