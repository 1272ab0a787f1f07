"""What came out of the store is no news: whether anything did while something was done, and how that is marked."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NoReturn

from wherefrom.errors import InvalidValue

__all__ = ["RECALLED", "Recalls", "as_recalled", "is_recalled", "note_recall", "recalls_noted", "refuse_recalled"]

RECALLED = "What is known about this, from the knowledge store."
"""How every text begins that came out of the store and is kept: so it is known for what it is in any session."""


class Recalls:
    """Shared by all tasks and threads that carry on what was begun here."""

    def __init__(self) -> None:
        self.any = False


_noted: ContextVar[Recalls | None] = ContextVar("recalls", default=None)


@contextmanager
def recalls_noted() -> Generator[Recalls]:
    """Says whether claims or passages were found inside of it."""
    recalls = Recalls()
    token = _noted.set(recalls)
    try:
        yield recalls
    finally:
        _noted.reset(token)


def note_recall() -> None:
    """Something was found in the store. Costs nothing where nobody minds."""
    recalls = _noted.get()
    if recalls is not None:
        recalls.any = True


def as_recalled(text: str) -> str:
    """With the mark."""
    return text if is_recalled(text) else f"{RECALLED}\n\n{text}"


def is_recalled(text: str | None) -> bool:
    return text is not None and text.startswith(RECALLED)


def refuse_recalled(text: str) -> NoReturn:
    """What was recalled is no evidence, of this or of anything."""
    raise InvalidValue(
        "this was recalled, not seen: it stands on nothing new",
        value=text,
        hint="point at what you looked at yourself: a file, a page, a tool's result, a person's word",
    )
