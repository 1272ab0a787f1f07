"""The numbered changes of an org, which every index follows."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["NOTHING_YET", "Change", "Mark"]


class Mark(NamedTuple):
    """How far a follower has come. The stamp is random per transaction, so a restored backup is noticed."""

    seq: int
    stamp: str


NOTHING_YET = Mark(0, "")
"""Before the first change of an org."""


class Change(NamedTuple):
    """Something searchable was saved, or is gone. Never shown to a caller: a gap would betray what is hidden."""

    mark: Mark
    kind: str
    id: str
    gone: bool
