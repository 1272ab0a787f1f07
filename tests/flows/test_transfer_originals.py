"""An export carries the originals of what it holds, and an import believes none of them unseen."""

import base64
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import wherefrom
from tests.pdf_writer import write_pdf
from wherefrom.bootstrap import open_settings
from wherefrom.config import load_settings
from wherefrom.core.ids import sha256
from wherefrom.errors import InvalidValue, NotFound
from wherefrom.services import originals

PNG = b"\x89PNG\r\n\x1a\n"


def opened(tmp_path: Path, name: str) -> wherefrom.Knowledge:
    return open_settings(load_settings(store=str(tmp_path / name), environment={}, folder=Path("/")))


@pytest.fixture
def home(tmp_path: Path) -> Iterator[wherefrom.Knowledge]:
    (tmp_path / "handbook.pdf").write_bytes(write_pdf([["All about refunds."], ["And returns."]]))
    with opened(tmp_path, "home.db") as home:
        home.ingest(str(tmp_path / "handbook.pdf"))
        yield home


@pytest.fixture
def away(tmp_path: Path) -> Iterator[wherefrom.Knowledge]:
    with opened(tmp_path, "away.db") as away:
        yield away


def kept(tmp_path: Path, name: str) -> list[str]:
    return sorted(file.name for file in (tmp_path / f"{name}.originals").rglob("*") if file.is_file())


def page(knowledge: wherefrom.Knowledge) -> bytes:
    citation = knowledge.search("refunds").hits[0].citation
    assert citation is not None
    return knowledge.citations.page_image(knowledge.citations.show(citation))


def test_a_page_can_be_looked_at_after_a_move(
    home: wherefrom.Knowledge, away: wherefrom.Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(originals, "_PART", 100)
    lines = list(home.exporting.lines())
    assert sum(json.loads(line).get("kind") == "original" for line in lines) > 3
    (tmp_path / "handbook.pdf").unlink()
    away.importing.lines(lines)
    assert page(away).startswith(PNG)
    again = away.importing.lines(lines)
    assert (again.added, again.conflicting) == (0, 0)
    assert kept(tmp_path, "home.db") == kept(tmp_path, "away.db")


def test_what_was_handed_over_moves_too(away: wherefrom.Knowledge, tmp_path: Path) -> None:
    with opened(tmp_path, "other.db") as other:
        source = other.sources.upload("notes.md", b"All about refunds.")
        away.importing.lines(list(other.exporting.lines()))
    assert away.sources.run(source.id).entries == 1


def test_an_export_without_originals_is_read_as_before(
    home: wherefrom.Knowledge, away: wherefrom.Knowledge, tmp_path: Path
) -> None:
    header, *lines = home.exporting.lines()
    old = [json.dumps({**json.loads(header), "version": 1})]
    away.importing.lines([*old, *(line for line in lines if json.loads(line)["kind"] != "original")])
    with pytest.raises(NotFound):
        page(away)
    away.importing.lines([header, *lines])  # the same again, with them
    assert page(away).startswith(PNG)


def test_a_project_takes_along_the_originals_of_its_own_only(home: wherefrom.Knowledge, tmp_path: Path) -> None:
    home.projects.create("pay")
    (tmp_path / "pay.pdf").write_bytes(write_pdf([["Salaries."]]))
    home.ingest(str(tmp_path / "pay.pdf"), project="pay")
    moved = [json.loads(line) for line in home.exporting.lines(project="pay")]
    expected = sha256((tmp_path / "pay.pdf").read_bytes())
    assert {row["item"]["id"] for row in moved if row.get("kind") == "original"} == {expected}


def spoilt(change: Callable[[dict[str, Any]], object]) -> Callable[[list[dict[str, Any]]], list[dict[str, Any]]]:
    def spoil(parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
        change(parts[-1])
        return parts

    return spoil


@pytest.mark.parametrize(
    "spoil",
    [
        spoilt(lambda part: part.update(data=base64.b64encode(b"other bytes").decode())),
        spoilt(lambda part: part.update(data="!!!")),
        spoilt(lambda part: part.update(data=7)),
        spoilt(lambda part: part.update(parts=0)),
        spoilt(lambda part: part.update(part=-1)),
        spoilt(lambda part: part.update(id="../../escape")),
        lambda parts: parts[:-1],
        lambda parts: parts[1:],
        lambda parts: [*parts, parts[-1]],
        lambda parts: [parts[1], parts[0], *parts[2:]],
    ],
)
def test_an_original_that_is_not_what_it_says_brings_nothing_in(
    home: wherefrom.Knowledge,
    away: wherefrom.Knowledge,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    spoil: Callable[[list[dict[str, Any]]], list[dict[str, Any]]],
) -> None:
    monkeypatch.setattr(originals, "_PART", 300)
    rows = [json.loads(line) for line in home.exporting.lines()]
    at = next(number for number, row in enumerate(rows) if row.get("kind") == "original")
    parts = spoil([row["item"] for row in rows if row.get("kind") == "original"])
    rest = [row for row in rows if row.get("kind") != "original"]
    spoilt_rows = [*rest[:at], *({"kind": "original", "item": part} for part in parts), *rest[at:]]
    with pytest.raises(InvalidValue, match="line"):
        away.importing.lines(map(json.dumps, spoilt_rows))
    assert away.entries.count() == 0
    assert kept(tmp_path, "away.db") == []
    assert not list(tmp_path.rglob("escape*"))


def test_a_bad_line_after_the_originals_leaves_none_of_them(
    home: wherefrom.Knowledge, away: wherefrom.Knowledge, tmp_path: Path
) -> None:
    with pytest.raises(InvalidValue):
        away.importing.lines([*home.exporting.lines(), "{"])
    assert kept(tmp_path, "away.db") == []


def test_what_nobody_refers_to_is_not_kept(
    home: wherefrom.Knowledge, away: wherefrom.Knowledge, tmp_path: Path
) -> None:
    stowaway = {"id": sha256(b"words"), "part": 0, "parts": 1, "data": base64.b64encode(b"words").decode()}
    away.importing.lines([*home.exporting.lines(), json.dumps({"kind": "original", "item": stowaway})])
    assert kept(tmp_path, "away.db") == kept(tmp_path, "home.db")


def test_an_original_is_bounded(
    home: wherefrom.Knowledge, away: wherefrom.Knowledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(originals, "LARGEST_FRAME", 100)
    with pytest.raises(InvalidValue, match="larger"):
        away.importing.lines(home.exporting.lines())
