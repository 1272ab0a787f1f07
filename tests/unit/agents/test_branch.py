"""Sessions hand on what they have; a branch learns, recalls, verifies and disputes as an agent."""

import asyncio
import time
from pathlib import Path
from typing import Any, cast

import pytest

from wherefrom import AccessDenied, InvalidValue, Scope, ScriptedModel, UsageError
from wherefrom.claims.logs import MemoryLog, SeveralLogs
from wherefrom.core.claims import ScopeType
from wherefrom.errors import MissingEvidence
from wherefrom.knowledge import (
    Branch,
    MemoryKnowledgeStore,
    NullKnowledgeStore,
    Session,
    SQLiteKnowledgeStore,
    from_file,
    from_human_assertion,
    from_model_inference,
    from_user_statement,
)

FILE = from_file("handbook.md")
TEXT = "Refunds need two approvals."


def test_a_branch_without_a_store_works_and_keeps_nothing() -> None:
    async def scenario() -> None:
        branch = Branch(system="You are a researcher")
        assert isinstance(branch.knowledge, NullKnowledgeStore)
        assert await branch.learn(TEXT, [FILE]) is None
        assert await branch.recall("refunds") == []
        await branch.verify("anything")
        await branch.dispute("anything", "because")

    asyncio.run(scenario())


def test_a_branch_inherits_the_store_of_its_session_unless_it_has_its_own() -> None:
    store = MemoryKnowledgeStore()
    session = Session(knowledge_store=store)
    inherits, alone = session.new_branch(system="one"), session.new_branch(knowledge_store=NullKnowledgeStore())
    assert inherits._knowledge_store is session._knowledge_store is store
    assert isinstance(alone._knowledge_store, NullKnowledgeStore)
    assert session.branches == [inherits, alone]
    assert inherits.session_id == alone.session_id == session.id
    assert inherits.id != alone.id


def test_a_claim_names_its_session_its_branch_and_what_it_is_about() -> None:
    async def scenario() -> None:
        branch = Session(knowledge_store=MemoryKnowledgeStore()).new_branch()
        repo = Scope(ScopeType.REPO, "acme/payments")
        id = await branch.learn(TEXT, [FILE], domain="policy", tags=["refunds"], confidence=0.8, scope=repo)
        (claim,) = await branch.recall("refunds", scope=repo)
        assert (claim.id, claim.session_id, claim.branch_id) == (id, branch.session_id, branch.id)
        assert (claim.domain, claim.tags, claim.confidence, claim.scope) == ("policy", ("refunds",), 0.8, repo)
        assert (claim.actor_type, claim.claim_status) == ("agent", "observed")

    asyncio.run(scenario())


@pytest.mark.parametrize("store", [NullKnowledgeStore(), MemoryKnowledgeStore()])
def test_nothing_is_learned_without_evidence(store: Any) -> None:
    branch = Branch(knowledge_store=store)
    with pytest.raises(MissingEvidence) as told:
        asyncio.run(branch.learn(TEXT, []))
    assert isinstance(told.value, ValueError)
    assert not branch.logs.entries


@pytest.mark.parametrize("store", [NullKnowledgeStore(), MemoryKnowledgeStore()])
def test_what_is_no_evidence_is_told_before_anything_is_done(store: Any) -> None:
    async def scenario() -> None:
        branch: Any = Branch(knowledge_store=store)
        for wrong in (["I saw it"], "I saw it", [{"kind": "file"}], 5):
            for act in (
                branch.learn(TEXT, wrong),
                branch.verify("c", wrong),
                branch.dispute("c", "no", wrong),
            ):
                with pytest.raises(InvalidValue, match="points at nothing"):
                    await act
        with pytest.raises(MissingEvidence):
            await branch.learn(TEXT, None)
        with pytest.raises(InvalidValue):
            await branch.learn(TEXT, [FILE], tags=5)
        assert not branch.logs.entries
        await branch.learn(TEXT, FILE, tags="refunds")
        assert [claim.tags for claim in await branch.recall("refunds")] in ([], [("refunds",)])

    asyncio.run(scenario())


