"""What a run has done so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from wherefrom.core.ingestion import Failure, Progress, Told

__all__ = ["Tally"]


@dataclass
class Tally:
    """`untouched` were fetched and are what they were; `done` of `total` is how far it is, which `told` hears."""

    told: Told | None = None
    total: int = 0
    done: int = 0
    entries: int = 0
    untouched: int = 0
    chunks: int = 0
    embedded: int = 0
    failed: list[Failure] = field(default_factory=list[Failure])
    skipped: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    notices: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    may_be_better_later: bool = False

    def begin(self, total: int, done: int) -> None:
        self.total, self.done = total, done
        self._tell("")

    def finish(self, uri: str) -> None:
        """One more; of an archive all that is inside it, so that there may be more than were found."""
        self.done += 1
        self._tell(uri)

    def _tell(self, uri: str) -> None:
        if self.told is not None:
            self.told(Progress(min(self.done, self.total), self.total, uri))
