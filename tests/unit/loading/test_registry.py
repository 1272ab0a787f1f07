"""Every kind of document finds its loader."""

import sys

import pytest
import tree_sitter_language_pack as pack

from wherefrom.errors import ContentError, MissingExtra
from wherefrom.loading import code
from wherefrom.loading.registry import KINDS, find_loader, kind_of
from wherefrom.ports.documents import Blob


@pytest.mark.parametrize(
    ("path", "media_type", "data", "kind"),
    [
        ("a.txt", "", b"x", "text"),
        ("notes", "", b"x", "text"),
        ("a.log", "text/plain", b"x", "text"),
        ("a.md", "text/plain; charset=utf-8", b"x", "markdown"),
        ("a.mdx", "", b"x", "markdown"),
        ("blob/a.md", "text/html", b"<p>", "html"),
        ("README.rst", "", b"x", "rst"),
        ("a.CSV", "", b"x", "table"),
        ("a", "text/csv", b"x", "table"),
        ("a.json", "application/json", b"{}", "json"),
        ("api", "application/problem+json", b"{}", "json"),
        ("a.ipynb", "application/json", b"{}", "notebook"),
        ("a.jsonl", "", b"{}", "json lines"),
        ("a.yml", "", b"a: 1", "yaml"),
        ("pyproject.toml", "", b"", "toml"),
        ("a.eml", "", b"From: x", "mail"),
        ("docs/", "text/html; charset=utf-8", b"x", "html"),
        ("docs/", "", b"\n<!DOCTYPE html><p>", "html"),
        ("a.ts", "video/mp2t", b"let a", "code"),
        ("a.py", "text/x-python", b"x", "code"),
        ("Dockerfile.dev", "", b"FROM x", "code"),
        ("run", "", b"#!/usr/bin/env -S python3 -u\n", "code"),
        ("a.txt", "text/plain", b"%PDF-1.7\n", "pdf"),
        ("a.pdf", "", b"x", "pdf"),
        ("SHOP-1", "application/vnd.wherefrom.ticket+json", b"{}", "ticket"),
    ],
)
def test_a_document_is_known(path: str, media_type: str, data: bytes, kind: str) -> None:
    assert kind_of(Blob("x", data, path, media_type)) == kind


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\x00\x00", b"PK\x03\x04\x00\x00broken", b"\x7fELF\x00"])
def test_what_no_loader_reads_is_refused_by_name(data: bytes) -> None:
    with pytest.raises(ContentError, match=r"no loader for thing\.bin"):
        find_loader(Blob("x", data, "thing.bin"))


@pytest.mark.parametrize(
    ("kind", "library"), [("html", "selectolax"), ("docx", "docx"), ("pptx", "pptx"), ("xlsx", "openpyxl")]
)
def test_a_missing_library_names_its_extra(kind: str, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == library]:
        monkeypatch.delitem(sys.modules, name)
    for name in [name for name in sys.modules if name.startswith("wherefrom.loading.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtra) as told:
        find_loader(Blob("x", b"x", f"a.{kind}"))
    assert told.value.extra == KINDS[kind].extra


def test_every_language_has_a_grammar() -> None:
    for language in sorted({*code.LANGUAGES.values(), *code._NAMES.values(), *code._INTERPRETERS.values()}):
        assert pack.get_language(language)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("path", "data", "language"),
    [
        ("a.tsx", b"", "tsx"),
        ("CMakeLists.txt", b"", "cmake"),
        ("bin/run", b"#!/bin/bash -e\n", "bash"),
        ("bin/run", b"#!/usr/bin/python3.11\n", "python"),
        ("bin/run", b"text", None),
        ("a.unknown", b"", None),
    ],
)
def test_a_language_is_known_by_name_or_first_line(path: str, data: bytes, language: str | None) -> None:
    assert code.language_of(Blob("x", data, path)) == language