def test_an_agent_verifies_on_a_persons_word_alone() -> None:
    async def scenario() -> None:
        branch = Branch(knowledge_store=MemoryKnowledgeStore())
        id = str(await branch.learn(TEXT, [FILE]))
        with pytest.raises(AccessDenied):
            await branch.verify(id)
        with pytest.raises(AccessDenied, match="cannot be checked"):
            await branch.verify(id, evidence=[from_user_statement(branch.session_id, "never said")])
        said = await branch.msgs.add("user", "I looked: it is two.")
        await branch.verify(id, evidence=[from_user_statement(branch.session_id, said.id)])
        assert [claim.claim_status for claim in await branch.recall("refunds")] == ["verified"]

    asyncio.run(scenario())


def test_an_agent_verifies_on_what_a_person_asserted_elsewhere_because_whoever_runs_it_answers_for_it() -> None:
    async def scenario() -> None:
        branch = Branch(knowledge_store=MemoryKnowledgeStore())
        id = str(await branch.learn(TEXT, [from_model_inference("s", "m", "so it seems")]))
        await branch.verify(id, [from_human_assertion("alice", time.time())])
        (claim,) = await branch.recall("refunds")
        assert (claim.claim_status, claim.verified_by, claim.confidence) == ("verified", "agent", 0.95)
        assert [ref.unproven for ref in claim.evidence] == [None, None]

    asyncio.run(scenario())


def test_what_is_disputed_is_recalled_only_when_asked_for() -> None:
    async def scenario() -> None:
        branch = Branch(knowledge_store=MemoryKnowledgeStore())
        id = str(await branch.learn(TEXT, [FILE]))
        with pytest.raises(InvalidValue):
            await branch.dispute(id, " ")
        await branch.dispute(id, "three since May")
        assert await branch.recall("refunds") == []
        assert [claim.id for claim in await branch.recall("refunds", status=["disputed"])] == [id]

    asyncio.run(scenario())


def test_supersede_and_history_are_not_on_the_branch() -> None:
    assert not {"supersede", "history", "forget", "undo"} & set(dir(Branch))


