"""Optional parts: which extra brings which modules, and the tables from which connectors and readers are chosen.

A new kind of source is one file in `sources/` and one row here; a new format one file in `loading/` and one row there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from wherefrom.core.documents import ContentKind
from wherefrom.errors import MissingExtra
from wherefrom.ports.documents import Blob

if TYPE_CHECKING:
    from wherefrom.core.passing_over import Passed
    from wherefrom.ingest.reader import DocumentReader
    from wherefrom.ports.documents import Chunker
    from wherefrom.ports.reading import Refused

__all__ = ["EXTRAS", "READER", "chunkers", "need"]

EXTRAS: dict[str, tuple[str, ...]] = {
    "server": ("fastapi", "uvicorn", "jinja2", "python_multipart"),
    "mcp": ("mcp",),
    "pdf": ("pypdfium2", "PIL"),
    "web": ("httpx2", "selectolax"),
    "code": ("tree_sitter", "tree_sitter_language_pack"),
    "office": ("docx", "pptx", "openpyxl"),
    "postgres": ("psycopg", "pgvector"),
    "redis": ("redis",),
    "lancedb": ("lancedb",),
    "chroma": ("chromadb",),
    "elasticsearch": ("elasticsearch",),
    "neo4j": ("neo4j",),
    "jobs": ("dbos",),
    "llm": ("httpx2", "pydantic_ai"),
    "onnx": ("onnxruntime", "tokenizers"),
}


def need(extra: str, feature: str) -> tuple[ModuleType, ...]:
    """The modules of an extra; MissingExtra, if one of them is not installed."""
    try:
        return tuple(import_module(module) for module in EXTRAS[extra])
    except ImportError:
        raise MissingExtra(extra, feature) from None


READER = f"{__name__}:open_reader"
"""What a limited process is told to read with."""


def chunkers() -> Mapping[ContentKind, Chunker]:
    from wherefrom.chunking.code import CodeChunker
    from wherefrom.chunking.passages import Passages

    prose = Passages()
    return dict.fromkeys(ContentKind, prose) | {ContentKind.CODE: CodeChunker()}


def open_reader() -> DocumentReader:
    """Loaders and chunkers together; each library is imported with the first document that needs it."""
    from wherefrom.ingest.reader import DocumentReader
    from wherefrom.loading.archive import is_archive
    from wherefrom.loading.registry import find_loader
    from wherefrom.sources.exported import is_export

    return DocumentReader(find_loader, chunkers(), lambda blob: is_archive(blob) or is_export(blob), _unpacked)


def _unpacked(blob: Blob) -> Iterator[Blob | Refused | Passed]:
    """The files of an archive, the tickets of an export, and those of an export that lies in an archive."""
    from wherefrom.loading.archive import is_archive, unpack
    from wherefrom.sources.exported import is_export, tickets_in

    for member in unpack(blob) if is_archive(blob) else (blob,):
        yield from tickets_in(member) if isinstance(member, Blob) and is_export(member) else (member,)
