"""A system in a process of its own: none pays for another's threads and objects."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

__all__ = ["Apart", "Opened"]

Opened: TypeAlias = AbstractContextManager[Callable[[Any], Any]]
"""What answers requests; it is closed at the end."""


class Apart:
    """`opens` is called there, with what is given; ImportError where the system is not installed."""

    def __init__(self, opens: Callable[..., Opened], *given: object) -> None:
        spawning = get_context("spawn")
        self._line, theirs = spawning.Pipe()
        self._process = spawning.Process(target=_serve, args=(theirs, opens, given), daemon=True)
        self._process.start()
        theirs.close()
        if (missing := self._line.recv()) is not None:
            self._process.join()
            raise ImportError(missing)

    def ask(self, request: object) -> Any:
        self._line.send(request)
        return self._line.recv()

    def end(self) -> None:
        self._line.send(None)
        self._process.join()


def _serve(line: Connection, opens: Callable[..., Opened], given: tuple[object, ...]) -> None:
    with ExitStack() as stack:
        try:
            answer = stack.enter_context(opens(*given))
        except ImportError as error:
            line.send(str(error))
            return
        line.send(None)
        while (request := line.recv()) is not None:
            line.send(answer(request))
