"""Embedders by name, and what an export says about its model."""

import json
import sys
from pathlib import Path

import pytest

from wherefrom.errors import AdapterError, InvalidValue, MissingExtra
from wherefrom.models.embedders import open_embedder
from wherefrom.models.embedders.export import read_export
from wherefrom.models.embedders.wordllama import WordLlamaEmbedder


@pytest.mark.parametrize(
    ("spec", "name", "dimensions"), [("hash", "hash", 256), ("hash:32", "hash", 32), ("wordllama:64", "wordllama", 64)]
)
def test_an_embedder_is_opened_by_its_spec(spec: str, name: str, dimensions: int) -> None:
    opened = open_embedder(spec).id
    assert (opened.name, opened.dimensions) == (name, dimensions)


@pytest.mark.parametrize("spec", ["", "nothing", "hash:many", "hash:0", "wordllama:0", "wordllama:512", "wordllama:x"])
def test_what_is_no_embedder_is_refused(spec: str) -> None:
    with pytest.raises(InvalidValue):
        open_embedder(spec)


def test_a_text_has_the_same_vector_alone_and_among_many() -> None:
    embedder, texts = open_embedder("wordllama"), [f"refund number {number}, größer" for number in range(40)]
    many = embedder.embed(texts, role="passage")
    assert all((embedder.embed([text], role="query")[0] == row).all() for text, row in zip(texts, many, strict=True))


def test_the_offline_default_reaches_for_no_network() -> None:
    assert open_embedder("wordllama").embed(["refund"], role="query").any()


def test_a_broken_installation_of_the_default_is_told(tmp_path: Path) -> None:
    with pytest.raises(AdapterError):
        WordLlamaEmbedder(tmp_path, "1")


def test_without_the_runtime_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    for module in ("wherefrom.models.embedders.onnx", "wherefrom.models.onnx_session"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    with pytest.raises(MissingExtra) as raised:
        open_embedder("onnx:/somewhere")
    assert raised.value.extra == "onnx"


def _export(folder: Path, **files: object) -> Path:
    folder.mkdir(parents=True)
    (folder / "model.onnx").write_bytes(b"model")
    (folder / "tokenizer.json").write_text("{}")
    for name, content in files.items():
        place = folder / name.replace("__", "/")
        place.parent.mkdir(exist_ok=True)
        place.with_suffix(".json").write_text(json.dumps(content))
    return folder


@pytest.mark.parametrize(
    ("name", "pooling", "query", "passage"),
    [
        ("all-MiniLM-L6-v2", "mean", "", ""),
        ("bge-small-en-v1.5", "cls", "Represent this sentence for searching relevant passages: ", ""),
        ("multilingual-e5-small", "mean", "query: ", "passage: "),
        ("gte-small", "mean", "", ""),
        ("something-else", "mean", "", ""),
    ],
)
def test_a_family_is_run_as_its_authors_do(tmp_path: Path, name: str, pooling: str, query: str, passage: str) -> None:
    export = read_export(_export(tmp_path / name))
    assert (export.pooling, export.query_prefix, export.passage_prefix) == (pooling, query, passage)


def test_what_an_export_says_of_itself_wins(tmp_path: Path) -> None:
    folder = _export(
        tmp_path / "my-e5",
        config_sentence_transformers={"prompts": {"query": "Q: ", "document": "D: "}},
        sentence_bert_config={"max_seq_length": 128},
        **{"1_Pooling__config": {"pooling_mode_cls_token": True}},
    )
    export = read_export(folder)
    assert (export.pooling, export.query_prefix, export.passage_prefix, export.max_tokens) == ("cls", "Q: ", "D: ", 128)


def test_the_fingerprint_follows_the_bytes(tmp_path: Path) -> None:
    folder = _export(tmp_path / "model")
    before = read_export(folder).fingerprint
    assert read_export(folder / "model.onnx").fingerprint == before
    (folder / "model.onnx").write_bytes(b"another")
    assert read_export(folder).fingerprint != before


def test_an_export_without_its_parts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue):
        read_export(tmp_path / "nowhere")
    (tmp_path / "model.onnx").write_bytes(b"model")
    with pytest.raises(InvalidValue, match=r"tokenizer\.json"):
        read_export(tmp_path)
    _export(tmp_path / "bad")
    (tmp_path / "bad" / "config.json").write_text("{")
    with pytest.raises(InvalidValue, match="JSON"):
        read_export(tmp_path / "bad")
