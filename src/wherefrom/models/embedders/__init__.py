"""Embedders by name: `wordllama`, `hash`, `onnx:PATH`, `openai:MODEL`. Each is imported when it is opened."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from wherefrom.errors import InvalidValue
from wherefrom.ports.models import Embedder

__all__ = ["BUILT_IN", "EmbedderOptions", "open_embedder"]

BUILT_IN: dict[str, str] = {
    "hash": "wherefrom.models.embedders.hashing:open_hashing",
    "onnx": "wherefrom.models.embedders.onnx:open_onnx",
    "openai": "wherefrom.models.embedders.openai:open_openai",
    "wordllama": "wherefrom.models.embedders.wordllama_apart:open_wordllama",
}
"""Kind to the function that opens it, called with what follows the colon and the options."""


@dataclass(frozen=True, kw_only=True)
class EmbedderOptions:
    """What the operator configured; an embedder reads what concerns it."""

    base_url: str | None = None
    api_key: str | None = None
    dimensions: int | None = None
    threads: int | None = None
    requests_per_minute: int | None = None


def open_embedder(spec: str, options: EmbedderOptions | None = None) -> Embedder:
    """Open by spec, as it stands in the settings: a kind, and for some a colon and a path or a model."""
    kind, _, argument = spec.partition(":")
    if kind not in BUILT_IN:
        raise InvalidValue("no such embedder", value=spec, hint=f"one of: {', '.join(sorted(BUILT_IN))}")
    module, _, function = BUILT_IN[kind].partition(":")
    return getattr(import_module(module), function)(argument, options or EmbedderOptions())
