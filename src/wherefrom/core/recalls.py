"""Whether anything came out of the store while something was done: what a tool says then may be no news."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["Recalls", "note_recall", "recalls_noted"]


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
