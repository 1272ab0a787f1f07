"""Asking for what will be needed soon while what is needed now is on its way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Generic, NamedTuple, TypeVar

__all__ = ["Ahead"]

_AT_ONCE = 8
_A_HOST = 4
"""Answers under way, or here and not yet taken: in all, and of one host. Few, because each may be large."""

T = TypeVar("T")


class _Coming(NamedTuple, Generic[T]):
    host: str
    answer: Future[T]


class Ahead(Generic[T]):
    """Answers are taken in the order of whoever asks, so that what comes of them does not depend on who was faster.

    For one thread; `ask` is called in others, by key. Close it: what was not taken is thrown away.
    """

    def __init__(self, ask: Callable[[str], T]) -> None:
        self._ask = ask
        self._coming: dict[str, _Coming[T]] = {}
        self._hosts: Counter[str] = Counter()
        self._threads: ThreadPoolExecutor | None = None
        self._is_closed = False

    def begin(self, key: str, host: str) -> None:
        """If there is room, and it was not begun before."""
        if key in self._coming or len(self._coming) >= _AT_ONCE or self._hosts[host] >= _A_HOST:
            return
        if self._threads is None:
            self._threads = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="crawl")
        self._hosts[host] += 1
        self._coming[key] = _Coming(host, self._threads.submit(self._answer, key))

    def is_here(self, key: str) -> bool:
        coming = self._coming.get(key)
        return coming is not None and coming.answer.done()

    def is_coming(self, key: str) -> bool:
        coming = self._coming.get(key)
        return coming is not None and not coming.answer.done()

    @property
    def awaited(self) -> set[Future[Any]]:
        return {coming.answer for coming in self._coming.values() if not coming.answer.done()}

    def take(self, key: str) -> T:
        """The answer, or its error; asked for right here if it was not begun."""
        begun = self._given_up(key)
        return self._ask(key) if begun is None else begun.result()

    def drop(self, key: str) -> None:
        """It turned out that nobody needs it."""
        if begun := self._given_up(key):
            begun.cancel()

    def _given_up(self, key: str) -> Future[T] | None:
        coming = self._coming.pop(key, None)
        if coming is None:
            return None
        self._hosts[coming.host] -= 1
        return coming.answer

    def close(self) -> None:
        self._is_closed = True
        if self._threads is not None:
            self._threads.shutdown(cancel_futures=True)
        self._coming.clear()

    def _answer(self, key: str) -> T:
        if self._is_closed:
            raise RuntimeError("nobody waits for it any more")
        return self._ask(key)
