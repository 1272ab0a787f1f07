"""Compressed bytes, opened a piece at a time, so that a small bomb never becomes a large one."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from wherefrom.errors import ContentError

__all__ = ["inflated"]

_PIECE = 256 * 1024
_SLICE = 16 * 1024
_GZIP_OR_ZLIB = 32 + zlib.MAX_WBITS


def inflated(compressed: Iterable[bytes]) -> Iterator[bytes]:
    """gzip (also of several members) or zlib, in bounded pieces. ContentError if it is damaged or stops short."""
    stream = zlib.decompressobj(_GZIP_OR_ZLIB)
    begun = False
    for rest in _slices(compressed):
        while rest:
            if stream.eof:
                stream, begun = zlib.decompressobj(_GZIP_OR_ZLIB), False
            try:
                piece = stream.decompress(rest, _PIECE)
            except zlib.error as error:
                raise ContentError("damaged compressed data", value=str(error)) from None
            begun = True
            rest = stream.unconsumed_tail or stream.unused_data
            # Also when nothing came out: whoever reads gets to look at the clock.
            yield piece
    while begun and not stream.eof:
        piece = stream.decompress(stream.unconsumed_tail, _PIECE)
        if not piece:
            raise ContentError("compressed data that stop short")
        yield piece


def _slices(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Small ones, because what is left after each of many tiny members is copied."""
    for chunk in chunks:
        for start in range(0, len(chunk), _SLICE):
            yield chunk[start : start + _SLICE]
