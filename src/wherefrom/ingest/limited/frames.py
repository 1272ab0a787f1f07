"""Frames on a pipe: a kind, a JSON head and raw bytes, each told its length before it comes.

Never pickle: what a broken process sends is data, and stays data.
"""

from __future__ import annotations

from struct import Struct
from typing import BinaryIO, NamedTuple

from wherefrom.errors import ContentError

__all__ = ["LARGEST_FRAME", "OVERSIZED", "Frame", "FrameBuffer", "framed", "read_frame"]

LARGEST_FRAME = 256 << 20
"""Bytes; larger answers are refused before they are kept, so that no child can fill the parent's memory."""

_LENGTHS = Struct("<cII")


class Frame(NamedTuple):
    """`kind` is one ASCII letter; wire.py names them."""

    kind: bytes
    head: bytes
    body: bytes = b""


def framed(frame: Frame) -> list[bytes]:
    """The parts to write, in order; the body is not copied."""
    size = len(frame.head) + len(frame.body)
    if size > LARGEST_FRAME:
        raise ContentError(
            "too large to hand over",
            value=f"{size:,} bytes",
            hint=f"split it: at most {LARGEST_FRAME:,} bytes are taken",
        )
    start = _LENGTHS.pack(frame.kind, len(frame.head), len(frame.body)) + frame.head
    return [start, frame.body] if frame.body else [start]


def read_frame(stream: BinaryIO) -> Frame | None:
    """The next frame of a blocking stream; None at its end."""
    lengths = stream.read(_LENGTHS.size)
    if len(lengths) < _LENGTHS.size:
        return None
    kind, head, body = _LENGTHS.unpack(lengths)
    frame = Frame(kind, stream.read(head), stream.read(body))
    return frame if len(frame.head) == head and len(frame.body) == body else None


OVERSIZED = Frame(b"", b"null")
"""A kind that nobody understands; what comes after it is not looked at."""


class FrameBuffer:
    """Bytes as they arrive, given out as whole frames."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, data: bytes | memoryview) -> list[Frame]:
        """The frames that are whole now; instead of one that says it is larger than any may be, `OVERSIZED`."""
        self._bytes += data
        frames: list[Frame] = []
        at = 0
        while len(self._bytes) - at >= _LENGTHS.size:
            kind, head, body = _LENGTHS.unpack_from(self._bytes, at)
            start, end = at + _LENGTHS.size, at + _LENGTHS.size + head + body
            if head + body > LARGEST_FRAME:
                return [*frames, OVERSIZED]
            if len(self._bytes) < end:
                break
            with memoryview(self._bytes) as view:
                frames.append(Frame(kind, bytes(view[start : start + head]), bytes(view[start + head : end])))
            at = end
        del self._bytes[:at]
        return frames
