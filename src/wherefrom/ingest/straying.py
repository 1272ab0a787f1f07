"""A document that is not where it was: the same bytes at a place of its source that nothing was read from yet."""

from __future__ import annotations

from collections.abc import Sequence

from wherefrom.core.documents import Entry, Source, SourceKind
from wherefrom.core.ids import sha256
from wherefrom.errors import AdapterError, ContentError, InvalidValue
from wherefrom.ingest.intake import Intake
from wherefrom.ingest.workplace import Workplace
from wherefrom.ports.documents import Blob, Found

__all__ = ["Strays"]

_LISTED = frozenset({SourceKind.FOLDER, SourceKind.REPO})
"""Sources that can be looked through while somebody waits."""
_MOST_READ = 100


class Strays:
    """Lists each source once; made for one call and thrown away."""

    def __init__(self, workplace: Workplace, intake: Intake) -> None:
        self._place, self._intake = workplace, intake
        self._new: dict[str, Sequence[Found]] = {}

    def found(self, source: Source, entry: Entry) -> Blob | None:
        if source.kind not in _LISTED or entry.revision is None:
            return None
        if source.id not in self._new:
            self._new[source.id] = self._looked_through(source)
        likely = [each for each in self._new[source.id] if _measure(each.revision) == _measure(entry.revision)]
        for each in likely[:_MOST_READ]:
            blob = self._fetched(source, each)
            if blob is not None and sha256(blob.data) == entry.content_hash:
                return blob
        return None

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
