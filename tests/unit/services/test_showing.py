"""Looking at a cited page."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import wherefrom
from tests.pdf_writer import write_pdf
from wherefrom.bootstrap import open_settings
from wherefrom.config import load_settings
from wherefrom.core.locators import Box, PdfLocator
from wherefrom.core.regions import Region
from wherefrom.errors import InvalidValue
from wherefrom.ingest.limited.pool import LimitedReaders
from wherefrom.ports.documents import Blob

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def knowledge(tmp_path: Path) -> Iterator[wherefrom.Knowledge]:
    with open_settings(load_settings(store=str(tmp_path / "store.db"), environment={}, folder=Path("/"))) as opened:
        yield opened


def cited(knowledge: wherefrom.Knowledge, path: Path, data: bytes) -> Region:
    path.write_bytes(data)
    knowledge.ingest(str(path))
    return knowledge.citations.show(knowledge.search("refunds").hits[0].citation)


def test_a_page_is_never_drawn_in_the_process_of_whoever_asks(
    knowledge: wherefrom.Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hostile(data: bytes, page: int, boxes: Sequence[Box]) -> bytes:
        raise AssertionError("PDFium would run here")

    region = cited(knowledge, tmp_path / "handbook.pdf", write_pdf([["All about refunds."], ["And returns."]]))
    monkeypatch.setattr("wherefrom.loading.pdf_image.page_image", hostile)
    assert knowledge.citations.page_image(region).startswith(PNG)


def test_what_has_no_pages_is_told(knowledge: wherefrom.Knowledge, tmp_path: Path) -> None:
    region = cited(knowledge, tmp_path / "notes.md", b"All about refunds.")
    with pytest.raises(InvalidValue, match="not on a page"):
        knowledge.citations.page_image(region)


def drawn_by(knowledge: wherefrom.Knowledge, monkeypatch: pytest.MonkeyPatch) -> list[tuple[bytes, int, list[Box]]]:
    """The file, the page and the boxes of all that is drawn from now on."""
    drawn: list[tuple[bytes, int, list[Box]]] = []

    def render(_: object, blob: Blob, page: int, boxes: Sequence[Box]) -> bytes:
        drawn.append((blob.data, page, list(boxes)))
        return PNG

    monkeypatch.setattr(LimitedReaders, "render", render)
    return drawn


def places_in(knowledge: wherefrom.Knowledge, data: bytes, words: str) -> tuple[bytes, int, list[Box]]:
    """Where the words stand in this very file, read for itself."""
    place = next(
        piece.locators[0]
        for piece in knowledge._desk.intake.readers.read(Blob("file:///x.pdf", data, "x.pdf")).pieces  # pyright: ignore[reportPrivateUsage]
        if words in piece.text
    )
    assert isinstance(place, PdfLocator)
    return data, place.page, [each.box for each in place.regions]


def test_the_boxes_are_those_of_the_page_they_are_drawn_on(
    knowledge: wherefrom.Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, lines = tmp_path / "handbook.pdf", [f"Line {n} is all about refunds and their {n} uses." for n in range(200)]
    front = [f"Line {n} of the new front has other matters." for n in range(50)]
    before, after = (write_pdf([all[at : at + 40] for at in range(0, len(all), 40)]) for all in (lines, front + lines))
    path.write_bytes(before)
    knowledge.ingest(str(path))
    cited = [hit.citation for hit in knowledge.search("refunds uses", limit=20).hits if hit.citation]
    path.write_bytes(after)
    regions = [knowledge.show(each) for each in cited]
    region = moved = next(each for each in regions if each.state.ground == "moved" and len(each.places) == 1)
    assert moved.places[0] != moved.citation.locator
    drawn = drawn_by(knowledge, monkeypatch)
    knowledge.citations.page_image(moved)
    knowledge.ingest(str(path))
    knowledge.citations.page_image(knowledge.show(region.citation))
    assert drawn == [places_in(knowledge, before, region.text), places_in(knowledge, after, region.text)]


def test_a_page_that_changed_is_drawn_as_it_is_now_and_one_that_is_gone_as_it_was(
    knowledge: wherefrom.Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, lines = tmp_path / "handbook.pdf", [f"Line {n} is all about refunds and their {n} uses." for n in range(20)]
    before, after = write_pdf([lines]), write_pdf([["A new first line."], [*lines[:9], "Another tenth line."]])
    region = cited(knowledge, path, before)
    drawn = drawn_by(knowledge, monkeypatch)
    path.write_bytes(after)
    knowledge.ingest(str(path))
    assert knowledge.show(region.citation).state.ground == "changed"
    knowledge.citations.page_image(knowledge.show(region.citation))
    path.unlink()
    knowledge.ingest(str(path))
    assert knowledge.show(region.citation).state.ground == "gone"
    knowledge.citations.page_image(knowledge.show(region.citation))
    assert [data for data, _, _ in drawn] == [after, after]


def test_what_is_there_and_cannot_be_read_now_is_not_gone(
    knowledge: wherefrom.Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handbook = tmp_path / "handbook.pdf"
    region = cited(knowledge, handbook, write_pdf([["All about refunds."], ["And returns."]]))
    handbook.write_bytes(write_pdf([["All about refunds."]], password="a secret of somebody"))
    assert knowledge.show(region.citation).state.ground == "unreachable"

    def locked(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr("wherefrom.sources.folder._opened", locked)
        assert knowledge.show(region.citation).state.ground == "unreachable"
    handbook.unlink()
    assert knowledge.show(region.citation).state.ground == "gone"