def test_every_action_is_logged_in_the_shape_that_audit_tools_read() -> None:
    async def scenario() -> None:
        log = MemoryLog()
        branch = Session(knowledge_store=MemoryKnowledgeStore(), log=log).new_branch()
        id = await branch.learn(TEXT, [FILE, from_model_inference("s", "m", "so it seems")])
        assert log.entries == list(branch.logs.entries)
        (entry,) = log.entries
        assert entry == {
            "event": "knowledge.learn",
            "claim_id": id,
            "claim_status": "observed",
            "evidence_count": 2,
            "evidence_kinds": ["file", "model_inference"],
            "scope_type": None,
            "scope_id": None,
            "actor_type": "agent",
            "actor_id": "local",
            "branch_id": branch.id,
            "session_id": branch.session_id,
            "timestamp": entry["timestamp"],
        }

    asyncio.run(scenario())


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_the_log_names_the_claim_its_scope_and_who_it_was_as_the_history_does(kind: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        store = MemoryKnowledgeStore() if kind == "memory" else SQLiteKnowledgeStore(tmp_path / "store.db")
        branch = Branch(knowledge_store=store, log=(log := MemoryLog()))
        repo = Scope(ScopeType.REPO, "acme/x")
        id = str(await branch.learn(TEXT, [FILE], scope=repo))
        other = Branch(knowledge_store=store, log=log)
        assert await other.learn(TEXT.upper(), [from_file("more.md")], scope=repo) == id
        await other.verify(id, [from_human_assertion("ann", 1.0)])
        await other.dispute(id, "three since May", [FILE])
        steps = await store.history(id)
        assert [entry["event"].partition(".")[2] for entry in log.entries] == ["learn", "learn", "verify", "dispute"]
        for entry, step, by in zip(log.entries, steps, [branch, other, other, other], strict=True):
            assert entry["claim_id"] == step.claim == id
            assert (entry["scope_type"], entry["scope_id"]) == ("repo", "acme/x")
            assert (entry["actor_type"], entry["actor_id"]) == (step.actor_type, step.actor_id) == ("agent", "local")
            assert (entry["branch_id"], entry["session_id"]) == (by.id, by.session_id)
            assert entry["evidence_count"] == len(step.evidence)
        if isinstance(store, SQLiteKnowledgeStore):
            store.close()

    asyncio.run(scenario())


def test_what_is_refused_is_logged_all_the_same() -> None:
    async def scenario() -> None:
        branch = Branch(knowledge_store=MemoryKnowledgeStore())
        id = str(await branch.learn(TEXT, [FILE]))
        with pytest.raises(AccessDenied):
            await branch.verify(id)
        assert [entry["event"] for entry in branch.logs.entries] == ["knowledge.learn", "knowledge.verify"]

    asyncio.run(scenario())


def test_the_log_is_written_before_the_store_is_called() -> None:
    class Refusing(NullKnowledgeStore):
        async def write_claim(self, claim: object) -> str | None:
            raise ConnectionError("no store")

    branch = Branch(knowledge_store=Refusing())
    with pytest.raises(ConnectionError):
        asyncio.run(branch.learn(TEXT, [FILE]))
    assert [entry["event"] for entry in branch.logs.entries] == ["knowledge.learn"]


def test_a_log_that_fails_blocks_nothing_and_is_told_beside() -> None:
    class Full:
        def emit(self, entry: object) -> None:
            raise OSError("disk full")

    branch = Branch(knowledge_store=MemoryKnowledgeStore(), log=Full())
    assert asyncio.run(branch.learn(TEXT, [FILE])) is not None
    assert "disk full" in branch.logs.errors[0]


def test_without_a_model_it_says_how_to_name_one() -> None:
    with pytest.raises(UsageError, match="WHEREFROM_MODEL"):
        asyncio.run(Branch().operate("Do something"))


def test_a_log_that_fails_among_several_is_told_beside_and_the_others_are_told() -> None:
    class Full:
        def emit(self, entry: object) -> None:
            raise OSError("disk full")

    log = MemoryLog()
    branch = Branch(knowledge_store=MemoryKnowledgeStore(), log=SeveralLogs([Full(), log, Full()]))
    assert asyncio.run(branch.learn(TEXT, [FILE])) is not None
    assert len(log.entries) == 1
    assert branch.logs.errors[0].count("OSError: disk full") == 2


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_a_branch_recalls_what_holds_for_its_own_run_and_no_other_does(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WHEREFROM_EMBEDDER", "hash")
    store = MemoryKnowledgeStore() if kind == "memory" else SQLiteKnowledgeStore(tmp_path / "k.db")

    async def scenario() -> None:
        session = Session(knowledge_store=store, model=ScriptedModel(["Done.", "Done."]))
        branch, other = session.new_branch(), session.new_branch()
        await branch.operate("Begin.")
        await other.operate("Begin.")
        wide = await branch.learn("Refunds need two approvals in every run.", [FILE])
        own = await branch.learn("Refunds wait in this run.", [FILE], scope=Scope(ScopeType.RUN, str(branch.run_id)))
        assert {claim.id for claim in await branch.recall("refunds run")} == {own, wide}
        assert [claim.id for claim in await branch.recall("refunds run", limit=1)] == [own]
        assert [claim.id for claim in await other.recall("refunds run")] == [wide]

    asyncio.run(scenario())
    if isinstance(store, SQLiteKnowledgeStore):
        store.close()


def test_a_scope_given_as_text_is_refused_with_the_way_to_write_one() -> None:
    branch, scope = Branch(knowledge_store=MemoryKnowledgeStore()), cast("Any", "repo:acme")
    with pytest.raises(InvalidValue, match=r"Scope\("):
        asyncio.run(branch.learn(TEXT, [FILE], scope=scope))
    with pytest.raises(InvalidValue, match=r"Scope\("):
        asyncio.run(branch.recall("refunds", scope=scope))


def test_one_status_may_be_named_alone() -> None:
    async def scenario() -> None:
        branch = Branch(knowledge_store=MemoryKnowledgeStore())
        id = str(await branch.learn(TEXT, [FILE]))
        await branch.dispute(id, "seen otherwise")
        assert [claim.id for claim in await branch.recall("refunds", status=cast("Any", "disputed"))] == [id]

    asyncio.run(scenario())
