"""The contract of every knowledge store. A store's tests subclass it and give one fixture, `store`: an empty one.

The store is held by a person, who may verify and supersede. A store that keeps nothing has a contract of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

import pytest

from wherefrom.core.claims import Claim, ClaimStatus, Scope, ScopeType
from wherefrom.core.evidence import EvidenceRef
from wherefrom.core.histories import ClaimEvent, Step
from wherefrom.core.pointers import from_file, from_human_assertion, from_model_inference, from_tool_result, from_url
from wherefrom.errors import Conflict, IllegalTransition, InvalidValue, MissingEvidence, NotFound
from wherefrom.ports.stores import KnowledgeStore

__all__ = ["KnowledgeStoreContract"]

T = TypeVar("T")

_FILE = from_file("src/sagas/payment.py", repo="acme/payments", commit="abc123")
_A_PERSON = from_human_assertion("alice", 1_000_000.0)
_SAGA = "The payments service uses the saga pattern for transactions."


def _run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def _claim(text: str = _SAGA, *evidence: EvidenceRef, status: str = "observed", **more: Any) -> Claim:
    return Claim(text, evidence or (_FILE,), ClaimStatus(status), **more)


async def _learn(store: KnowledgeStore, claim: Claim) -> str:
    id = await store.write_claim(claim)
    assert id is not None
    return id


async def _one(store: KnowledgeStore, id: str) -> Claim:
    """The claim as it is now; a store has no way to get one, so it is asked for whatever its status."""
    found = await store.query("saga transactions orders", status=[each.value for each in ClaimStatus], limit=100)
    return next(each for each in found if each.id == id)


def _moves(history: Sequence[ClaimEvent]) -> list[tuple[str, str | None, str | None]]:
    return [(step.event, step.before, step.after) for step in history]


class KnowledgeStoreContract:
    """Five methods, and the rules of the lifecycle."""

    @pytest.fixture
    def store(self) -> KnowledgeStore:
        raise NotImplementedError("override the fixture `store`")

    def test_it_is_a_knowledge_store(self, store: KnowledgeStore) -> None:
        assert isinstance(store, KnowledgeStore)

    def test_a_claim_is_kept_under_its_own_id_and_found_by_its_words(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            claim = _claim(domain="architecture", tags=("saga", "transactions"), session_id="s1", branch_id="b1")
            assert await store.write_claim(claim) == claim.id
            (found,) = await store.query("Which pattern is used for transactions?")
            assert (found.id, found.text, found.evidence) == (claim.id, claim.text, claim.evidence)
            assert (found.domain, found.tags) == ("architecture", ("saga", "transactions"))
            assert (found.session_id, found.branch_id) == ("s1", "b1")
            assert found.claim_status is ClaimStatus.OBSERVED
            assert found.actor_type == "agent"
            assert found.created_at > 0

        _run(scenario())

    def test_an_empty_store_answers_with_nothing(self, store: KnowledgeStore) -> None:
        assert _run(store.query("anything at all")) == []

    def test_a_question_that_no_claim_says_anything_of_is_answered_with_nothing(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            for text in (_SAGA, "Deploys happen on Fridays.", "The database is backed up every night."):
                await _learn(store, _claim(text))
            assert await store.query("zebra antarctica") == []
            assert [each.text for each in await store.query("nightly backups of a database")] != []

        _run(scenario())

    def test_a_blank_question_and_an_impossible_limit_are_refused(self, store: KnowledgeStore) -> None:
        for question, limit in (("", 5), ("  ", 5), ("saga", 0), ("saga", -1), ("saga", 101)):
            with pytest.raises(InvalidValue):
                _run(store.query(question, limit=limit))

    def test_the_limit_holds(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            for number in range(4):
                await _learn(store, _claim(f"Service number {number} uses sagas for transactions of its own kind."))
            assert len(await store.query("sagas for transactions", limit=3)) == 3

        _run(scenario())

    def test_what_no_longer_holds_is_not_recalled(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            await _learn(store, _claim("Orders used sagas last year.", valid_until=1_000_000_000.0))
            now = await _learn(store, _claim("Orders use sagas this year.", valid_from=1_000_000_000.0))
            assert [claim.id for claim in await store.query("which orders use sagas")] == [now]

        _run(scenario())

    def test_a_claim_without_evidence_cannot_be_made(self) -> None:
        with pytest.raises(MissingEvidence):
            Claim("It stands on nothing.", ())
        with pytest.raises(ValueError, match="evidence"):
            Claim("It stands on nothing.", ())

    @pytest.mark.parametrize("status", ["verified", "disputed", "superseded"])
    def test_nothing_is_born_judged(self, store: KnowledgeStore, status: str) -> None:
        with pytest.raises(InvalidValue):
            _run(store.write_claim(_claim(status=status)))
        assert _run(store.query("saga transactions", status=[status])) == []

    def test_confidence_is_no_more_than_the_evidence_can_carry(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            guess = _claim("Orders use sagas too.", from_model_inference("s", "m", "it looks alike"), status="inferred")
            found = await _one(store, await _learn(store, guess))
            assert (found.confidence, found.stated_confidence) == (0.6, 1.0)

        _run(scenario())

    def test_the_same_statement_again_adds_evidence_and_no_twin(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            first = await _learn(store, _claim())
            again = await _learn(store, _claim(_SAGA.upper(), from_tool_result("tc_1", "compensate()")))
            assert again == first
            (found,) = await store.query("saga transactions")
            assert [ref.kind.value for ref in found.evidence] == ["file", "tool_result"]
            assert [step.event for step in await store.history(first)] == [Step.LEARNED, Step.EVIDENCE_ADDED]

        _run(scenario())

    def test_the_same_evidence_again_changes_nothing(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            first = await _learn(store, _claim())
            assert await _learn(store, _claim()) == first
            assert len(await store.history(first)) == 1

        _run(scenario())

    def test_an_id_is_used_once(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            claim = _claim()
            await _learn(store, claim)
            with pytest.raises(Conflict, match="there is a claim of this id"):
                await store.write_claim(_claim("Something else entirely.", id=claim.id))

        _run(scenario())

    def test_a_claim_is_verified_then_disputed_and_its_history_tells(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            id = await _learn(store, _claim())
            await store.transition(id, "verified", evidence=[_A_PERSON])
            await store.transition(id, "disputed", reason="the saga was removed in May")
            assert (await _one(store, id)).claim_status is ClaimStatus.DISPUTED
            history = await store.history(id)
            assert _moves(history) == [
                ("learned", None, "observed"),
                ("verified", "observed", "verified"),
                ("disputed", "verified", "disputed"),
            ]
            assert history[1].evidence == (_A_PERSON,)
            assert history[2].reason == "the saga was removed in May"
            assert [step.position for step in history] == [1, 2, 3]
            assert all(step.actor_id for step in history)

        _run(scenario())

    def test_a_move_that_the_lifecycle_lacks_is_refused_and_leaves_no_trace(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            id = await _learn(store, _claim(status="hypothesis"))
            with pytest.raises(IllegalTransition, match="observed"):
                await store.transition(id, "verified", evidence=[_A_PERSON])
            with pytest.raises(InvalidValue):
                await store.transition(id, "true")
            assert len(await store.history(id)) == 1
            await store.transition(id, "observed")
            assert (await _one(store, id)).claim_status is ClaimStatus.OBSERVED

        _run(scenario())

    def test_what_is_not_there_is_not_found(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            id = await _learn(store, _claim())
            for asking in (
                store.transition("nothing", "verified", evidence=[_A_PERSON]),
                store.history("nothing"),
                store.supersede(id, "nothing"),
                store.supersede("nothing", id),
            ):
                with pytest.raises(NotFound):
                    await asking
            assert len(await store.history(id)) == 1

        _run(scenario())

    def test_what_is_disputed_or_superseded_is_recalled_only_when_asked_for(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            old = await _learn(store, _claim())
            new = await _learn(store, _claim("Payments coordinates transactions with two-phase commit."))
            await store.supersede(old, new)
            contested = await _learn(store, _claim("Refunds run in transactions of their own."))
            await store.transition(contested, "disputed", reason="seen otherwise")
            assert [each.id for each in await store.query("transactions")] == [new]
            found = await store.query("transactions", status=["disputed", "superseded"])
            assert {each.id for each in found} == {old, contested}
            assert await store.query("transactions", status=[]) == []

        _run(scenario())

    def test_the_new_claim_says_what_it_supersedes(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            old = await _learn(store, _claim())
            new = await _learn(store, _claim("Orders and payments use sagas for transactions since May."))
            await store.supersede(old, new)
            before, after = await _one(store, old), await _one(store, new)
            assert (before.claim_status, before.supersedes) == (ClaimStatus.SUPERSEDED, None)
            assert (after.claim_status, after.supersedes) == (ClaimStatus.OBSERVED, old)
            assert [step.event for step in await store.history(old)] == ["learned", "superseded"]
            assert [step.event for step in await store.history(new)] == ["learned", "supersedes"]

        _run(scenario())

    def test_nothing_supersedes_itself_or_in_a_circle(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            old = await _learn(store, _claim())
            new = await _learn(store, _claim("Orders and payments use sagas for transactions since May."))
            with pytest.raises(InvalidValue):
                await store.supersede(old, old)
            await store.supersede(old, new)
            with pytest.raises((InvalidValue, Conflict, IllegalTransition)):
                await store.supersede(new, old)
            assert (await _one(store, new)).claim_status is ClaimStatus.OBSERVED

        _run(scenario())

    def test_a_scope_narrows(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            repo = Scope(ScopeType.REPO, "github.com/acme/payments")
            scoped = await _learn(store, _claim(scope_type=repo.type, scope_id=repo.id))
            wide = await _learn(store, _claim("Every service keeps its transactions short."))
            assert {each.id for each in await store.query("transactions")} == {scoped, wide}
            assert [each.id for each in await store.query("transactions", scope=repo)] == [scoped]
            assert await store.query("transactions", scope=Scope(ScopeType.REPO, "another")) == []

        _run(scenario())

    def test_what_holds_for_one_run_is_recalled_in_that_run_alone(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            run = Scope(ScopeType.RUN, "run_1")
            id = await _learn(store, _claim(scope_type=run.type, scope_id=run.id))
            assert await store.query("saga transactions") == []
            assert [each.id for each in await store.query("saga transactions", scope=run)] == [id]

        _run(scenario())

    def test_many_at_once_lose_nothing(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            texts = [f"Queue number {number} is drained every {number + 2} minutes." for number in range(12)]
            ids = await asyncio.gather(*(_learn(store, _claim(text)) for text in texts))
            moves = (store.transition(id, "verified", evidence=[_A_PERSON]) for id in ids)
            await asyncio.gather(*moves)
            histories = await asyncio.gather(*map(store.history, ids))
            assert len(set(ids)) == len(texts)
            assert all([step.event for step in steps] == ["learned", "verified"] for steps in histories)

        _run(scenario())

    def test_of_two_who_move_the_same_claim_one_comes_too_late(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            id = await _learn(store, _claim())
            verify = (store.transition(id, "verified", evidence=[_A_PERSON]) for _ in range(5))
            done = await asyncio.gather(*verify, return_exceptions=True)
            assert [each for each in done if each is None] == [None]
            assert all(isinstance(each, IllegalTransition) for each in done if each is not None)
            assert len(await store.history(id)) == 2

        _run(scenario())

    @pytest.mark.parametrize("id", ["", " ", "\n", "a b", "a/b", "x" * 201, 4])
    def test_an_id_of_the_callers_own_is_one_that_ids_may_be(self, store: KnowledgeStore, id: Any) -> None:
        async def scenario() -> None:
            with pytest.raises(InvalidValue, match="claim id"):
                await store.write_claim(_claim(id=id))
            kept = await _learn(store, _claim(id="user:alice-1"))
            assert [each.id for each in await store.query("saga transactions")] == [kept] == ["user:alice-1"]

        _run(scenario())

    def test_the_same_statement_under_the_same_id_again_is_the_same_claim(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            claim = _claim()
            assert await _learn(store, claim) == await _learn(store, claim) == claim.id
            assert len(await store.history(claim.id)) == 1

        _run(scenario())

    def test_one_status_may_be_named_alone_and_an_unknown_one_is_refused(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            id = await _learn(store, _claim())
            one: Any = "observed"
            assert [each.id for each in await store.query("saga transactions", status=one)] == [id]
            with pytest.raises(InvalidValue, match="unknown claim status"):
                await store.query("saga transactions", status=["true"])

        _run(scenario())

    @pytest.mark.parametrize("limit", [2.5, "3", None, True])
    def test_a_limit_is_a_whole_number(self, store: KnowledgeStore, limit: Any) -> None:
        with pytest.raises(InvalidValue, match="limit"):
            _run(store.query("saga", limit=limit))

    def test_a_question_may_hold_what_no_text_can(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            id = await _learn(store, _claim())
            assert [each.id for each in await store.query("saga\x00transactions")] == [id]
            assert await store.query("zebra\x00\ud800") == []

        _run(scenario())

    @pytest.mark.parametrize(
        "more", [{"domain": "a\x00b"}, {"domain": 5}, {"run_id": 5}, {"session_id": b"s"}, {"tags": [3]}]
    )
    def test_what_is_said_of_a_claim_is_text_that_can_be_kept(
        self, store: KnowledgeStore, more: dict[str, Any]
    ) -> None:
        with pytest.raises(InvalidValue):
            _run(store.write_claim(_claim(**more)))
        assert _run(store.query("saga transactions")) == []

    @pytest.mark.parametrize(
        "more", [{"fields": {"amount": 100}}, {"fields": [1], "template": "refund"}, {"is_personal": "yes"}]
    )
    def test_a_claim_that_is_not_well_formed_cannot_be_made(self, more: dict[str, Any]) -> None:
        """So no store is ever given one."""
        with pytest.raises(InvalidValue):
            _claim(actor_id="ann", **more)

    def test_a_template_that_is_not_there_is_not_found(self, store: KnowledgeStore) -> None:
        with pytest.raises(NotFound, match="no such template"):
            _run(store.write_claim(_claim(template="nowhere", fields={"amount": 100})))
        assert _run(store.query("saga transactions")) == []

    @pytest.mark.parametrize("claim", ["x", None, {"text": _SAGA}, Claim])
    def test_what_is_no_claim_is_refused(self, store: KnowledgeStore, claim: Any) -> None:
        with pytest.raises(InvalidValue, match="this is no claim"):
            _run(store.write_claim(claim))

    @pytest.mark.parametrize("more", [{"project": "nowhere"}, {"audience": ["nobody"]}])
    def test_nobody_writes_what_they_could_not_see(self, store: KnowledgeStore, more: dict[str, Any]) -> None:
        with pytest.raises(InvalidValue):
            _run(store.write_claim(_claim(**more)))

    def test_a_scope_is_no_text(self, store: KnowledgeStore) -> None:
        scope: Any = "repo:acme"
        with pytest.raises(InvalidValue, match="scope"):
            _run(store.query("saga", scope=scope))

    @pytest.mark.parametrize("reason", ["", "  ", "x" * 10_001, 5])
    def test_a_reason_says_something_and_not_too_much(self, store: KnowledgeStore, reason: Any) -> None:
        async def scenario() -> None:
            id = await _learn(store, _claim())
            with pytest.raises(InvalidValue, match="reason"):
                await store.transition(id, "disputed", reason=reason)
            assert len(await store.history(id)) == 1

        _run(scenario())

    def test_the_same_evidence_several_times_is_one_piece(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            page = from_url("https://a.invalid/", 1.0)
            again = from_url("https://a.invalid/", 2.0)
            id = await _learn(store, _claim(_SAGA, _FILE, page, _FILE, again, _FILE))
            assert [ref.kind.value for ref in (await _one(store, id)).evidence] == ["file", "url"]
            await store.transition(id, "verified", evidence=[_A_PERSON, _A_PERSON])
            assert (await store.history(id))[-1].evidence == (_A_PERSON,)

        _run(scenario())

    def test_a_step_says_of_which_show_and_artifact_it_is(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            id = await _learn(store, _claim(show_id="a show", artifact_id="an artifact"))
            await store.transition(id, "verified", evidence=[_A_PERSON])
            told = [(step.show_id, step.artifact_id) for step in await store.history(id)]
            assert told == [("a show", "an artifact")] * 2

        _run(scenario())

    def test_a_claim_and_the_step_that_changed_it_have_one_time(self, store: KnowledgeStore) -> None:
        async def scenario() -> None:
            id, other = await _learn(store, _claim()), await _learn(store, _claim("Orders use sagas."))
            born = await _one(store, id)
            await store.transition(id, "verified", evidence=[_A_PERSON])
            verified = await _one(store, id)
            await store.supersede(id, other)
            times = [step.created_at for step in await store.history(id)]
            assert times == [born.created_at, verified.verified_at, (await _one(store, id)).updated_at]
            assert (born.updated_at, verified.updated_at) == (born.created_at, verified.verified_at)
            assert (await store.history(other))[-1].created_at == (await _one(store, other)).updated_at == times[-1]

        _run(scenario())
