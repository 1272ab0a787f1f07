"""Looking at a cited page."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import wherefrom
from tests.pdf_writer import write_pdf
from wherefrom.bootstrap import open_settings
from wherefrom.config import load_settings
from wherefrom.core.locators import Box
from wherefrom.core.regions import Region
from wherefrom.errors import InvalidValue

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
