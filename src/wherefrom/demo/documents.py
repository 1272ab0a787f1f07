"""Documents: cited to the exact place, and read again when they change."""

from __future__ import annotations

from collections.abc import Iterator

from wherefrom.core.evidence import GroundState
from wherefrom.core.locators import PdfLocator
from wherefrom.demo.telling import Story, hold

__all__ = ["change_a_word", "open_a_citation"]

_REFUNDS_PAGE = 7
_OF_THE_HANDBOOK = "who approves a refund over 100 euros?"
_OF_THE_CODE = "where does is_approved check the approvals of a refund"
_WAS = '"""Refunds above 100 euros need two approvals, others none."""'
_NOW = '"""Refunds above 100 euros need three approvals, others none."""'


def open_a_citation(story: Story) -> Iterator[str]:
    """Search in your own words, and open the cited page with the words boxed"""
    yield f'$ wherefrom search "{_OF_THE_HANDBOOK}"'
    result = story.knowledge.search(_OF_THE_HANDBOOK)
    rank, hit = next(found for found in enumerate(result.hits, start=1) if found[1].title == "Lantern Handbook")
    hold(hit.citation is not None and hit.citation.locator.kind == "pdf", "the handbook is cited by its page")
    heading, _, words = hit.text.partition("\n")
    yield f"“{' '.join(words.split())}”"
    yield f"{hit.place} › {heading} · hit {rank} of {len(result.hits)} in {result.milliseconds:.0f} ms"
    yield f"$ wherefrom show {hit.id[:8]} --open"
    region = story.knowledge.show(hit.id)
    page = region.places[0]
    hold(region.state.ground is GroundState.FRESH, "the place still says so")
    hold(isinstance(page, PdfLocator) and page.page == _REFUNDS_PAGE and bool(page.regions), "page and box are known")
    picture = story.knowledge.citations.page_image(region)
    hold(picture.startswith(b"\x89PNG"), "the page can be drawn")
    boxes = len(page.regions) if isinstance(page, PdfLocator) else 0
    yield f"✓ {region.state.ground.value}: page {_REFUNDS_PAGE} as a picture, {boxes} lines boxed"


def change_a_word(story: Story) -> Iterator[str]:
    """Change one word: old citations tell, and only that passage is embedded again"""
    yield "$ wherefrom ingest ."
    report = story.knowledge.ingest(str(story.repository))
    hold(report.embedded == 1, "the line of before is one passage")
    yield f"with the line of step 3: {report.embedded} of {report.chunks} passages embedded"
    hit = story.knowledge.search(_OF_THE_CODE).hits[0]
    hold(hit.place.startswith("src/pay.py:L"), "code is cited by its lines")
    file = story.repository / "src" / "pay.py"
    file.write_text(file.read_text().replace(_WAS, _NOW))
    yield f"$ sed -i 's/two approvals, others/three approvals, others/' {hit.place.partition(':')[0]}"
    yield f"$ wherefrom show {hit.place}"
    region = story.knowledge.show(hit.place)
    hold(region.state.ground is GroundState.CHANGED, "the change is seen at once")
    yield f"≠ {region.state.ground.value}: the place says something else now"
    yield f"  - {_WAS}"
    yield f"  + {_NOW}"
    yield "$ wherefrom ingest ."
    report = story.knowledge.ingest(str(story.repository))
    hold(report.embedded == 1, "one passage is embedded again")
    yield f"{report.unchanged} documents unchanged; {report.embedded} of {report.chunks} passages embedded"
