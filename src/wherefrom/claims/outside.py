"""The ground outside of the record: each kind of evidence where it is at home."""

from __future__ import annotations

from collections.abc import Callable

from wherefrom.core.evidence import EvidenceKind, EvidenceRef, Standing
from wherefrom.ports.ground import Ground, Pin, Sight

__all__ = ["Outside"]


class Outside:
    """Files and pages, each opened when the first of its kind is asked for."""

    def __init__(self, open_files: Callable[[], Ground], open_pages: Callable[[], Ground]) -> None:
        self._openers = {"files": open_files, "pages": open_pages}
        self._opened: dict[str, Ground] = {}

    def resolved(self, ref: EvidenceRef) -> EvidenceRef:
        return self._of(ref).resolved(ref)

    def pin(self, ref: EvidenceRef) -> Pin:
        return self._of(ref).pin(ref)

    def why_not(self, ref: EvidenceRef) -> str:
        return self._of(ref).why_not(ref)

    def revision(self, ref: EvidenceRef) -> str | None:
        return self._of(ref).revision(ref)

    def look(self, standing: Standing) -> Sight:
        return self._of(standing.ref).look(standing)

    def _of(self, ref: EvidenceRef) -> Ground:
        name = "pages" if ref.kind is EvidenceKind.URL else "files"
        if name not in self._opened:
            self._opened[name] = self._openers[name]()
        return self._opened[name]
