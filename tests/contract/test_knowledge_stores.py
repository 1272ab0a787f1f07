"""Every store that a branch may be given; the one that keeps nothing has tests of its own."""

import asyncio
import inspect
import subprocess
import sys
import timeit
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from wherefrom.core.actors import ActorKind
from wherefrom.core.messages import MessageRole
from wherefrom.errors import AccessDenied, Conflict, InvalidValue, UsageError
from wherefrom.knowledge import (
    Claim,
    KnowledgeStore,
    MemoryKnowledgeStore,
    NullKnowledgeStore,
    PostgresKnowledgeStore,
    SQLiteKnowledgeStore,
    from_file,
    from_human_assertion,
    from_message,
    from_user_statement,
)
from wherefrom.ports.stores import SessionStore
from wherefrom.testing.stores import KnowledgeStoreContract

CLAIM = Claim("Refunds need two approvals.", (from_file("handbook.md"),))


@pytest.fixture(autouse=True)
def offline_and_quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Stores read the settings of whoever opens them: here an embedder that needs no file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WHEREFROM_EMBEDDER", "hash")


class TestMemory(KnowledgeStoreContract):
    @pytest.fixture
    def store(self) -> MemoryKnowledgeStore:
        return MemoryKnowledgeStore()

    @pytest.fixture
    def turns(self) -> int:
        return 60


class TestSQLite(KnowledgeStoreContract):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[SQLiteKnowledgeStore]:
        store = SQLiteKnowledgeStore(tmp_path / "knowledge.db")
        yield store
        store.close()


@pytest.mark.postgres
class TestPostgres(KnowledgeStoreContract):
    @pytest.fixture
    def store(self, postgres_url: str) -> Iterator[PostgresKnowledgeStore]:
        store = PostgresKnowledgeStore(postgres_url)
        yield store
        store.close()


@pytest.mark.parametrize("path", [":memory:", "", "  ", None, 5])
def test_what_is_no_file_is_refused_with_the_next_step(path: Any) -> None:
    with pytest.raises(UsageError, match="KnowledgeStore") as refused:
        SQLiteKnowledgeStore(path)
    assert ("MemoryKnowledgeStore" in str(refused.value.hint)) == (path == ":memory:")
    assert not list(Path.cwd().iterdir())


