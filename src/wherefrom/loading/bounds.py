"""How much may come out of an archive: counted while it comes, whatever the archive says of itself."""

from __future__ import annotations

import io
from typing import IO

from wherefrom.errors import ContentError

__all__ = ["LARGEST_MEMBER", "STEP", "Bounds", "Counted", "TooLarge", "TooMuch"]

MOST_MEMBERS = 10_000
"""A large source tree. Beyond it, unpack by hand and ingest the folder: that is faster too."""
LARGEST_MEMBER = 64 << 20
LARGEST_TOTAL = 1 << 30
"""Bytes. A member is in memory whole, and three of them when archives nest."""
MOST_TIMES_LARGER = 200
_SMALL_MEMBER = 1 << 20
_SMALL_TOTAL = 16 << 20
"""Text shrinks 3 to 20 times, logs and tables up to 100, bombs 700 and more; below the small sizes it matters not."""

STEP = 32 << 10
_LARGEST_HEADER = 1 << 20
"""A tar's own headers are read in one piece, as long as they say they are."""


class TooMuch(ContentError):
    """The whole archive has used up what it may; there is no point in going on with any part of it."""


class TooLarge(ContentError):
    """This member alone."""

    def __init__(self, most: int) -> None:
        hint = "split it" if most == LARGEST_MEMBER else "if it is to be trusted, ingest the unpacked folder"
        super().__init__(f"it is larger than the {most:,} bytes that it may be", hint=hint)


class Bounds:
    """What is left for one archive and all that is nested in it."""

    def __init__(self, packed: int) -> None:
        self._members = 0
        self._out = 0
        self._most = min(LARGEST_TOTAL, max(_SMALL_TOTAL, MOST_TIMES_LARGER * packed))

    def count_member(self) -> None:
        self._members += 1
        if self._members > MOST_MEMBERS:
            raise TooMuch(
                "this archive has too many members",
                hint=f"at most {MOST_MEMBERS:,} are read; ingest the unpacked folder",
            )

    def count(self, size: int) -> None:
        self._out += size
        if self._out > self._most:
            raise TooMuch(
                "this archive unpacks to too much, as decompression bombs do",
                hint=f"it may give {self._most:,} bytes; if it is to be trusted, ingest the unpacked folder",
            )


class Counted(io.RawIOBase):
    """Unpacked bytes, each counted once; forwards only, which is all that reading in order needs."""

    def __init__(self, stream: IO[bytes], bounds: Bounds) -> None:
        super().__init__()
        self._stream = stream
        self._bounds = bounds
        self._at = 0

    def read(self, size: int = -1, /) -> bytes:
        if not 0 <= size <= _LARGEST_HEADER:
            raise ValueError("a header that claims to be larger than any is")
        data = self._stream.read(size)
        self._at += len(data)
        self._bounds.count(len(data))
        return data

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        if whence != io.SEEK_SET or offset < self._at:
            raise OSError("an archive is read forwards")
        while self._at < offset and self.read(min(STEP, offset - self._at)):
            pass
        return self._at

    def all_of(self, packed: int | None = None) -> bytes:
        """What is left, if it is no larger than a member may be. `packed` is its size inside, where that is known."""
        most = LARGEST_MEMBER
        if packed is not None:
            most = min(most, max(_SMALL_MEMBER, MOST_TIMES_LARGER * packed))
        parts, size = list[bytes](), 0
        while part := self.read(STEP):
            parts.append(part)
            size += len(part)
            if size > most:
                raise TooLarge(most)
        return b"".join(parts)
