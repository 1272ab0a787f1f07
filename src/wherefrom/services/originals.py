"""Originals on their way from store to store: as lines of an export, and swept where nothing refers to them."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Iterator
from typing import Any

from wherefrom.core.documents import Entry, Source, SourceKind
from wherefrom.core.ids import sha256
from wherefrom.core.values import value
from wherefrom.errors import InvalidValue
from wherefrom.ingest.limited.frames import LARGEST_FRAME
from wherefrom.services.desk import Desk

__all__ = ["OriginalPart", "originals_of", "parts_of", "sweep_originals", "whole_originals"]

_PART = 3 << 20
"""Bytes in a line: many enough that lines are few, few enough that a line is no burden."""


@value
class OriginalPart:
    """`id` is the hash of the whole, which comes in `parts`, one after the other from 0 on; `data` is base64."""

    id: str
    part: int
    parts: int
    data: str


def originals_of(item: Any) -> frozenset[str]:
    """The hashes that an entry, or a source that was handed over, refers to."""
    if isinstance(item, Entry):
        return frozenset({item.blob}) if item.blob else frozenset()
    if isinstance(item, Source) and item.kind is SourceKind.FILE_UPLOAD:
        return frozenset({str(item.config.get("blob"))})
    return frozenset()


def parts_of(hash: str, data: bytes) -> Iterator[OriginalPart]:
    starts = range(0, len(data) or 1, _PART)
    for number, start in enumerate(starts):
        written = base64.b64encode(data[start : start + _PART]).decode("ascii")
        yield OriginalPart(id=hash, part=number, parts=len(starts), data=written)


def whole_originals(lines: Iterable[tuple[int, OriginalPart]]) -> Iterator[tuple[str, bytes]]:
    """Each with its hash, which was checked. InvalidValue, with the number of the line, for what is out of order."""
    whole, expected = bytearray(), OriginalPart(id="", part=0, parts=0, data="")
    number = 0
    for number, part in lines:
        if part.part == 0 and expected.part == expected.parts:
            expected = part
        if (part.id, part.part, part.parts) != (expected.id, expected.part, expected.parts):
            raise _bad(number, part, "a part of an original is missing or out of order")
        whole += _decoded(number, part)
        if len(whole) > LARGEST_FRAME:
            raise _bad(number, part, f"an original is larger than {LARGEST_FRAME:,} bytes")
        expected = OriginalPart(id=part.id, part=part.part + 1, parts=part.parts, data="")
        if expected.part == expected.parts:
            data = bytes(whole)
            whole.clear()
            if sha256(data) != part.id:
                raise _bad(number, part, "an original is not what its hash says")
            yield part.id, data
    if expected.part != expected.parts:
        raise _bad(number, expected, "an original stops short")


def sweep_originals(desk: Desk) -> None:
    """No byte of those that nothing refers to; whoever is about to refer to one has done so, or has not yet kept it."""
    with desk.record.write(desk.actor) as unit:
        desk.intake.blobs.sweep(desk.actor.org, unit.erasure.begin_sweep())


def _decoded(number: int, part: OriginalPart) -> bytes:
    try:
        return base64.b64decode(part.data, validate=True)
    except (binascii.Error, ValueError):
        raise _bad(number, part, "an original is not in base64") from None


def _bad(number: int, part: OriginalPart, what: str) -> InvalidValue:
    return InvalidValue(f"line {number}: {what}", value=part.id, hint="export again; nothing was imported")
