"""A place as it is printed: what it says, and where it leads."""

import io
import json
import subprocess
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import wherefrom
from tests.pdf_writer import write_pdf
from wherefrom.bootstrap import open_settings
from wherefrom.config import load_settings
from wherefrom.core.documents import Chunk
from wherefrom.core.paging import ChunkFilter
from wherefrom.retrieval.cite import citation_of


@pytest.fixture
def knowledge(tmp_path: Path) -> Iterator[wherefrom.Knowledge]:
    said = {"WHEREFROM_EMBEDDER": "hash"}
    with open_settings(load_settings(store=str(tmp_path / "store.db"), environment=said, folder=Path("/"))) as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    return folder


def passages(knowledge: wherefrom.Knowledge) -> list[Chunk]:
    with knowledge.record.read(knowledge.actor) as unit:
        return list(unit.chunks.every(ChunkFilter(personal=True)))


def places(knowledge: wherefrom.Knowledge) -> Mapping[str, str]:
    """The printed place of every passage, by its id."""
    chunks = passages(knowledge)
    with knowledge.record.read(knowledge.actor) as unit:
        headings = unit.entries.headings({chunk.entry for chunk in chunks})
    return {chunk.id: citation_of(chunk, headings[chunk.entry]).place for chunk in chunks}


def prose(word: str, sentences: int = 12) -> str:
    return " ".join(
        f"The {word} rule number {n} is that {word} work is seen by {n + 2} people." for n in range(sentences)
    )


def long(word: str, paragraphs: int = 6) -> str:
    """Too long for one passage."""
    return "\n\n".join(prose(f"{word}{n}") for n in range(paragraphs))


def commit(folder: Path) -> str:
    """All that is there; the commit's id."""
    named = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
    for words in (["init", "-q"], ["add", "--all"], [*named, "commit", "-qm", "x"]):
        subprocess.run(["git", "-C", str(folder), *words], check=True, capture_output=True)
    told = subprocess.run(["git", "-C", str(folder), "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    return told.stdout.strip()


def notebook(cells: Mapping[str, str]) -> str:
    made = [{"cell_type": kind.split()[0], "source": text, "outputs": []} for kind, text in cells.items()]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def archive(files: Mapping[str, str]) -> bytes:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w") as made:
        for name, text in files.items():
            made.writestr(name, text)
    return into.getvalue()


def write_every_kind(folder: Path) -> None:
    """Each with several passages at one place, where its kind has such places."""
    (folder / "three.md").write_text(f"# One\n\n{long('alder')}\n\n# Two\n\n{long('beech')}\n")
    (folder / "plain.txt").write_text(long("cedar"))
    (folder / "unknown.xyz").write_text(long("dune"))
    (folder / "data.json").write_text(json.dumps({"a": long("ember", 12), "b": {"c": [long("fjord", 8)] * 2}}))
    (folder / "lines.jsonl").write_text("".join(json.dumps({"text": long(f"g{n}")}) + "\n" for n in range(3)))
    (folder / "table.csv").write_text("name,text\n" + "".join(f"row{n},{prose('h', 60)}\n" for n in range(4)))
    (folder / "set.toml").write_text(f'[tool]\na = """{long("iris", 8)}"""\n')
    (folder / "book.ipynb").write_text(
        notebook({"markdown 1": f"# Top\n\n{long('juniper')}", "code 2": "x = 1\n" * 900})
    )
    (folder / "page.html").write_text(
        "<html><head><title>A page</title></head><body><main>"
        + "".join(f"<h2>H {n}</h2><p>{prose(f'kelp{n}', 30)}</p>" for n in range(3))
        + "</main></body></html>"
    )
    lines = [f"Line {n} of the report on lime and what it did in {1900 + n}." for n in range(160)]
    (folder / "long.pdf").write_bytes(write_pdf([lines[at : at + 40] for at in range(0, 160, 40)]))
    (folder / "src").mkdir()
    (folder / "src" / "a.py").write_text("".join(f"def f{n}():\n    return {n}\n\n\n" * 30 for n in range(3)))
    (folder / "src" / "min.js").write_text(";".join(f"var maple{n}=function(a){{return a+{n}}}" for n in range(400)))
    (folder / "old.zip").write_bytes(archive({"in/notes.md": f"# Inside\n\n{long('nutmeg')}\n"}))
    (folder / "twice.md").write_text(f"# Same\n\n{long('olive')}\n\n{long('olive')}\n")


def test_every_place_in_a_repository_has_its_commit(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    write_every_kind(folder)
    (folder / ".gitignore").write_text("*.pyc\n# What nobody needs is left out of it.\n")
    head = commit(folder)
    assert knowledge.ingest(str(folder)).failed == ()
    chunks = passages(knowledge)
    assert {getattr(place, "commit", None) for chunk in chunks for place in chunk.locators} == {head}
    assert {place.kind for chunk in chunks for place in chunk.locators} >= {"code", "text", "pdf", "web", "cells"}
    shown = places(knowledge).values()
    for name in (".gitignore#", "three.md#One", "long.pdf#p1", "old.zip!/in/notes.md#Inside", "src/a.py:L1"):
        path, mark = (name.split(":L")[0], ":L") if ":L" in name else (name.split("#")[0], "#")
        assert any(each.startswith(f"{path}@{head[:12]}{mark}") for each in shown), name


def test_a_passage_that_only_has_another_commit_is_fresh(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    (folder / "a.md").write_text(f"# One\n\n{prose('alder')}\n\n# Two\n\n{prose('beech')}\n")
    (folder / "b.py").write_text('def one():\n    """Birds."""\n\n\ndef two():\n    """Fish."""\n' + "    x = 1\n" * 40)
    commit(folder)
    knowledge.ingest(str(folder))
    cited = [knowledge.search(words).hits[0].citation for words in ("alder rule number", "birds one")]
    (folder / "a.md").write_text((folder / "a.md").read_text().replace("beech", "birch"))
    (folder / "b.py").write_text((folder / "b.py").read_text().replace("Fish", "Shoal"))
    commit(folder)
    for _ in range(2):  # before it is read again, and after
        assert [knowledge.show(each).state.ground.value for each in cited if each] == ["fresh", "fresh"]
        knowledge.ingest(str(folder))
