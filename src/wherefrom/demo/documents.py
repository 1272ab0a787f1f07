"""Documents: read from a folder, cited to the exact place, and read again when they change."""

from __future__ import annotations

from collections.abc import Iterator

from wherefrom.core.evidence import GroundState
from wherefrom.core.locators import PdfLocator
from wherefrom.demo.corpus import write_corpus
from wherefrom.demo.telling import Story, hold

__all__ = ["change_a_word", "open_a_citation", "read_a_folder"]

_REFUNDS_PAGE = 7
_QUESTION = "where does is_approved check the approvals of a refund"


def read_a_folder(story: Story) -> Iterator[str]:
    """Read a folder: a handbook as PDF, notes, and code"""
    report = story.knowledge.ingest(str(write_corpus(story.folder / "lantern")))
    hold(not report.failed, "every file can be read")
    yield f"{report.entries} documents, {report.chunks} passages, {report.embedded} embedded"
    hit = story.knowledge.search(_QUESTION).hits[0]
    hold(hit.place.startswith("src/pay.py:L"), "code is cited by its lines")
    yield f"“{_QUESTION}”: {hit.place}"
    again = story.knowledge.ingest(str(story.folder / "lantern"))
    hold(again.embedded == 0 and again.unchanged == report.entries, "a second run has nothing to do")
    yield f"read again: {again.unchanged} unchanged, {again.embedded} embedded"


def open_a_citation(story: Story) -> Iterator[str]:
    """Ask the handbook, and open the cited page with the words boxed"""
    question = "how many approvals does a refund over 100 euros need, and who approves?"
    hit = next(hit for hit in story.knowledge.search(question).hits if hit.title == "Lantern Handbook")
    hold(hit.citation is not None and hit.citation.locator.kind == "pdf", "the handbook is cited by its page")
    region = story.knowledge.show(hit.id)
    page = region.places[0]
    hold(region.state.ground is GroundState.FRESH, "the place still says so")
    hold(isinstance(page, PdfLocator) and page.page == _REFUNDS_PAGE and bool(page.regions), "page and box are known")
    yield f"{hit.place}: “{' '.join(hit.text.split())[:90]}…”"
    picture = story.knowledge.citations.page_image(region)
    hold(picture.startswith(b"\x89PNG"), "the page can be drawn")
    boxes = len(page.regions) if isinstance(page, PdfLocator) else 0
    yield f"{region.state.ground.value}; page {_REFUNDS_PAGE} drawn, {boxes} lines boxed ({len(picture) // 1024} KiB)"


def change_a_word(story: Story) -> Iterator[str]:
    """Change one word in the code; only its passage is embedded again"""
    file = story.folder / "lantern" / "src" / "pay.py"
    hit = story.knowledge.search(_QUESTION).hits[0]
    file.write_text(file.read_text().replace("need two approvals, others none", "need three approvals, others none"))
    region = story.knowledge.show(hit.id)
    hold(region.state.ground is GroundState.CHANGED, "the change is seen at once")
    report = story.knowledge.ingest(str(story.folder / "lantern"))
    hold(report.embedded == 1, "one passage is embedded again")
    yield f"{hit.place} is {region.state.ground.value}; read again: {report.embedded} of {report.chunks} embedded"
