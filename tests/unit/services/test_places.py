"""A place as it is printed: what it says, and where it leads."""

import io
import json
import subprocess
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

import wherefrom
from tests.pdf_writer import write_pdf
from wherefrom.core.documents import Chunk
from wherefrom.core.evidence import GroundState
from wherefrom.core.paging import ChunkFilter
from wherefrom.errors import AmbiguousId, NotFound
from wherefrom.retrieval.cite import citation_of


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


def test_a_place_as_it_is_printed_leads_back_to_its_passage_in_every_kind(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    write_every_kind(folder)
    assert knowledge.ingest(str(folder)).failed == ()
    printed = places(knowledge)
    assert len(set(printed.values())) == len(printed) > 60
    assert {place: knowledge.show(place).citation.chunk for place in printed.values()} == {
        place: id for id, place in printed.items()
    }


def test_in_a_repository_too(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    write_every_kind(folder)
    (folder / "lib").mkdir()
    (folder / "lib" / "three.md").write_text((folder / "three.md").read_text())
    (folder / "lib" / "my file#1.md").write_text(f"---\ntitle: Another\n---\n\n# One\n\n{long('pine')}\n")
    commit(folder)
    assert knowledge.ingest(str(folder)).failed == ()
    printed = places(knowledge)
    assert len(set(printed.values())) == len(printed)
    assert all(knowledge.show(place).citation.chunk == id for id, place in printed.items())


def test_only_a_place_that_several_passages_share_is_marked(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    (folder / "a.md").write_text(f"# One\n\n{prose('alder')}\n\n# Two\n\n{long('beech')}\n")
    knowledge.ingest(str(folder))
    printed = places(knowledge)
    assert "a.md#One" in printed.values()
    two = {id: place for id, place in printed.items() if place.startswith("a.md#Two")}
    assert len(two) > 1
    assert two == {id: f"a.md#Two~{id[:8]}" for id in two}
    with pytest.raises(AmbiguousId) as told:
        knowledge.show("a.md#Two")
    assert all(place in (told.value.hint or "") for place in list(two.values())[:5])


def test_a_marked_place_leads_to_its_passage_wherever_an_edit_has_put_it(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    (folder / "a.md").write_text(f"# One\n\n{long('alder')}\n")
    knowledge.ingest(str(folder))
    printed = places(knowledge)
    (folder / "a.md").write_text(f"# Zero\n\n{long('zinnia')}\n\n# Other\n\n{long('alder')}\n")
    knowledge.ingest(str(folder))
    shown = {id: knowledge.show(place) for id, place in printed.items()}
    assert all(region.citation.chunk == id for id, region in shown.items())
    assert {region.state.ground.value for region in shown.values()} <= {"fresh", "changed"}


def test_documents_that_have_a_place_in_common_are_told_by_their_passages(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    for number in range(70):
        (folder / f"{number}").mkdir()
        (folder / f"{number}" / "README.md").write_text(f"# Install\n\nRun step {number}.\n")
    knowledge.ingest(str(folder))
    with pytest.raises(AmbiguousId, match="70 passages") as told:
        knowledge.show("README.md#Install")
    assert all(len(id) == 8 for id in (told.value.hint or "").removeprefix("say which: ").split(", ")[:5])


def test_a_file_that_was_read_through_two_sources_has_its_place_once(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    (folder / "a.md").write_text("# Install\n\nRun the step.\n")
    knowledge.ingest(str(folder))
    knowledge.ingest(str(folder / "a.md"))
    hit = knowledge.search("install", recipe="fast").hits[0]
    assert knowledge.show(hit.place).text == hit.text
    (folder / "a.md").unlink()
    knowledge.ingest(str(folder))
    assert ground(knowledge, hit.place) == "gone"


GITHUB = [
    {
        "number": 9,
        "html_url": "https://github.com/o/r/issues/9",
        "title": "Cedar hangs",
        "body": prose("cedar"),
        "updated_at": "2026-01-01T00:00:00Z",
        "comments": [
            {"id": 2, "html_url": "https://github.com/o/r/issues/9#issuecomment-2", "body": prose("dune")},
            {"id": 3, "html_url": "https://github.com/o/r/issues/9#issuecomment-3", "body": long("ember")},
        ],
    },
    {"number": 19, "html_url": "https://github.com/o/r/pull/19", "title": "A pull", "body": prose("fjord")},
]
HOMELESS = [{"number": 9, "title": "Of no repository", "body": prose("grove"), "comments": []}]
JIRA = {
    "issues": [
        {
            "key": "PRJ-2",
            "self": "https://jira.example.org/rest/api/2/issue/2",
            "fields": {"summary": "Iris", "description": prose("iris"), "updated": "2026-01-01"},
        },
        {"key": "PRJ-22", "fields": {"summary": "Kelp", "description": prose("kelp"), "updated": "2026-01-01"}},
    ]
}


def test_places_of_tickets_lead_back_too(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    exports = {"github.json": GITHUB, "homeless.json": HOMELESS, "jira.json": JIRA}
    for name, issues in exports.items():
        (folder / name).write_text(json.dumps(issues))
        assert knowledge.ingest(f"ticket:{folder / name}").failed == ()
    printed = places(knowledge)
    assert {"o/r#9", "o/r#9#2", "o/r#19", "#9", "PRJ-2", "PRJ-22"} <= set(printed.values())
    assert all(knowledge.show(place).citation.chunk == id for id, place in printed.items())


def ground(knowledge: wherefrom.Knowledge, place: str) -> str:
    return knowledge.show(place).state.ground.value


def test_a_place_of_a_document_that_was_deleted_is_gone_with_its_last_words(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    for word in ("alder", "beech"):
        (folder / "three.md").write_text(f"# Sec {word}\n\n{prose(word)}\n")
        knowledge.ingest(str(folder))
    (folder / "three.md").unlink()
    knowledge.ingest(str(folder))
    assert ground(knowledge, "three.md#Sec beech") == "gone"
    assert "beech" in knowledge.show("three.md#Sec beech").text
    assert "alder" in knowledge.show("three.md#Sec alder").text
    with pytest.raises(NotFound):
        knowledge.show("three.md#Sec cedar")


def test_a_place_that_an_edit_took_away_says_what_became_of_it(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    (folder / "a.md").write_text(f"# One\n\n{prose('alder')}\n\n# Two\n\n{prose('beech')}\n")
    knowledge.ingest(str(folder))
    (folder / "a.md").write_text(f"# One\n\n{prose('alder')}\n\n# Second\n\n{prose('beech')}\n")
    knowledge.ingest(str(folder))
    region = knowledge.show("a.md#Two")
    assert (region.state.ground.value, "# Second" in (region.state.now or "")) == ("changed", True)


def function(name: str, note: str = "works") -> str:
    return f'def {name}():\n    """It {note}."""\n' + "".join(f"    step({n}, '{name}')\n" for n in range(20)) + "\n\n"


def test_a_place_at_a_commit_says_what_became_of_it_since(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    file, readme = folder / "a.py", folder / "README.md"
    other = "def removed():\n" + "".join(f"    raise Dragon{n}(sea={n})\n" for n in range(30))
    file.write_text(function("above") + function("kept") + function("edited") + other)
    readme.write_text(f"# One\n\n{prose('alder')}\n\n# Two\n\n{prose('beech')}\n")
    commit(folder)
    knowledge.ingest(str(folder))
    texts = {chunk.id: chunk.text for chunk in passages(knowledge)}
    printed = {name: place for id, place in places(knowledge).items() for name in NAMES if name in texts[id]}
    assert {ground(knowledge, place) for place in printed.values()} == {"fresh"}
    file.write_text(function("above") + "X = 1\n\n\n" + function("kept") + function("edited", "breaks"))
    readme.write_text(f"# Zero\n\n{prose('zinnia')}\n\n" + readme.read_text())
    commit(folder)
    knowledge.ingest(str(folder))
    became = {name: ground(knowledge, place) for name, place in printed.items()}
    assert became == {
        "def above": "fresh",
        "def kept": "moved",
        "def edited": "changed",
        "def removed": "gone",
        "alder": "moved",
    }
    file.unlink()
    commit(folder)
    knowledge.ingest(str(folder))
    assert {ground(knowledge, place) for name, place in printed.items() if name.startswith("def")} == {"gone"}
    readme.unlink()
    commit(folder)
    knowledge.ingest(str(folder))
    assert {ground(knowledge, place) for place in printed.values()} == {"gone"}
    assert "alder" in knowledge.show(printed["alder"]).text


NAMES = ("def above", "def kept", "def edited", "def removed", "alder")


def test_of_two_refs_of_one_repository_a_commit_is_of_the_one_that_it_led_to(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    (folder / "pay.md").write_text("# Pay\n\nRefunds over 100 need two approvals.\n")
    commit(folder)
    subprocess.run(["git", "-C", str(folder), "branch", "v1"], check=True)
    (folder / "other.md").write_text("# Other\n\nOf no matter here.\n")
    second = commit(folder)
    knowledge.ingest(f"{folder}@v1")
    knowledge.ingest(str(folder))
    (folder / "pay.md").unlink()
    commit(folder)
    knowledge.ingest(str(folder))
    region = knowledge.show(f"pay.md@{second[:12]}#Pay")
    assert region.state.ground is GroundState.GONE
    assert "two approvals" in region.text
