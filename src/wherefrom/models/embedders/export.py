"""What a folder exported from sentence-transformers says about its model: files, pooling, prefixes, length."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from wherefrom.errors import InvalidValue

__all__ = ["Export", "read_export"]

_MODEL_FILES = ("model.onnx", "onnx/model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx")
_LONGEST = 512

# Family, recognised in the model's name: pooling, what goes before a query, what goes before a passage.
_FAMILIES: dict[str, tuple[str, str, str]] = {
    "e5": ("mean", "query: ", "passage: "),
    "bge-m3": ("cls", "", ""),
    "bge": ("cls", "Represent this sentence for searching relevant passages: ", ""),
    "gte-modernbert": ("cls", "", ""),
    "gte": ("mean", "", ""),
    "minilm": ("mean", "", ""),
}


@dataclass(frozen=True, kw_only=True)
class Export:
    """Everything needed to run the model as its authors do."""

    name: str
    model: Path
    tokenizer: Path
    fingerprint: str
    pooling: str
    query_prefix: str
    passage_prefix: str
    max_tokens: int


def read_export(path: Path) -> Export:
    """Read the folder, or the folder around the file; what its own settings do not say comes from its family."""
    model = _model_file(path)
    folder = model.parent.parent if model.parent.name == "onnx" else model.parent
    tokenizers = [place / "tokenizer.json" for place in (folder, model.parent) if (place / "tokenizer.json").is_file()]
    if not tokenizers:
        raise InvalidValue("no tokenizer.json beside the model", value=str(model), hint="copy it from the same export")
    name = str(_settings(folder / "config.json").get("_name_or_path") or folder.name)
    pooling, query_prefix, passage_prefix = _family(f"{name} {folder.name} {model.name}".lower())
    prompts: dict[str, str] = _settings(folder / "config_sentence_transformers.json").get("prompts") or {}
    return Export(
        name=Path(name).name,
        model=model,
        tokenizer=tokenizers[0],
        fingerprint=_fingerprint(model, tokenizers[0]),
        pooling=_pooling(folder) or pooling,
        query_prefix=prompts.get("query") or query_prefix,
        passage_prefix=prompts.get("passage") or prompts.get("document") or passage_prefix,
        max_tokens=int(_settings(folder / "sentence_bert_config.json").get("max_seq_length") or _LONGEST),
    )


def _model_file(path: Path) -> Path:
    if path.is_file():
        return path
    for name in _MODEL_FILES:
        if (path / name).is_file():
            return path / name
    only = sorted(path.glob("*.onnx"))
    if len(only) != 1:
        raise InvalidValue("no ONNX model there", value=str(path), hint="name the .onnx file or its folder")
    return only[0]


def _family(name: str) -> tuple[str, str, str]:
    for family, how in _FAMILIES.items():
        if family in name:
            return how
    return "mean", "", ""


def _pooling(folder: Path) -> str | None:
    settings = _settings(folder / "1_Pooling" / "config.json")
    if settings.get("pooling_mode_cls_token"):
        return "cls"
    return "mean" if settings.get("pooling_mode_mean_tokens") else None


def _settings(file: Path) -> dict[str, Any]:
    if not file.is_file():
        return {}
    try:
        read: Any = json.loads(file.read_text("utf-8"))
    except ValueError as error:
        raise InvalidValue("this file of the export is not JSON", value=str(file)) from error
    return cast("dict[str, Any]", read) if isinstance(read, dict) else {}


def _fingerprint(*files: Path) -> str:
    digest = hashlib.blake2b(digest_size=8)
    for file in files:
        with file.open("rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()
