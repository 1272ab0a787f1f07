"""Which programs a person of this machine said that a store may start.

A store says which programs its sources start, and anybody may have written that into it: whoever made the export that
was imported, the repository that brought the store along, or an admin of a shared database on another machine.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from wherefrom.core.ids import sha256

__all__ = ["Programs"]

_OWN_EYES = 0o600


class Programs:
    """Kept in a file of the user's own, as hashes: programs are named with their arguments, which may be secret."""

    def __init__(self, file: Path, store: str) -> None:
        self._file = file
        self._store = store
        self._named: set[str] = set()

    def add(self, said: str) -> None:
        """Where the file cannot be written it is known as long as this process lives."""
        if said in self:
            return
        self._named.add(self._mark(said))
        with suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with open(os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, _OWN_EYES), "a") as file:
                file.write(self._mark(said) + "\n")

    def __contains__(self, said: str) -> bool:
        mark = self._mark(said)
        return mark in self._named or mark in self._kept()

    def _kept(self) -> Iterator[str]:
        with suppress(OSError), self._file.open() as file:
            yield from (line.strip() for line in file)

    def _mark(self, said: str) -> str:
        return sha256(f"{self._store}\0{said}".encode("utf-8", "surrogatepass"))
