"""Optional parts: which extra brings which modules, and the error that names the command to install it."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from wherefrom.errors import MissingExtra

__all__ = ["EXTRAS", "need"]

EXTRAS: dict[str, tuple[str, ...]] = {
    "server": ("fastapi", "uvicorn", "jinja2", "python_multipart"),
    "mcp": ("mcp",),
    "pdf": ("pypdfium2", "PIL"),
    "web": ("httpx2", "selectolax", "trafilatura"),
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
