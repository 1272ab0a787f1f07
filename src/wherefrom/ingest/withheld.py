"""What a run leaves alone: what somebody keeps from whoever runs it, and what was erased."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wherefrom.core.documents import Known, Source, SourceKind
from wherefrom.core.erasures import Erasures
from wherefrom.core.ids import sha256
from wherefrom.ingest.planning import Plan
from wherefrom.ingest.renaming import Orphans
from wherefrom.ports.documents import Blob
from wherefrom.ports.record import UnitOfWork

__all__ = ["Withheld"]

_OF_MANY = frozenset({SourceKind.FOLDER, SourceKind.REPO, SourceKind.URL_CRAWL})
"""Sources whose documents can each be a source of their own."""


class Withheld:
    """Both would be new to the run, and come back for everybody to see. They are known by their address, or by their
    bytes if they were renamed meanwhile.
    """

    def __init__(self, source: Source, known: Mapping[str, Known], hidden: Mapping[str, str], erased: Erasures) -> None:
        self._source, self._known, self._hidden, self._erased = source, known, hidden, erased
        self._hidden_hashes = frozenset(hidden.values())
        self._held: set[str] = set()

    @classmethod
    def read(cls, unit: UnitOfWork, source: Source, known: Mapping[str, Known]) -> Withheld:
        return cls(source, known, unit.entries.hidden_of(source.id), unit.erasure.of_source(source.id))

    def without(self, plan: Plan) -> Plan:
        """What need not even be fetched to know that it is left alone."""
        return plan._replace(changed=[found for found in plan.changed if not self._is_there(found.uri)])

    def has(self, blob: Blob, orphans: Orphans) -> bool:
        """Whether to leave it alone. What stood elsewhere until now, and is there no longer, was only renamed."""
        if self._is_there(blob.uri):
            return True
        if blob.uri in self._known or not (self._hidden or self._erased.marks):
            return False
        hash = sha256(blob.data)
        if hash in self._hidden_hashes:
            return True
        if not self._erased.has(hash) or orphans.wait_for(hash):
            return False
        self._held.add(blob.uri)
        return True

    def notices(self) -> Iterator[str]:
        if self._hidden:
            yield f"not yours to see, so not read again: {len(self._hidden)}; run it elevated"
        if self._held:
            back = f"remove this source and add it anew (wherefrom sources remove {self._source.id[:8]} --with-entries)"
            if self._source.kind in _OF_MANY:
                back = f"ingest it by its own address, or {back}"
            yield f"erased, so not read again: {len(self._held)}; to have it back, {back}"

    def _is_there(self, uri: str) -> bool:
        if self._erased.has(uri) and uri not in self._known:
            self._held.add(uri)
            return True
        return uri in self._hidden
