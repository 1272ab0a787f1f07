"""Batches that are read, embedded and written side by side."""

from collections.abc import Iterator
from contextlib import closing
from threading import Event, current_thread

import pytest

from wherefrom.ingest.pipeline import carried

_LONG = 10
"""Seconds; nothing here waits that long unless it is broken."""


def kept(_: object) -> None:
    """Nothing is to be kept."""


def test_batches_are_written_in_their_order_and_told_when_they_are() -> None:
    written: list[str] = []
    for told in carried(range(20), str, kept, written.append):
        assert told in written
    assert written == [str(number) for number in range(20)]


def test_the_next_batch_is_read_and_embedded_while_one_is_written() -> None:
    was_read, was_embedded = Event(), Event()

    def batches() -> Iterator[int]:
        yield 0
        was_read.set()
        yield 1

    def embed(number: int) -> int:
        if number == 1:
            was_embedded.set()
        return number

    def write(number: int) -> None:
        assert number or (was_read.wait(_LONG) and was_embedded.wait(_LONG))

    assert list(carried(batches(), embed, kept, write)) == [0, 1]


def test_embedding_and_writing_have_a_thread_each() -> None:
    threads: set[str] = set()

    def embed(number: int) -> int:
        threads.add(current_thread().name)
        return number

    def write(_: int) -> None:
        threads.add(current_thread().name)

    assert list(carried(range(5), embed, kept, write)) == list(range(5))
    assert len(threads) == 2
    assert current_thread().name not in threads


@pytest.mark.parametrize("stage", ["reading", "embedding", "keeping", "writing"])
def test_what_fails_is_raised_and_nothing_after_it_is_written(stage: str) -> None:
    written: list[int] = []

    def failing(at: str, number: int) -> int:
        if stage == at and number == 3:
            raise RuntimeError(stage)
        return number

    def write(number: int) -> None:
        written.append(failing("writing", number))

    with pytest.raises(RuntimeError, match=stage):
        list(
            carried(
                (failing("reading", number) for number in range(50)),
                lambda each: failing("embedding", each),
                lambda each: kept(failing("keeping", each)),
                write,
            )
        )
    assert written == list(range(len(written))), "none is left out before one that is written"
    assert len(written) <= 3, "and nothing that comes after it"


def test_a_batch_is_embedded_when_the_one_before_it_is_kept_whatever_is_still_written() -> None:
    done: list[tuple[str, int]] = []
    second_is_embedded = Event()

    def embed(number: int) -> int:
        done.append(("embedded", number))
        if number == 1:
            second_is_embedded.set()
        return number

    def write(number: int) -> None:
        assert number or second_is_embedded.wait(_LONG)

    list(carried(range(30), embed, lambda number: done.append(("kept", number)), write))
    assert done == [step for number in range(30) for step in (("embedded", number), ("kept", number))]


def test_no_more_is_read_ahead_than_a_few_batches() -> None:
    read: list[int] = []

    def batches() -> Iterator[int]:
        for number in range(100):
            read.append(number)
            yield number

    may_write = Event()
    with closing(carried(batches(), int, kept, lambda _: assert_set(may_write))) as carrying:
        may_write.set()
        next(carrying)
    assert len(read) < 20


def assert_set(event: Event) -> None:
    assert event.wait(_LONG)
