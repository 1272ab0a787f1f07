"""How a claim moves from status to status, and what its history tells."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from wherefrom.core.claims import ClaimStatus
from wherefrom.core.histories import ClaimEvent
from wherefrom.errors import Conflict, IllegalTransition, InvalidValue, NotFound
from wherefrom.ports.stores import KnowledgeStore
from wherefrom.testing.stores.material import A_PERSON, StoreTests, a_claim, as_it_is, in_a_loop, learned

__all__ = ["MovingTests"]


class MovingTests(StoreTests):
    """The rules of the lifecycle."""

    @in_a_loop
    async def test_a_claim_is_verified_then_disputed_and_its_history_tells(self, store: KnowledgeStore) -> None:
        id = await learned(store, a_claim())
        await store.transition(id, "verified", evidence=[A_PERSON])
        await store.transition(id, "disputed", reason="the saga was removed in May")
        assert (await as_it_is(store, id)).claim_status is ClaimStatus.DISPUTED
        history = await store.history(id)
        assert _moves(history) == [
            ("learned", None, "observed"),
            ("verified", "observed", "verified"),
            ("disputed", "verified", "disputed"),
        ]
        assert history[1].evidence == (A_PERSON,)
        assert history[2].reason == "the saga was removed in May"
        assert [step.position for step in history] == [1, 2, 3]
        assert all(step.actor_id for step in history)

    @in_a_loop
    async def test_a_move_that_the_lifecycle_lacks_is_refused_and_leaves_no_trace(self, store: KnowledgeStore) -> None:
        id = await learned(store, a_claim(status="hypothesis"))
        with pytest.raises(IllegalTransition, match="observed"):
            await store.transition(id, "verified", evidence=[A_PERSON])
        with pytest.raises(InvalidValue):
            await store.transition(id, "true")
        assert len(await store.history(id)) == 1
        await store.transition(id, "observed")
        assert (await as_it_is(store, id)).claim_status is ClaimStatus.OBSERVED

    @in_a_loop
    async def test_what_is_not_there_is_not_found(self, store: KnowledgeStore) -> None:
        id = await learned(store, a_claim())
        for asking in (
            store.transition("nothing", "verified", evidence=[A_PERSON]),
            store.history("nothing"),
            store.supersede(id, "nothing"),
            store.supersede("nothing", id),
        ):
            with pytest.raises(NotFound):
                await asking
        assert len(await store.history(id)) == 1

    @in_a_loop
    async def test_the_new_claim_says_what_it_supersedes(self, store: KnowledgeStore) -> None:
        old = await learned(store, a_claim())
        new = await learned(store, a_claim("Orders and payments use sagas for transactions since May."))
        await store.supersede(old, new)
        before, after = await as_it_is(store, old), await as_it_is(store, new)
        assert (before.claim_status, before.supersedes) == (ClaimStatus.SUPERSEDED, None)
        assert (after.claim_status, after.supersedes) == (ClaimStatus.OBSERVED, old)
        assert [step.event for step in await store.history(old)] == ["learned", "superseded"]
        assert [step.event for step in await store.history(new)] == ["learned", "supersedes"]

    @in_a_loop
    async def test_nothing_supersedes_itself_or_in_a_circle(self, store: KnowledgeStore) -> None:
        old = await learned(store, a_claim())
        new = await learned(store, a_claim("Orders and payments use sagas for transactions since May."))
        with pytest.raises(InvalidValue):
            await store.supersede(old, old)
        await store.supersede(old, new)
        with pytest.raises((InvalidValue, Conflict, IllegalTransition)):
            await store.supersede(new, old)
        assert (await as_it_is(store, new)).claim_status is ClaimStatus.OBSERVED

    @in_a_loop
    async def test_of_two_who_move_the_same_claim_one_comes_too_late(self, store: KnowledgeStore) -> None:
        id = await learned(store, a_claim())
        verify = (store.transition(id, "verified", evidence=[A_PERSON]) for _ in range(5))
        done = await asyncio.gather(*verify, return_exceptions=True)
        assert [each for each in done if each is None] == [None]
        assert all(isinstance(each, IllegalTransition) for each in done if each is not None)
        assert len(await store.history(id)) == 2

    @pytest.mark.parametrize("reason", ["", "  ", "x" * 10_001, 5])
    @in_a_loop
    async def test_a_reason_says_something_and_not_too_much(self, store: KnowledgeStore, reason: Any) -> None:
        id = await learned(store, a_claim())
        with pytest.raises(InvalidValue, match="reason"):
            await store.transition(id, "disputed", reason=reason)
        assert len(await store.history(id)) == 1

    @in_a_loop
    async def test_a_step_says_of_which_show_and_artifact_it_is(self, store: KnowledgeStore) -> None:
        id = await learned(store, a_claim(show_id="a show", artifact_id="an artifact"))
        await store.transition(id, "verified", evidence=[A_PERSON])
        told = [(step.show_id, step.artifact_id) for step in await store.history(id)]
        assert told == [("a show", "an artifact")] * 2

    @in_a_loop
    async def test_a_claim_and_the_step_that_changed_it_have_one_time(self, store: KnowledgeStore) -> None:
        id, other = await learned(store, a_claim()), await learned(store, a_claim("Orders use sagas."))
        born = await as_it_is(store, id)
        await store.transition(id, "verified", evidence=[A_PERSON])
        verified = await as_it_is(store, id)
        await store.supersede(id, other)
        times = [step.created_at for step in await store.history(id)]
        assert times == [born.created_at, verified.verified_at, (await as_it_is(store, id)).updated_at]
        assert (born.updated_at, verified.updated_at) == (born.created_at, verified.verified_at)
        assert (await store.history(other))[-1].created_at == (await as_it_is(store, other)).updated_at == times[-1]


def _moves(history: Sequence[ClaimEvent]) -> list[tuple[str, str | None, str | None]]:
    return [(step.event, step.before, step.after) for step in history]
