"""Renamed: a document at a new place that is an entry whose place is empty, also if it was edited on the way.

Equal bytes are the same document. Otherwise it is the one with which it has the most passages in common, and at least
half of those of the smaller one. Who is gone is known of a source from the beginning, of an archive when it came to
its end; until all are there that may be meant, those that may be renamed wait.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TypeAlias

from wherefrom.core.archives import members_of, origin_of
from wherefrom.core.documents import Known
from wherefrom.core.ids import words_hash
from wherefrom.ingest.batch import Document

__all__ = ["Likeness", "Orphans", "Renaming", "WordsOf"]

WordsOf: TypeAlias = Callable[[Sequence[Known]], Mapping[str, frozenset[str]]]
"""Of entries, by their ids, the hashes of their passages; without those that must not be taken for another."""

_LEAST_SHARED = 0.5
_MOST_HAVING = 16
"""A passage that more entries have (a licence, a letterhead) tells nothing of which one it is, and would take long."""
_MOST_WAITING = 50_000_000
"""Characters; a source that was renamed and edited as a whole is settled in parts, for it may not fit into memory."""


class Orphans:
    """Entries whose place is empty: a new place with the same bytes is the same document, renamed."""

    def __init__(self, gone: Iterable[Known]) -> None:
        self._by_hash: dict[str, list[Known]] = defaultdict(list)
        for each in gone:
            self._by_hash[each.content_hash].append(each)

    def adopted(self, content_hash: str) -> Known | None:
        waiting = self._by_hash.get(content_hash)
        return waiting.pop(0) if waiting else None

    def take(self, known: Known) -> Known:
        self._by_hash[known.content_hash].remove(known)
        return known

    def wait_for(self, content_hash: str) -> bool:
        return bool(self._by_hash.get(content_hash))

    @property
    def left(self) -> Sequence[Known]:
        return [each for waiting in self._by_hash.values() for each in waiting]


class Likeness:
    """Which entries have passages of a document, and how many."""

    def __init__(self, words: Mapping[str, frozenset[str]]) -> None:
        self._sizes = {id: len(hashes) for id, hashes in words.items()}
        having = defaultdict[str, list[str]](list)
        for id, hashes in words.items():
            for each in hashes:
                having[each].append(id)
        self._having = {each: ids for each, ids in having.items() if len(ids) <= _MOST_HAVING}

    def of(self, hashes: frozenset[str]) -> Iterator[tuple[float, str]]:
        """How much of the larger one is common, and with which entry; only where it is enough."""
        shared = Counter(id for each in hashes for id in self._having.get(each, ()))
        for id, count in shared.items():
            smaller, larger = sorted((len(hashes), self._sizes[id]))
            if count >= _LEAST_SHARED * smaller:
                yield count / larger, id


class _Circle:
    """Entries some of which may be gone, and the documents that may be what became of them."""

    def __init__(self, entries: Sequence[Known], words_of: WordsOf) -> None:
        self._entries, self._words_of = entries, words_of
        self._hashes = frozenset(entry.content_hash for entry in entries)
        self.waiting: list[Document] = []
        self.size = 0

    @cached_property
    def _likeness(self) -> Likeness:
        return Likeness(self._words_of(self._entries) if self._entries else {})

    def may_have(self, document: Document) -> bool:
        if not self._entries:
            return False
        is_same = document.entry.content_hash in self._hashes
        return is_same or next(self._likeness.of(_words(document)), None) is not None

    def wait(self, document: Document) -> None:
        self.waiting.append(document)
        self.size += len(document.entry.content)

    def settled(self, orphans: Orphans) -> Iterator[Document]:
        """Those that waited, each as the entry that it is or as a new one; the best match first, ties by address."""
        documents = sorted(self.waiting, key=lambda document: document.entry.uri or "")
        self.waiting, self.size = [], 0
        adopted = [_adopted(document, orphans.adopted(document.entry.content_hash)) for document in documents]
        left = {known.id: known for known in orphans.left}
        pairs = sorted(
            (-share, left[id].uri or "", at, id)
            for at, document in enumerate(adopted)
            if document.known is None
            for share, id in self._likeness.of(_words(document))
            if id in left
        )
        for _, _, at, id in pairs:
            if adopted[at].known is None and id in left:
                adopted[at] = _adopted(adopted[at], orphans.take(left.pop(id)))
        yield from adopted


class Renaming:
    def __init__(self, known: Mapping[str, Known], gone: Iterable[Known], words_of: WordsOf) -> None:
        self.orphans = Orphans(gone)
        self._known, self._words_of = known, words_of
        self._archives = members_of(known)
        self._inside: dict[str, _Circle] = {}
        self._outside = _Circle(self.orphans.left, words_of)
        self._came: set[str] = set()
        self._vanished: list[Known] = []

    def came(self, uri: str) -> None:
        """Something is at this place, whether or not it could be read."""
        self._came.add(uri)

    def placed(self, document: Document) -> Iterator[Document]:
        """As it is to be written; nothing while it waits."""
        uri = document.entry.uri or ""
        self.came(uri)
        archive = self._circle_of(origin_of(uri)) if document.known is None else None
        if archive is not None and archive.may_have(document):
            archive.wait(document)
        else:
            yield from self._placed_outside(document)

    def closed(self, archive: str) -> Iterator[Document]:
        """An archive came to its end: what was in it before and did not come out is gone, or has another name."""
        missing = Orphans(self._known[uri] for uri in self._archives.get(archive, ()) if uri not in self._came)
        circle = self._inside.pop(archive, None)
        for document in circle.settled(missing) if circle else ():
            yield from self._placed_outside(document)
        self._vanished.extend(missing.left)
        if archive in self._known:
            self._vanished.append(self._known[archive])  # that it could not be opened, once

    def vanished(self, uri: str) -> None:
        """What is at this place is no document, and never was: that it had failed is no longer told."""
        if uri in self._known:
            self._vanished.append(self._known[uri])

    def settled(self) -> Iterator[Document]:
        """All came: those that still wait."""
        yield from self._outside.settled(self.orphans)

    @property
    def left(self) -> Sequence[Known]:
        """What is no longer there under any name."""
        return [*self.orphans.left, *self._vanished]

    def _circle_of(self, archive: str) -> _Circle | None:
        if archive not in self._inside and archive in self._archives:
            members = [self._known[uri] for uri in self._archives[archive]]
            self._inside[archive] = _Circle(members, self._words_of)
        return self._inside.get(archive)

    def _placed_outside(self, document: Document) -> Iterator[Document]:
        if document.known is None:
            document = _adopted(document, self.orphans.adopted(document.entry.content_hash))
        if document.known is not None or not self._outside.may_have(document):
            yield document
            return
        self._outside.wait(document)
        if self._outside.size > _MOST_WAITING:
            yield from self.settled()


def _adopted(document: Document, known: Known | None) -> Document:
    if known is None:
        return document
    return replace(document, known=known, entry=replace(document.entry, id=known.id))


def _words(document: Document) -> frozenset[str]:
    return frozenset(words_hash(piece.text) for piece in document.pieces)
