"""What there is to do: what a source has now beside what was read of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from wherefrom.core.documents import Known, SourceStatus
from wherefrom.ports.documents import Found, Scan

__all__ = ["INSIDE", "Orphans", "Plan", "members_of", "origin_of", "planned"]

INSIDE = "!/"
"""Between the address of an archive and the path of what is inside it."""


class Plan(NamedTuple):
    """`changed` must be fetched; `gone` are no longer there; `refused` would be refused again."""

    changed: Sequence[Found]
    unchanged: Sequence[Known]
    gone: Sequence[Known]
    refused: Sequence[Known] = ()


def planned(
    scan: Scan, known: Mapping[str, Known], *, is_current: Callable[[Known], bool], force: bool = False
) -> Plan:
    """A document is unchanged when its origin says so by the same revision, and what was made of it is still right.

    An archive is when that holds of all that came out of it, but for what was refused at this very revision: whatever
    is too deep, encrypted or leads outside stays so.
    """
    members = members_of(known)
    changed: list[Found] = []
    unchanged: list[Known] = []
    refused: list[Known] = []
    for found in scan.found:
        inside = members.get(found.uri)
        if inside is None:
            one = known.get(found.uri)
            if one is not None and not force and _is_same(one, found, is_current):
                unchanged.append(one)
            else:
                changed.append(found)
            continue
        before = [known[uri] for uri in inside]
        again = [each for each in before if _is_refused(each, found)]
        others = [each for each in before if not _is_refused(each, found)] if again else before
        if not force and all(_is_same(each, found, is_current) for each in others):
            unchanged.extend(others)
            refused.extend(again)
        else:
            changed.append(found)
    there = {found.uri for found in scan.found}
    gone = (
        [each for uri, each in known.items() if uri not in there and origin_of(uri) not in there]
        if scan.is_whole
        else []
    )
    return Plan(changed, unchanged, gone, refused)


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


def _is_same(known: Known, found: Found, is_current: Callable[[Known], bool]) -> bool:
    same = found.revision is not None and known.revision == found.revision
    return same and known.status is SourceStatus.INDEXED and is_current(known)


def _is_refused(known: Known, found: Found) -> bool:
    """A failure that has the revision of its archive was final; any other is tried again by every run."""
    same = found.revision is not None and known.revision == found.revision
    return same and known.status is SourceStatus.FAILED and INSIDE in (known.uri or "")


def members_of(known: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """Of each archive the addresses of what was read from inside it."""
    members: dict[str, list[str]] = defaultdict(list)
    for uri in known:
        if INSIDE in uri:
            members[origin_of(uri)].append(uri)
    return members


def origin_of(uri: str) -> str:
    """The archive of what is inside one; anything else is its own origin."""
    return uri.split(INSIDE, 1)[0]
