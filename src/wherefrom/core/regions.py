"""A cited place, looked at again."""

from __future__ import annotations

from wherefrom.core.documents import Citation, ContentKind
from wherefrom.core.evidence import EvidenceState
from wherefrom.core.locators import Locator
from wherefrom.core.values import value

__all__ = ["Region"]


@value
class Region:
    """What was cited beside what is there now.

    `text` is the cited region as it is stored, `before` and `after` are its surroundings; `places` say where it lies
    now, which is elsewhere when it has moved; `title` is what its document is called now, if otherwise.
    """

    citation: Citation
    state: EvidenceState
    text: str
    before: str = ""
    after: str = ""
    places: tuple[Locator, ...] = ()
    content_kind: ContentKind = ContentKind.DOCUMENT
    blob: str | None = None
    line: int | None = None
    title: str | None = None
