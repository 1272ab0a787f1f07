"""Batches of documents on their way: while one is written, the next is embedded and the one after that is read.

Reading and embedding wait for other processes, and writing for the disk: side by side they take as long as the slowest.
What was embedded is kept before the next is: whenever all ends, one batch is embedded twice, and no more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event, Semaphore
from typing import TypeVar

__all__ = ["carried"]

Read = TypeVar("Read")
Embedded = TypeVar("Embedded")

_MOST_UNDER_WAY = 4
"""Batches that were read and are not written: what a run holds in memory, and what is lost when it ends here."""


def carried(
    batches: Iterable[Read],
    embed: Callable[[Read], Embedded],
    keep: Callable[[Embedded], None],
    write: Callable[[Embedded], None],
) -> Generator[Embedded]:
    """Each batch when it is written, in their order. What fails is raised here, and nothing after it is begun.

    Keeping is done by whoever writes: two that write would only wait for each other.
    """
    under_way: deque[Future[Embedded]] = deque()
    embedding = ThreadPoolExecutor(1, thread_name_prefix="embedding")
    writing = ThreadPoolExecutor(1, thread_name_prefix="writing")
    embeds_no_more, writes_no_more = Event(), Event()
    last_is_kept = Semaphore()

    def embedded(batch: Read) -> Embedded:
        last_is_kept.acquire()
        with _unless(embeds_no_more):
            return embed(batch)

    def written(coming: Future[Embedded]) -> Embedded:
        try:
            with _unless(writes_no_more):
                batch = coming.result()
                keep(batch)
        finally:
            last_is_kept.release()
        with _unless(writes_no_more):
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
        for stage in (embedding, writing):
            stage.shutdown(wait=False, cancel_futures=True)
        last_is_kept.release()  # one may be waiting for what nobody will keep any more
        for stage in (embedding, writing):
            stage.shutdown()


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
