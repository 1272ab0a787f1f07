"""Everything that reading sources needs, each part built when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from wherefrom.core.documents import ContentKind, Source, SourceKind
from wherefrom.core.locators import Box
from wherefrom.core.passing_over import Passed
from wherefrom.errors import WherefromError
from wherefrom.ports.blobs import Blobs
from wherefrom.ports.documents import Blob, Chunker, Connector, Keeping, Starting
from wherefrom.ports.reading import Reading, Refused, Unpacked

__all__ = ["KEEPING", "Intake", "Readers"]

KEEPING = SourceKind.REPO
"""The kind of source of which copies are kept."""


class Readers(Protocol):
    """The limited processes, from outside."""

    def read(self, blob: Blob) -> Reading: ...

    def render(self, blob: Blob, page: int, boxes: Sequence[Box]) -> bytes: ...

    def map(
        self, blobs: Iterable[Blob]
    ) -> Iterator[tuple[Blob, Reading | Unpacked | Refused | Passed | WherefromError]]:
        """As they become ready. One that cannot be read is its error; what an archive holds comes one by one, and what
        is not taken out of it is `Refused`, or `Passed` over."""
        ...

    def confinement(self) -> str:
        """What holds here for a process that reads, in words."""
        ...

    def close(self) -> None: ...


@dataclass
class Intake:
    open_connector: Callable[[SourceKind], Connector]
    open_readers: Callable[[], Readers]
    blobs: Blobs
    open_chunkers: Callable[[], Mapping[ContentKind, Chunker]]
    _connectors: dict[SourceKind, Connector] = field(default_factory=dict[SourceKind, Connector])

    def connector(self, kind: SourceKind) -> Connector:
        if kind not in self._connectors:
            self._connectors[kind] = self.open_connector(kind)
        return self._connectors[kind]

    def agree(self, source: Source) -> None:
        """Whoever asks has named what this source starts, if it starts anything."""
        connector = self.connector(source.kind)
        if isinstance(connector, Starting):
            connector.agree(source)

    def keep_copies_of(self, org: str, sources: Iterable[Source]) -> None:
        """Copies that no other source of the org needs go."""
        connector = self.connector(KEEPING)
        if isinstance(connector, Keeping):
            connector.keep_only(org, [source.uri for source in sources if source.kind is KEEPING])

    @cached_property
    def readers(self) -> Readers:
        """The limited processes; none is started before there is something to read."""
        return self.open_readers()

    @cached_property
    def chunkers(self) -> Mapping[ContentKind, Chunker]:
        return self.open_chunkers()

    @cached_property
    def _versions(self) -> frozenset[tuple[str | None, int | None]]:
        return frozenset((each.name, each.version) for each in self.chunkers.values())

    def is_current(self, chunker: str | None, version: int | None) -> bool:
        """An entry that was cut by another version is stale."""
        return (chunker, version) in self._versions

    def let_go(self) -> None:
        """Of connections, and of whatever connectors kept for one look: it must not answer for a later one."""
        for connector in self._connectors.values():
            connector.close()

    def close(self) -> None:
        self.let_go()
        if "readers" in self.__dict__:
            self.readers.close()
            del self.__dict__["readers"]
