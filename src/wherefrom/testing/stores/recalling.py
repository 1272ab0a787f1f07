"""What a question finds, and what it must not."""

from __future__ import annotations

from typing import Any

import pytest

from wherefrom.core.claims import Scope, ScopeType
from wherefrom.errors import InvalidValue
from wherefrom.ports.stores import KnowledgeStore
from wherefrom.testing.stores.material import SAGA, StoreTests, a_claim, in_a_loop, learned

__all__ = ["RecallingTests"]


class RecallingTests(StoreTests):
    """Questions and their answers."""

    @in_a_loop
    async def test_an_empty_store_answers_with_nothing(self, store: KnowledgeStore) -> None:
        assert await store.query("anything at all") == []

    @in_a_loop
    async def test_a_question_that_no_claim_answers_gets_nothing(self, store: KnowledgeStore) -> None:
        for text in (SAGA, "Deploys happen on Fridays.", "The database is backed up every night."):
            await learned(store, a_claim(text))
        assert await store.query("zebra antarctica") == []
        assert [each.text for each in await store.query("nightly backups of a database")] != []

    @in_a_loop
    async def test_a_blank_question_and_an_impossible_limit_are_refused(self, store: KnowledgeStore) -> None:
        for question, limit in (("", 5), ("  ", 5), ("saga", 0), ("saga", -1), ("saga", 101)):
            with pytest.raises(InvalidValue):
                await store.query(question, limit=limit)

    @in_a_loop
    async def test_the_limit_holds(self, store: KnowledgeStore) -> None:
        for number in range(4):
            await learned(store, a_claim(f"Service number {number} uses sagas for transactions of its own kind."))
        assert len(await store.query("sagas for transactions", limit=3)) == 3

    @in_a_loop
    async def test_what_no_longer_holds_is_not_recalled(self, store: KnowledgeStore) -> None:
        await learned(store, a_claim("Orders used sagas last year.", valid_until=1_000_000_000.0))
        now = await learned(store, a_claim("Orders use sagas this year.", valid_from=1_000_000_000.0))
        assert [claim.id for claim in await store.query("which orders use sagas")] == [now]

    @in_a_loop
    async def test_what_is_disputed_or_superseded_is_recalled_only_when_asked_for(self, store: KnowledgeStore) -> None:
        old = await learned(store, a_claim())
        new = await learned(store, a_claim("Payments coordinates transactions with two-phase commit."))
        await store.supersede(old, new)
        contested = await learned(store, a_claim("Refunds run in transactions of their own."))
        await store.transition(contested, "disputed", reason="seen otherwise")
        assert [each.id for each in await store.query("transactions")] == [new]
        found = await store.query("transactions", status=["disputed", "superseded"])
        assert {each.id for each in found} == {old, contested}
        assert await store.query("transactions", status=[]) == []

    @in_a_loop
    async def test_a_scope_narrows(self, store: KnowledgeStore) -> None:
        repo = Scope(ScopeType.REPO, "github.com/acme/payments")
        scoped = await learned(store, a_claim(scope_type=repo.type, scope_id=repo.id))
        wide = await learned(store, a_claim("Every service keeps its transactions short."))
        assert {each.id for each in await store.query("transactions")} == {scoped, wide}
        assert [each.id for each in await store.query("transactions", scope=repo)] == [scoped]
        assert await store.query("transactions", scope=Scope(ScopeType.REPO, "another")) == []

    @in_a_loop
    async def test_what_holds_for_one_run_is_recalled_in_that_run_alone(self, store: KnowledgeStore) -> None:
        run = Scope(ScopeType.RUN, "run_1")
        id = await learned(store, a_claim(scope_type=run.type, scope_id=run.id))
        assert await store.query("saga transactions") == []
        assert [each.id for each in await store.query("saga transactions", scope=run)] == [id]

    @in_a_loop
    async def test_one_status_may_be_named_alone_and_an_unknown_one_is_refused(self, store: KnowledgeStore) -> None:
        id = await learned(store, a_claim())
        one: Any = "observed"
        assert [each.id for each in await store.query("saga transactions", status=one)] == [id]
        with pytest.raises(InvalidValue, match="unknown claim status"):
            await store.query("saga transactions", status=["true"])

    @pytest.mark.parametrize("limit", [2.5, "3", None, True])
    @in_a_loop
    async def test_a_limit_is_a_whole_number(self, store: KnowledgeStore, limit: Any) -> None:
        with pytest.raises(InvalidValue, match="limit"):
            await store.query("saga", limit=limit)

    @in_a_loop
    async def test_a_question_may_hold_what_no_text_can(self, store: KnowledgeStore) -> None:
        id = await learned(store, a_claim())
        assert [each.id for each in await store.query("saga\x00transactions")] == [id]
        assert await store.query("zebra\x00\ud800") == []

    @in_a_loop
    async def test_a_scope_is_no_text(self, store: KnowledgeStore) -> None:
        scope: Any = "repo:acme"
        with pytest.raises(InvalidValue, match="scope"):
            await store.query("saga", scope=scope)
