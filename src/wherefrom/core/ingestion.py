"""What an ingest did, and how far it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from wherefrom.core.values import value
from wherefrom.errors import WherefromError

__all__ = ["Drift", "Failure", "IngestReport", "Price", "Progress", "Told"]


@value
class Failure:
    """One document that could not be read; the rest went on."""

    uri: str
    code: str
    reason: str
    hint: str | None = None

    @classmethod
    def of(cls, uri: str, error: WherefromError) -> Failure:
        return cls(uri=uri, code=error.code, reason=error.message, hint=error.hint)


@value
class Price:
    """What embedding costs, as far as it is known: the offline embedders cost nothing, an endpoint its tokens."""

    embedder: str
    tokens: int
    dollars: float | None
    counted_by: str


@value
class IngestReport:
    """Of one run or of several: `entries`, `unchanged` and `removed` are documents, `chunks` and `embedded` passages.

    `entries` are those that are there now and could be read; a failed one that was read before keeps its old text.
    """

    sources: int = 0
    entries: int = 0
    chunks: int = 0
    embedded: int = 0
    unchanged: int = 0
    removed: int = 0
    failed: tuple[Failure, ...] = ()
    skipped: tuple[tuple[str, str], ...] = ()
    notices: tuple[tuple[str, str], ...] = ()
    price: Price | None = None

    def summary(self) -> dict[str, object]:
        """The part that is promised, key by key, to whoever reads JSON."""
        counts = ("sources", "entries", "chunks", "embedded", "unchanged", "removed", "failed")
        return {name: getattr(self, name) for name in counts}

    def __add__(self, other: IngestReport) -> IngestReport:
        return IngestReport(
            sources=self.sources + other.sources,
            entries=self.entries + other.entries,
            chunks=self.chunks + other.chunks,
            embedded=self.embedded + other.embedded,
            unchanged=self.unchanged + other.unchanged,
            removed=self.removed + other.removed,
            failed=self.failed + other.failed,
            skipped=self.skipped + other.skipped,
            notices=self.notices + other.notices,
            price=_sum(self.price, other.price),
        )


class Progress(NamedTuple):
    """Documents done of those that are there, and the one that was done last."""

    done: int
    total: int
    uri: str


Told: TypeAlias = Callable[[Progress], None]


@value
class Drift:
    """How a source differs from what was read of it."""

    source: str
    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    error: str | None = None

    @property
    def has_drifted(self) -> bool:
        return bool(self.new or self.changed or self.gone)


def _sum(one: Price | None, other: Price | None) -> Price | None:
    if one is None or other is None:
        return one or other
    dollars = None if one.dollars is None or other.dollars is None else one.dollars + other.dollars
    return Price(embedder=one.embedder, tokens=one.tokens + other.tokens, dollars=dollars, counted_by=one.counted_by)
