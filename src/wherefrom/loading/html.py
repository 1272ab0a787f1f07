"""Web pages: the text that a reader sees, without what stands on every page of the site; headings make sections."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from wherefrom.core.locators import WebLocator
from wherefrom.errors import ContentError
from wherefrom.loading.assembly import Assembly
from wherefrom.loading.html_blocks import Block, blocks
from wherefrom.loading.html_noise import noise_in, without_invisible
from wherefrom.loading.html_page import flatten
from wherefrom.loading.sections import Outline
from wherefrom.loading.title import title_of
from wherefrom.ports.documents import Blob, RawDocument, RawUnit
from wherefrom.text.decoding import charset_in, decode

__all__ = ["Part", "Reading", "load_html", "read_html"]

_META_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})""", re.IGNORECASE)
_XML_CHARSET = re.compile(rb"""<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})""", re.IGNORECASE)
_HEAD = 4_096


class Part(NamedTuple):
    """A section: from a heading to the next one. `css_path` is that of its first block."""

    start: int
    end: int
    path: tuple[str, ...]
    css_path: str


class Reading(NamedTuple):
    text: str
    parts: Sequence[Part]
    title: str | None
    notices: tuple[str, ...]


def load_html(blob: Blob) -> RawDocument:
    decoded = decode(blob.data, charset_in(blob.media_type) or _declared_charset(blob.data))
    reading = read_html(decoded.text)
    units = [
        RawUnit(WebLocator(url=blob.uri, css_path=css_path, char_start=start, char_end=end), section=path)
        for start, end, path, css_path in reading.parts
    ]
    notices = (*decoded.notices, *reading.notices)
    return RawDocument(title_of(blob, reading.title), reading.text, units, notices)


def read_html(markup: str) -> Reading:
    page = flatten(markup)
    noise = noise_in(page)
    page = without_invisible(page, noise)
    written = blocks(page, noise)
    if not written and noise.counts["script"]:
        raise ContentError("the page has no text of its own", hint="scripts would draw it; they are not run")
    text, parts = _joined(written)
    return Reading(text, parts, page.title, noise.notices())


def _joined(written: Sequence[Block]) -> tuple[str, list[Part]]:
    outline, whole = Outline(), Assembly()
    parts: list[Part] = []
    for block in written:
        start, end = whole.add(block.text, is_tight=block.is_tight)
        if block.level or not parts:
            path = outline.enter(block.level, block.text) if block.level else ()
            parts.append(Part(start, end, path, block.element.css_path))
        else:
            parts[-1] = parts[-1]._replace(end=end)
    return whole.text, parts


def _declared_charset(data: bytes) -> str | None:
    head = data[:_HEAD]
    found = _META_CHARSET.search(head) or _XML_CHARSET.search(head)
    return found[1].decode("ascii") if found else None