@pytest.fixture(params=["memory", "sqlite"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SessionStore]:
    if request.param == "memory":
        yield MemoryKnowledgeStore()
        return
    store = SQLiteKnowledgeStore(tmp_path / "knowledge.db")
    yield store
    store.close()


def test_an_agent_verifies_on_a_persons_word_alone_and_supersedes_nothing(kept: SessionStore) -> None:
    async def scenario() -> None:
        agent = kept.for_agent()
        id = await agent.write_claim(CLAIM)
        other = await agent.write_claim(Claim("Refunds need three approvals.", CLAIM.evidence))
        assert id is not None
        assert other is not None
        with pytest.raises(AccessDenied):
            await agent.transition(id, "verified", evidence=[from_file("handbook.md")])
        with pytest.raises(AccessDenied):
            await agent.supersede(id, other)
        with pytest.raises(AccessDenied, match="cannot be checked"):
            await agent.transition(id, "verified", evidence=[from_user_statement("s", "nothing")])
        await kept.keep_message("s", "m", MessageRole.USER, "I looked: it is two.")
        await agent.transition(id, "verified", evidence=[from_user_statement("s", "m")])
        await kept.supersede(id, other)
        kinds = [step.actor_type for step in await kept.history(id)]
        assert kinds == ["agent", "agent", "user"]

    asyncio.run(scenario())


def test_what_an_agent_keeps_as_the_users_word_verifies_nothing_and_carries_no_more_than_a_thought(
    kept: SessionStore,
) -> None:
    async def scenario() -> None:
        agent = kept.for_agent()
        await agent.keep_message("s", "m", MessageRole.USER, "Refunds need two approvals.")
        forged = from_user_statement("s", "m")
        id = await agent.write_claim(Claim("Refunds need two.", (forged,)))
        with pytest.raises(AccessDenied, match="cannot be checked"):
            await agent.transition(str(id), "verified", evidence=[forged])
        assert [claim.confidence for claim in await kept.query("refunds need")] == [0.6]

    asyncio.run(scenario())


@pytest.mark.parametrize("kind", [ActorKind.AGENT, ActorKind.USER])
def test_an_assertion_counts_as_its_persons_word_because_the_holder_answers_for_it(
    kept: SessionStore, kind: ActorKind
) -> None:
    async def scenario() -> None:
        store = kept.for_agent() if kind is ActorKind.AGENT else kept
        word = from_human_assertion("alice", 1.0)
        id = await store.write_claim(Claim("Alice says so.", (word,), actor_type=kind))
        (said,) = await kept.query("Alice says so")
        assert (said.confidence, said.evidence, said.actor_type) == (0.95, (word,), kind)
        await store.transition(str(id), "verified", evidence=[from_human_assertion("bob", 2.0)])
        assert [step.actor_type for step in await kept.history(str(id))] == [kind, kind]

    asyncio.run(scenario())


def test_what_was_said_stays_said(kept: SessionStore) -> None:
    async def scenario() -> None:
        for _ in range(2):
            await kept.keep_message("s", "m", MessageRole.USER, "It is two.")
        agent = kept.for_agent()
        await agent.keep_message("s", "m", MessageRole.USER, "It is two.")
        for store in (kept, agent):
            with pytest.raises(Conflict):
                await store.keep_message("s", "m", MessageRole.USER, "It is three.")
        await agent.keep_message("s", "forged", MessageRole.USER, "It is three.")
        with pytest.raises(Conflict):
            await kept.keep_message("s", "forged", MessageRole.USER, "It is three.")

    asyncio.run(scenario())


def test_the_same_words_about_another_time_are_another_claim(kept: SessionStore) -> None:
    async def scenario() -> None:
        old = await kept.write_claim(replace(CLAIM, id="old", valid_until=100.0))
        new = await kept.write_claim(replace(CLAIM, id="new", valid_from=200.0))
        again = await kept.write_claim(replace(CLAIM, id="again", valid_from=200.0))
        assert (old, new, again) == ("old", "new", "new")

    asyncio.run(scenario())


def test_a_quote_that_its_message_does_not_hold_makes_a_hypothesis(kept: SessionStore) -> None:
    async def scenario() -> None:
        await kept.keep_message("s1", "m1", MessageRole.USER, "Refunds need two approvals, always.")
        wrong = from_message("s1", "m1", "three approvals")
        id = await kept.write_claim(Claim("Refunds need three approvals.", (wrong,)))
        right = await kept.write_claim(
            Claim("Refunds always need two approvals.", (from_message("s1", "m1", "two approvals, always"),))
        )
        (guess,) = await kept.query("refunds need approvals", status=["hypothesis"])
        assert guess.id == id
        assert guess.evidence[0].detail is None
        assert [each.id for each in await kept.query("refunds approvals")] == [right]

    asyncio.run(scenario())


class TestNull:
    def test_it_is_a_store_that_keeps_and_finds_nothing(self) -> None:
        async def scenario() -> None:
            store = NullKnowledgeStore()
            assert isinstance(store, KnowledgeStore)
            assert not isinstance(store, SessionStore)
            assert await store.write_claim(CLAIM) is None
            assert await store.query("refunds", status=["verified"], limit=3) == []
            assert await store.transition("nothing", "verified", evidence=[], reason="none") is None
            assert await store.supersede("one", "two") is None
            assert await store.history("nothing") == []

        asyncio.run(scenario())

    def test_a_call_costs_what_any_async_call_costs(self) -> None:
        """Measured beside a call that does nothing, so that the speed of the machine cancels out: 0.2 µs each."""
        store = NullKnowledgeStore()

        async def nothing(question: str) -> list[Claim]:
            return []

        def cost(call: Callable[[str], Coroutine[None, None, list[Claim]]]) -> float:
            def once() -> None:
                with suppress(StopIteration):
                    call("refunds").send(None)

            return min(timeit.repeat(once, number=500, repeat=20))

        assert cost(store.query) < 4 * cost(nothing)

    def test_it_imports_nothing(self) -> None:
        code = (
            "import sys; from wherefrom.agents.stores.null import NullKnowledgeStore;"
            "assert {name for name in sys.modules if name.startswith('wherefrom.')} =="
            " {'wherefrom.agents', 'wherefrom.agents.stores', 'wherefrom.agents.stores.null'};"
            "before = set(sys.modules); asking = NullKnowledgeStore().query('x')\n"
            "try: asking.send(None)\n"
            "except StopIteration: assert set(sys.modules) == before"
        )
        subprocess.run([sys.executable, "-c", code], check=True)


def test_the_signatures_are_those_of_the_protocol() -> None:
    for kind in (NullKnowledgeStore, MemoryKnowledgeStore, SQLiteKnowledgeStore, PostgresKnowledgeStore):
        for name in ("write_claim", "query", "transition", "supersede", "history"):
            given, asked = (list(inspect.signature(getattr(of, name)).parameters) for of in (kind, KnowledgeStore))
            assert given == asked


def test_the_home_directory_is_meant_by_a_tilde_and_missing_folders_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    store = SQLiteKnowledgeStore("~/.wherefrom/knowledge/payments.db")
    asyncio.run(store.write_claim(CLAIM))
    store.close()
    assert (tmp_path / ".wherefrom/knowledge/payments.db").is_file()


def test_what_one_process_learned_another_store_of_the_same_file_recalls(tmp_path: Path) -> None:
    async def scenario() -> None:
        one, two = (SQLiteKnowledgeStore(tmp_path / "knowledge.db") for _ in range(2))
        async with one, two:
            id = await one.write_claim(CLAIM)
            assert [each.id for each in await two.query("approvals of refunds")] == [id]
            await two.transition(str(id), "verified", evidence=[from_user_statement("s", "m")])
            assert [each.claim_status for each in await one.query("approvals of refunds")] == ["verified"]

    asyncio.run(scenario())


def test_a_closed_store_opens_again(tmp_path: Path) -> None:
    store = SQLiteKnowledgeStore(tmp_path / "knowledge.db")
    id = asyncio.run(store.write_claim(CLAIM))
    store.close()
    assert [each.id for each in asyncio.run(store.query("refunds"))] == [id]
    store.close()


def test_a_path_is_no_url_and_a_url_no_path() -> None:
    with pytest.raises(InvalidValue):
        SQLiteKnowledgeStore("postgresql://localhost/x")
    with pytest.raises(InvalidValue) as told:
        PostgresKnowledgeStore("mysql://user:hidden@localhost/x")
    assert "hidden" not in str(told.value)


def test_the_names_are_there_in_a_moment_and_load_nothing_heavy() -> None:
    code = (
        "import sys; from wherefrom.knowledge import Branch, Session, SQLiteKnowledgeStore, from_file;"
        "branch = Session(knowledge_store=SQLiteKnowledgeStore('x.db')).new_branch();"
        "assert not {'sqlalchemy', 'pydantic', 'pydantic_ai', 'numpy', 'tantivy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
