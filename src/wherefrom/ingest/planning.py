"""What there is to do: what a source has now beside what was read of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from wherefrom.core.archives import INSIDE, members_of, origin_of
from wherefrom.core.documents import Known, SourceStatus
from wherefrom.ports.documents import Found, Scan

__all__ = ["Plan", "planned"]


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


def _is_same(known: Known, found: Found, is_current: Callable[[Known], bool]) -> bool:
    same = found.revision is not None and known.revision == found.revision
    return same and known.status is SourceStatus.INDEXED and is_current(known)


def _is_refused(known: Known, found: Found) -> bool:
    """A failure that has the revision of its archive was final; any other is tried again by every run."""
    same = found.revision is not None and known.revision == found.revision
    return same and known.status is SourceStatus.FAILED and INSIDE in (known.uri or "")
