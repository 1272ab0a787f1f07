"""What a store takes in, once and no surer than its evidence, and what it refuses."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from wherefrom.core.claims import Claim, ClaimStatus
from wherefrom.core.histories import Step
from wherefrom.core.pointers import from_model_inference, from_tool_result, from_url
from wherefrom.errors import Conflict, InvalidValue, MissingEvidence, NotFound
from wherefrom.ports.stores import KnowledgeStore
from wherefrom.testing.stores.material import (
    A_PERSON,
    FILE,
    SAGA,
    StoreTests,
    a_claim,
    as_it_is,
    in_a_loop,
    learned,
)

__all__ = ["KeepingTests"]


class KeepingTests(StoreTests):
    """What is written is kept."""

    def test_it_is_a_knowledge_store(self, store: KnowledgeStore) -> None:
        assert isinstance(store, KnowledgeStore)

    @in_a_loop
    async def test_a_claim_is_kept_under_its_own_id_and_found_by_its_words(self, store: KnowledgeStore) -> None:
        claim = a_claim(domain="architecture", tags=("saga", "transactions"), session_id="s1", branch_id="b1")
        assert await store.write_claim(claim) == claim.id
        (found,) = await store.query("Which pattern is used for transactions?")
        assert (found.id, found.text, found.evidence) == (claim.id, claim.text, claim.evidence)
        assert (found.domain, found.tags) == ("architecture", ("saga", "transactions"))
        assert (found.session_id, found.branch_id) == ("s1", "b1")
        assert found.claim_status is ClaimStatus.OBSERVED
        assert found.actor_type == "agent"
        assert found.created_at > 0

    def test_a_claim_without_evidence_cannot_be_made(self) -> None:
        with pytest.raises(MissingEvidence):
            Claim("It stands on nothing.", ())
        with pytest.raises(ValueError, match="evidence"):
            Claim("It stands on nothing.", ())

    @pytest.mark.parametrize("status", ["verified", "disputed", "superseded"])
    @in_a_loop
    async def test_nothing_is_born_judged(self, store: KnowledgeStore, status: str) -> None:
        with pytest.raises(InvalidValue):
            await store.write_claim(a_claim(status=status))
        assert await store.query("saga transactions", status=[status]) == []

    @in_a_loop
    async def test_confidence_is_no_more_than_the_evidence_can_carry(self, store: KnowledgeStore) -> None:
        guess = a_claim("Orders use sagas too.", from_model_inference("s", "m", "it looks alike"), status="inferred")
        found = await as_it_is(store, await learned(store, guess))
        assert (found.confidence, found.stated_confidence) == (0.6, 1.0)

    @in_a_loop
    async def test_the_same_statement_again_adds_evidence_and_no_twin(self, store: KnowledgeStore) -> None:
        first = await learned(store, a_claim())
        again = await learned(store, a_claim(SAGA.upper(), from_tool_result("tc_1", "compensate()")))
        assert again == first
        (found,) = await store.query("saga transactions")
        assert [ref.kind.value for ref in found.evidence] == ["file", "tool_result"]
        assert [step.event for step in await store.history(first)] == [Step.LEARNED, Step.EVIDENCE_ADDED]

    @in_a_loop
    async def test_the_same_evidence_again_changes_nothing(self, store: KnowledgeStore) -> None:
        first = await learned(store, a_claim())
        assert await learned(store, a_claim()) == first
        assert len(await store.history(first)) == 1

    @in_a_loop
    async def test_an_id_is_used_once(self, store: KnowledgeStore) -> None:
        claim = a_claim()
        await learned(store, claim)
        with pytest.raises(Conflict, match="there is a claim of this id"):
            await store.write_claim(a_claim("Something else entirely.", id=claim.id))

    @in_a_loop
    async def test_many_at_once_lose_nothing(self, store: KnowledgeStore) -> None:
        texts = [f"Queue number {number} is drained every {number + 2} minutes." for number in range(12)]
        ids = await asyncio.gather(*(learned(store, a_claim(text)) for text in texts))
        moves = (store.transition(id, "verified", evidence=[A_PERSON]) for id in ids)
        await asyncio.gather(*moves)
        histories = await asyncio.gather(*map(store.history, ids))
        assert len(set(ids)) == len(texts)
        assert all([step.event for step in steps] == ["learned", "verified"] for steps in histories)

    @pytest.mark.parametrize("id", ["", " ", "\n", "a b", "a/b", "x" * 201, 4])
    @in_a_loop
    async def test_an_id_of_the_callers_own_is_one_that_ids_may_be(self, store: KnowledgeStore, id: Any) -> None:
        with pytest.raises(InvalidValue, match="claim id"):
            await store.write_claim(a_claim(id=id))
        kept = await learned(store, a_claim(id="user:alice-1"))
        assert [each.id for each in await store.query("saga transactions")] == [kept] == ["user:alice-1"]

    @in_a_loop
    async def test_the_same_statement_under_the_same_id_again_is_the_same_claim(self, store: KnowledgeStore) -> None:
        claim = a_claim()
        assert await learned(store, claim) == await learned(store, claim) == claim.id
        assert len(await store.history(claim.id)) == 1

    @pytest.mark.parametrize(
        "more", [{"domain": "a\x00b"}, {"domain": 5}, {"run_id": 5}, {"session_id": b"s"}, {"tags": [3]}]
    )
    @in_a_loop
    async def test_what_is_said_of_a_claim_is_text_that_can_be_kept(
        self, store: KnowledgeStore, more: dict[str, Any]
    ) -> None:
        with pytest.raises(InvalidValue):
            await store.write_claim(a_claim(**more))
        assert await store.query("saga transactions") == []

    @pytest.mark.parametrize(
        "more", [{"fields": {"amount": 100}}, {"fields": [1], "template": "refund"}, {"is_personal": "yes"}]
    )
    def test_a_claim_that_is_not_well_formed_cannot_be_made(self, more: dict[str, Any]) -> None:
        """So no store is ever given one."""
        with pytest.raises(InvalidValue):
            a_claim(actor_id="ann", **more)

    @in_a_loop
    async def test_a_template_that_is_not_there_is_not_found(self, store: KnowledgeStore) -> None:
        with pytest.raises(NotFound, match="no such template"):
            await store.write_claim(a_claim(template="nowhere", fields={"amount": 100}))
        assert await store.query("saga transactions") == []

    @pytest.mark.parametrize("claim", ["x", None, {"text": SAGA}, Claim])
    @in_a_loop
    async def test_what_is_no_claim_is_refused(self, store: KnowledgeStore, claim: Any) -> None:
        with pytest.raises(InvalidValue, match="this is no claim"):
            await store.write_claim(claim)

    @pytest.mark.parametrize("more", [{"project": "nowhere"}, {"audience": ["nobody"]}])
    @in_a_loop
    async def test_nobody_writes_what_they_could_not_see(self, store: KnowledgeStore, more: dict[str, Any]) -> None:
        with pytest.raises(InvalidValue):
            await store.write_claim(a_claim(**more))

    @in_a_loop
    async def test_the_same_evidence_several_times_is_one_piece(self, store: KnowledgeStore) -> None:
        page = from_url("https://a.invalid/", 1.0)
        again = from_url("https://a.invalid/", 2.0)
        id = await learned(store, a_claim(SAGA, FILE, page, FILE, again, FILE))
        assert [ref.kind.value for ref in (await as_it_is(store, id)).evidence] == ["file", "url"]
        await store.transition(id, "verified", evidence=[A_PERSON, A_PERSON])
        assert (await store.history(id))[-1].evidence == (A_PERSON,)
