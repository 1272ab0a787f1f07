"""Text from arguments, files and stdin."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from wherefrom.errors import InvalidValue, UsageError

__all__ = ["STDIN", "lines_of", "opened", "text_of"]

STDIN = "-"


def text_of(said: str | None, file: str | None) -> str | None:
    """What was said, or what the file holds; `-` is stdin either way. None if neither is named."""
    if said is not None and file is not None:
        raise UsageError("the text is given twice", value=file, hint="give it, or name a file")
    place = STDIN if said == STDIN else file
    if place is None:
        return said
    with opened(place) as stream:
        return _decoded(stream.read(), place)


@contextmanager
def opened(place: str) -> Generator[IO[bytes]]:
    if place == STDIN:
        yield sys.stdin.buffer
        return
    with ExitStack() as stack:
        try:
            stream = stack.enter_context(Path(place).open("rb"))
        except OSError as error:
            raise InvalidValue(
                f"this file cannot be read: {error.strerror}", value=place, hint="name another"
            ) from None
        yield stream


def lines_of(stream: IO[bytes]) -> Iterator[str]:
    for number, line in enumerate(stream, start=1):
        yield _decoded(line, f"line {number}")


def _decoded(data: bytes, what: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidValue(
            f"{what} is not UTF-8 at byte {error.start:,}", value=data[error.start : error.end], hint="convert it first"
        ) from None
