"""Terms of a text, as an index knows its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import overload

__all__ = ["Terms"]

_END = "\n"


class Terms(Sequence[str]):
    """As one text, a term a line: so they travel and are indexed, and hardly anybody looks at one by itself.

    A hundred texts for each passage would take longer to make than all else that is done with them.
    """

    __slots__ = ("written",)

    def __init__(self, written: str = "") -> None:
        self.written = written

    @classmethod
    def of(cls, terms: Iterable[str]) -> Terms:
        """None of them may hold a line end; analysis makes no such term."""
        return cls(_END.join(terms))

    def __add__(self, more: Terms) -> Terms:
        return Terms(_END.join(filter(None, (self.written, more.written))))

    def __bool__(self) -> bool:
        return bool(self.written)

    def __len__(self) -> int:
        return self.written.count(_END) + 1 if self.written else 0

    def __iter__(self) -> Iterator[str]:
        return iter(self.written.split(_END) if self.written else ())

    def __contains__(self, term: object) -> bool:
        if not self.written or not isinstance(term, str) or _END in term:
            return False
        return f"{_END}{term}{_END}" in f"{_END}{self.written}{_END}"

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...
    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        return list(self)[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Terms) and self.written == other.written

    def __hash__(self) -> int:
        return hash(self.written)

    def __repr__(self) -> str:
        return f"Terms({self.written!r})"
