"""Batches of documents on their way: while one is written, the next is embedded and the one after that is read.

Reading waits for other processes, embedding is hardly Python's work, and writing waits for the disk: side by side they
take as long as the slowest.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from typing import TypeVar

__all__ = ["carried"]

Read = TypeVar("Read")
Embedded = TypeVar("Embedded")

_MOST_UNDER_WAY = 4
"""Batches that were read and are not written: what a run holds in memory, and what is lost when it ends here."""


def carried(
    batches: Iterable[Read], embed: Callable[[Read], Embedded], write: Callable[[Embedded], None]
) -> Generator[Embedded]:
    """Each batch when it is written, in their order. What fails is raised here, and nothing after it is begun."""
    under_way: deque[Future[Embedded]] = deque()
    embedding = ThreadPoolExecutor(1, thread_name_prefix="embedding")
    writing = ThreadPoolExecutor(1, thread_name_prefix="writing")
    embeds_no_more, writes_no_more = Event(), Event()

    def embedded(batch: Read) -> Embedded:
        with _unless(embeds_no_more):
            return embed(batch)

    def written(coming: Future[Embedded]) -> Embedded:
        with _unless(writes_no_more):
            batch = coming.result()
            write(batch)
            return batch

    try:
        for batch in batches:
            under_way.append(writing.submit(written, embedding.submit(embedded, batch)))
            while under_way and (under_way[0].done() or len(under_way) > _MOST_UNDER_WAY):
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    finally:
        embeds_no_more.set()
        writes_no_more.set()
        embedding.shutdown(cancel_futures=True)
        writing.shutdown(cancel_futures=True)


@contextmanager
def _unless(ended: Event) -> Generator[None]:
    """One failure of a stage is its end: the first is told, and what follows is not begun."""
    if ended.is_set():
        raise CancelledError
    try:
        yield
    except BaseException:
        ended.set()
        raise
