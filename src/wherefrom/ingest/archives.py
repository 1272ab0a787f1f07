"""The archives of a run: what came out of each, and which were read to their end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from wherefrom.core.archives import origin_of
from wherefrom.ingest.workplace import Workplace

__all__ = ["Archives"]


class Archives:
    """Only what is inside an archive that was read to its end is known not to need another look."""

    def __init__(self) -> None:
        self._entries: dict[str, list[str]] = defaultdict(list)
        self._whole: list[str] = []

    def note(self, uri: str, entry: str) -> None:
        """The entry at this place needs no other look while its archive, if it is in one, is what it is."""
        origin = origin_of(uri)
        if origin != uri:
            self._entries[origin].append(entry)

    def close(self, uri: str) -> None:
        self._whole.append(uri)

    def stamp(self, place: Workplace, revisions: Mapping[str, str | None]) -> None:
        if not self._whole:
            return
        with place.writing() as unit:
            for uri in self._whole:
                unit.entries.stamp(self._entries[uri], revisions.get(uri))
            unit.commit()
