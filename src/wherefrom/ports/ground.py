"""Looking at what evidence points at outside of the record: files, artifacts, pages on the web."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from wherefrom.core.evidence import EvidenceRef, GroundState, Standing

__all__ = ["Ground", "Pin", "Sight"]


class Pin(NamedTuple):
    """Evidence as it was found when it was given. `text` is what stands there, None if it could not be reached.

    `ref` carries what pins it: the commit and the hash of a file, the hash of a page as fetched. `whole` is all that
    a quote may stand in, where that is more than the region itself.
    """

    ref: EvidenceRef
    text: str | None
    whole: str | None = None
    revision: str | None = None
    why: str | None = None


class Sight(NamedTuple):
    """What a later look found; `now` are the words of the region, `revision` what spares the next look.

    `place` is where it is now, if it has another name; `why` is the reason where nothing could be read.
    """

    state: GroundState
    now: str | None = None
    revision: str | None = None
    content_hash: str | None = None
    place: str | None = None
    why: str | None = None


class Ground(Protocol):
    def resolved(self, ref: EvidenceRef) -> EvidenceRef:
        """Evidence as a person wrote it: the commit that a branch or a tag after an `@` names now.

        InvalidValue if there is none, and no file has that name either.
        """
        ...

    def pin(self, ref: EvidenceRef) -> Pin:
        """Look at it for the first time. What cannot be reached is no error: the text is None, and `why` says so."""
        ...

    def why_not(self, ref: EvidenceRef) -> str:
        """Why it could not be reached when it was asked for last; it is asked again only if that costs nothing."""
        ...

    def revision(self, ref: EvidenceRef) -> str | None:
        """What makes "unchanged" cheap, without reading; None where that cannot be said."""
        ...

    def look(self, standing: Standing) -> Sight:
        """Look again, beside what was seen."""
        ...
