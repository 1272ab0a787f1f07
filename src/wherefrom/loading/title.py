"""What a document is called: what it declares, what its origin declares, or the name of its file."""

from __future__ import annotations

from wherefrom.ports.documents import Blob
from wherefrom.text.decoding import storable

__all__ = ["file_name", "title_of"]

LONGEST_TITLE = 300


def title_of(blob: Blob, declared: str | None = None) -> str:
    """Never the first line or heading: a paragraph on top would rename the document and every passage of it."""
    for name in (declared, blob.title, file_name(blob.path), blob.uri):
        title = " ".join(storable(name or "").split())
        if title:
            return title[:LONGEST_TITLE]
    return "untitled"


def file_name(path: str) -> str:
    return path.rstrip("/").rpartition("/")[2]
