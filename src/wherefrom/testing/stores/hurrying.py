"""Many who learn and move the same claims at once."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from threading import Barrier, Thread

import pytest

from wherefrom.core.claims import ClaimStatus
from wherefrom.core.pointers import from_tool_result
from wherefrom.errors import Conflict, IllegalTransition
from wherefrom.ports.stores import KnowledgeStore
from wherefrom.testing.stores.material import A_PERSON, StoreTests, a_claim, learned

__all__ = ["HurryingTests"]

_THREADS, _CLAIMS = 8, 3


def _text(number: int) -> str:
    return f"Service number {number} uses sagas of its own."


class HurryingTests(StoreTests):
    @pytest.fixture
    def restless(self) -> Iterator[None]:
        """Threads take turns all the time, not after the milliseconds that a short test is over in."""
        before = sys.getswitchinterval()
        sys.setswitchinterval(1e-6)
        yield
        sys.setswitchinterval(before)

    @pytest.fixture
    def turns(self) -> int:
        """How often each thread tries; more for a store that is quick."""
        return 3

    @pytest.mark.usefixtures("restless")
    def test_threads_lose_no_step_and_make_no_illegal_one(self, store: KnowledgeStore, turns: int) -> None:
        ids = [asyncio.run(learned(store, a_claim(_text(number)))) for number in range(_CLAIMS)]
        done: list[str] = []
        start = Barrier(_THREADS)

        async def hurry(thread: int) -> None:
            start.wait()
            for turn in range(turns):
                number = (thread + turn) % _CLAIMS
                try:
                    if turn % 3 == 0:
                        await store.write_claim(a_claim(_text(number), from_tool_result(f"tc_{thread}_{turn}")))
                    else:
                        await store.transition(ids[number], ("verified", "disputed")[turn % 2], evidence=[A_PERSON])
                    done.append(ids[number])
                except (Conflict, IllegalTransition):
                    pass  # somebody else was first

        threads = [Thread(target=asyncio.run, args=(hurry(thread),)) for thread in range(_THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        every = [each.value for each in ClaimStatus]
        found = asyncio.run(store.query("Which service uses sagas?", status=every, limit=100))
        histories = [asyncio.run(store.history(claim.id)) for claim in found]
        assert sum(map(len, histories)) == _CLAIMS + len(done)
        for history in histories:
            assert [step.position for step in history] == list(range(1, len(history) + 1))
            assert [step.before for step in history[1:]] == [step.after for step in history[:-1]]
