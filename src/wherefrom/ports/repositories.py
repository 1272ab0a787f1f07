"""The repositories of a record: items of one kind, as one actor may see them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from wherefrom.core.access import Visibility
from wherefrom.core.attention import AttentionItem
from wherefrom.core.claims import Claim, Scope
from wherefrom.core.documents import Chunk, Entry, Heading, Known, Passage
from wherefrom.core.evidence import Standing
from wherefrom.core.paging import (
    AttentionFilter,
    ChunkFilter,
    ClaimFilter,
    EntryFilter,
    Filter,
    Page,
)
from wherefrom.core.statements import Band

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Attention", "Chunks", "Claims", "Entries", "Grounds", "Repository", "Sketches", "Vectors"]

T = TypeVar("T")
F = TypeVar("F", bound=Filter, contravariant=True)


class Repository(Protocol[T, F]):
    """Rows of one kind as the unit's actor may see them."""

    def get(self, id: str) -> T:
        """NotFound when absent or not visible: one class, one text. In a writing unit the row stays locked."""
        ...

    def get_many(self, ids: Iterable[str]) -> Mapping[str, T]:
        """One round trip; what may not be seen is missing. This is `permit`."""
        ...

    def resolve(self, prefix: str) -> str:
        """The one visible id that begins so; NotFound, or AmbiguousId with some of those that do."""
        ...

    def find(self, where: F, *, after: str | None = None, limit: int = 50) -> Page[T]:
        """By (created_at, id): no row that was there is repeated or skipped while others are written."""
        ...

    def every(self, where: F) -> Iterator[T]:
        """All that match, page by page."""
        ...

    def sample(self, size: int) -> Sequence[str]:
        """The first ids that are not personal: ids are random, so this is a fair sample and the same one each time."""
        ...

    def count(self, where: F) -> int:
        """Of what the actor may see."""
        ...

    def save(self, item: T, *, expected: int | None = None) -> T:
        """Insert or replace, note the change; Conflict if the stored version is not the expected one."""
        ...

    def save_new(self, items: Iterable[T]) -> None:
        """Insert many at once; Conflict if one exists."""
        ...

    def delete(self, id: str) -> None:
        """NotFound as in get; notes the change."""
        ...


class Entries(Repository[Entry, EntryFilter], Protocol):
    """Deleting one leaves a tombstone: out of every read, with its passages, until it is erased."""

    def headings(self, ids: Iterable[str]) -> Mapping[str, Heading]:
        """As get_many, without the text."""
        ...

    def known(self, source: str) -> Mapping[str, Known]:
        """What was read from a source, by the address of each; without their texts."""
        ...

    def hidden_of(self, source: str) -> Mapping[str, str]:
        """The addresses of what was read from a source and the actor may not see, with the hash of each."""
        ...

    def stamp(self, ids: Iterable[str], revision: str | None) -> None:
        """What their origin calls this version of them; nothing else of them changes."""
        ...

    def mark_stale(self, source: str) -> None:
        """All that was read from it, whoever may see it: the next run reads it again."""
        ...

    def passages_of(self, source: str) -> int:
        """How many passages its entries have now."""
        ...

    def originals(self) -> frozenset[str]:
        """The hashes of all originals that anything in the org still refers to, whoever may see it."""
        ...

    def delete_by_source(self, source: str) -> int:
        """All entries of a source at once; how many there were."""
        ...


class Chunks(Repository[Chunk, ChunkFilter], Protocol):
    """Passages; they are seen by whoever may see their entry."""

    def passages(self, ids: Iterable[str]) -> Sequence[Passage]:
        """Those in use, as an index tells of them."""
        ...

    def words_of(self, entries: Iterable[str], *, within: Visibility) -> Mapping[str, frozenset[str]]:
        """The hashes of the passages in use of each; only of entries that are shown to nobody outside `within`."""
        ...

    def retire(self, id: str, *, successor: str | None = None) -> None:
        """Out of search; kept with its successor, so that a citation can show both texts."""
        ...

    def move(self, items: Sequence[Chunk]) -> None:
        """Many at once to another place in the same entry, living again if they were retired; their words stay."""
        ...


class Claims(Repository[Claim, ClaimFilter], Protocol):
    """Claims with their evidence, which is only ever added to."""

    def same_statement(self, text: str) -> Sequence[Claim]:
        """Those that the actor sees and that say the same. Whoever writes keeps others from saying it until commit."""
        ...

    def stand_as(self, id: str, other: str) -> None:
        """Let it stand on what the other claim stands on, word for word, whoever may see which of that."""
        ...


class Sketches(Protocol):
    """The few numbers that a claim shares with those that say nearly the same."""

    def keep(self, claim: str, bands: Iterable[Band]) -> None: ...

    def alike(self, numbers: Sequence[int], *, promising: Callable[[int], bool], limit: int) -> Mapping[str, str]:
        """What claims say that the actor sees, that share such numbers and whose words are promising, by their ids.

        First who shares the most, then the newest.
        """
        ...

    def has_earlier(self) -> bool:
        """Whether claims have numbers as they were drawn before the revision 0006, whoever may see them."""
        ...

    def alike_earlier(self, bands: Sequence[str], *, limit: int) -> Mapping[str, str]:
        """As alike, by such numbers."""
        ...

    def take_earlier(self, most: int) -> Mapping[str, str]:
        """Take such numbers from some claims, whoever may see them; what they say, by their ids.

        They are to get new ones in the same unit. Those that another unit is at are left to it.
        """
        ...


class Attention(Repository[AttentionItem, AttentionFilter], Protocol):
    """One item a cause."""

    def sight(self, item: AttentionItem) -> bool:
        """A cause was seen. Whether there is something new in it: a new cause, or the same with other details.

        What is new in an item that was resolved opens it again.
        """
        ...

    def settle(self, cause: str) -> bool:
        """The cause is gone, so nobody need look any more. Whether there was an item about it."""
        ...

    def weigh(self, causes: Mapping[str, str | None]) -> None:
        """Of each cause, why nobody need look any more: its item, whoever may see it, is resolved and says so.

        With None somebody must look again: it is open, if it was resolved so. What a person resolved stays so.
        """
        ...

    def weigh_contradictions(self, claim: str, why: str | None) -> None:
        """Those between this claim and others, whoever may see them: resolved, and the item says why.

        With None the claim holds again: those that were resolved so, and whose other side holds too, are open again.
        """
        ...


class Grounds(Protocol):
    """What the last look at evidence found. What no claim stands on that holds is left alone."""

    def of(self, claims: Iterable[str]) -> Mapping[str, Sequence[Standing]]:
        """The evidence of each claim, in order; words that the actor may not see are left out."""
        ...

    def keep(self, standings: Iterable[Standing]) -> None: ...

    def restless(self, scope: Scope | None) -> Iterator[Standing]:
        """Evidence on passages that are not as the last look found them."""
        ...

    def outside(self, scope: Scope | None) -> Iterator[Standing]:
        """Evidence on files, artifacts and pages: the record cannot know whether they changed."""
        ...

    def counts(self, scope: Scope | None) -> Mapping[str, int]:
        """How many pieces of evidence are in each state."""
        ...


class Vectors(Protocol):
    """Vectors of one embedder."""

    def get(self, hashes: Iterable[str]) -> Mapping[str, NDArray[np.float32]]: ...

    def add(self, made: Mapping[str, NDArray[np.float32]]) -> None:
        """Keep them; those that are there already stay."""
        ...
