"""Rerankers by name: `onnx:PATH`, `model` (the settings' language model), `model:NAME`. Imported when opened."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from wherefrom.errors import InvalidValue
from wherefrom.ports.models import Reranker

__all__ = ["BUILT_IN", "RerankerOptions", "open_reranker"]

BUILT_IN: dict[str, str] = {
    "model": "wherefrom.models.rerankers.judging:open_judging",
    "onnx": "wherefrom.models.rerankers.onnx:open_onnx",
}
"""Kind to the function that opens it, called with what follows the colon and the options."""


@dataclass(frozen=True, kw_only=True)
class RerankerOptions:
    """What the operator configured; a reranker reads what concerns it."""

    threads: int | None = None


def open_reranker(spec: str, options: RerankerOptions | None = None) -> Reranker:
    """Open by spec, as it stands in the settings: a kind, a colon and a path."""
    kind, _, argument = spec.partition(":")
    if kind not in BUILT_IN:
        raise InvalidValue("no such reranker", value=spec, hint=f"one of: {', '.join(sorted(BUILT_IN))}")
    module, _, function = BUILT_IN[kind].partition(":")
    return getattr(import_module(module), function)(argument, options or RerankerOptions())
