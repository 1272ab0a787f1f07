"""Text that is put together from pieces, and the place of each."""

from __future__ import annotations

from wherefrom.loading.groups import Span

__all__ = ["Assembly"]


class Assembly:
    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._length = 0

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    def add(self, piece: str, *, is_tight: bool = False) -> Span:
        """Behind what is there, on the next line if it is tight, else after a blank one."""
        if self._pieces:
            self._append("\n" if is_tight else "\n\n")
        start = self._length
        self._append(piece)
        return Span(start, self._length)

    def _append(self, piece: str) -> None:
        self._pieces.append(piece)
        self._length += len(piece)
