"""A document that is not where it was: it may be at a place of its source that nothing was read from yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wherefrom.core.documents import Entry, Source, SourceKind
from wherefrom.errors import AdapterError, ContentError, InvalidValue
from wherefrom.ingest.intake import Intake
from wherefrom.ingest.workplace import Workplace
from wherefrom.ports.documents import Blob, Found

__all__ = ["Strays"]

_MEASURED = frozenset({SourceKind.FOLDER, SourceKind.REPO})
"""Sources that tell of each document, before it is fetched, something that another name leaves as it was."""
_LISTED = _MEASURED | {SourceKind.MCP}
"""Sources that can be looked through while somebody waits."""
_MOST_READ = 100


class Strays:
    """Lists each source once; made for one call and thrown away."""

    def __init__(self, workplace: Workplace, intake: Intake) -> None:
        self._place, self._intake = workplace, intake
        self._new: dict[str, Sequence[Found]] = {}

    def candidates(self, source: Source, entry: Entry) -> Iterator[Blob]:
        """What may be the entry's document, or the archive that it lies in."""
        if source.kind not in _LISTED:
            return
        if source.id not in self._new:
            self._new[source.id] = self._looked_through(source)
        likely = self._new[source.id]
        if source.kind in _MEASURED:
            likely = [each for each in likely if _measure(each.revision) == _measure(entry.revision)]
        for each in likely[:_MOST_READ]:
            blob = self._fetched(source, each)
            if blob is not None:
                yield blob

    def _looked_through(self, source: Source) -> Sequence[Found]:
        with self._place.reading() as unit:
            known = {*unit.entries.known(source.id), *unit.entries.hidden_of(source.id)}
        try:
            scan = self._intake.connector(source.kind).scan(source, None)
        except (AdapterError, InvalidValue):  # it is away, with all that was in it
            return ()
        return [each for each in scan.found if each.uri not in known]

    def _fetched(self, source: Source, found: Found) -> Blob | None:
        try:
            return self._intake.connector(source.kind).fetch(source, found)
        except (AdapterError, ContentError):
            return None


def _measure(revision: str | None) -> str | None:
    """What another name leaves as it was: a file's size, git's hash of it."""
    return revision.rpartition("-")[2] if revision else None
