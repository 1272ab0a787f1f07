"""Plain text: notes, logs, whatever has no form that we know. One unit, the whole of it."""

from __future__ import annotations

from wherefrom.core.locators import TextLocator
from wherefrom.loading.title import title_of
from wherefrom.ports.documents import Blob, RawDocument, RawUnit
from wherefrom.text.decoding import charset_in, decode

__all__ = ["load_text"]


def load_text(blob: Blob) -> RawDocument:
    text, notices = decode(blob.data, charset_in(blob.media_type))
    units = [RawUnit(TextLocator(char_start=0, char_end=len(text)))] if text.strip() else []
    return RawDocument(title_of(blob), text, units, notices)
