"""What a run has done so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from wherefrom.core.ingestion import Failure

__all__ = ["Tally"]


@dataclass
class Tally:
    """`untouched` were fetched and are what they were; `done` of `total` is how far it is."""

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
