"""Erasing: the one exception to append-only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from wherefrom.core.erasures import Erasures

__all__ = ["Erasure"]


class Erasure(Protocol):
    """The verb that calls it has checked who may."""

    def entry(self, id: str) -> None: ...

    def passages(self, ids: Sequence[str]) -> None:
        """Some of an entry's, with every quote of them; the entry stays."""
        ...

    def rewrite(self, id: str, *, title: str, content: str) -> None:
        """An entry, also one that was deleted, says this instead of what it said; its original is not kept."""
        ...

    def source(self, id: str) -> None:
        """With everything that was read from it."""
        ...

    def claim(self, id: str) -> None:
        """Its words; that there was one, and how it moved, stays."""
        ...

    def person(self, id: str) -> Mapping[str, int]:
        """Everything they contributed; how many of each kind."""
        ...

    def of_source(self, source: str) -> Erasures:
        """What was erased of what is read from a source, so that no run brings it back."""
        ...

    def delay_sweeps(self) -> None:
        """Whoever keeps an original says so before: until this unit ends, no sweep takes what it will refer to."""
        ...

    def begin_sweep(self) -> frozenset[str]:
        """The hashes of all originals that anything in the org refers to, once nobody is about to refer to another.

        Until this unit ends, nobody keeps a new one.
        """
        ...
