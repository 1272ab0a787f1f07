"""Models behind real sockets: structured answers, calls of tools, and endpoints that are slow, busy or wrong."""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from tests.chat_server import ChatServer, chat_server
from wherefrom import AdapterError, Answer, Branch, ModelOptions, Prompt, Session, Untrusted, open_model
from wherefrom.core.messages import MessageRole
from wherefrom.knowledge import ActionResponse, MemoryKnowledgeStore
from wherefrom.models.language.speaking import Speaker
from wherefrom.ports.models import Utterance


class Verdict(BaseModel):
    supported: bool


PROMPT = Prompt("judge", 1, "Is it supported?", [Untrusted("Refunds need two approvals.", "handbook.md")], Verdict)
HELLO = [Utterance(MessageRole.USER, "Hello")]


def answered(**value: object) -> dict[str, Any]:
    return {"calls": [{"id": "a1", "name": "answer", "arguments": json.dumps(value)}]}


def later(seconds: float = 30.0) -> float:
    return time.monotonic() + seconds


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with chat_server() as running:
        yield running


@pytest.fixture(autouse=True)
def without_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in [*os.environ]:
        if name.startswith(("WHEREFROM_", "OPENAI_", "ANTHROPIC_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")  # nothing but the key comes from the environment


Opening = Callable[..., Speaker]


@pytest.fixture(params=["openai", "anthropic"])
def opened(request: pytest.FixtureRequest, server: ChatServer) -> Opening:
    def open(**options: Any) -> Speaker:
        base_url = f"{server.url}/v1" if request.param == "openai" else server.url
        model = open_model(f"{request.param}:local", ModelOptions(base_url=base_url, api_key="secret", **options))
        assert isinstance(model, Speaker)
        model._sleep = lambda _: None
        return model

    return open


def test_a_structured_answer_comes_over_the_wire(opened: Opening, server: ChatServer) -> None:
    server.answers = [answered(supported=True)]
    model = opened()
    answer = model.ask(PROMPT, deadline=later())
    assert answer == Answer(Verdict(supported=True), model.name, 11, 7)
    assert (model.ledger.tokens_in, model.ledger.tokens_out) == (11, 7)
    (sent,) = server.requests
    assert sent["model"] == "local"
    assert len(sent["tools"]) == 1
    assert "secret" in str(server.headers)
    assert "secret" not in str(sent)
    assert "<untrusted-" in str(sent["messages"])


def test_a_wrong_answer_is_sent_back_with_what_is_wrong(opened: Opening, server: ChatServer) -> None:
    server.answers = [answered(supported="perhaps"), {"text": "Well."}, answered(supported=False)]
    assert opened().ask(PROMPT, deadline=later()).value == Verdict(supported=False)
    assert "valid boolean" in str(server.requests[1]["messages"])
    assert "This does not fit" in str(server.requests[2]["messages"][-1])


def test_a_branch_calls_tools_through_a_real_endpoint(opened: Opening, server: ChatServer) -> None:
    def look_up(word: str) -> str:
        """Look up a word."""
        return f"{word}: two approvals"

    async def scenario() -> None:
        call = {"id": "call_7", "name": "look_up", "arguments": '{"word": "refunds"}'}
        server.answers = [{"text": "Let me see.", "calls": [call]}, {"text": "Two approvals."}, {"text": "Bye."}]
        branch = Session(knowledge_store=MemoryKnowledgeStore(), model=opened()).new_branch("You answer.")
        done = await branch.operate("What do refunds need?", tools=[look_up])
        assert (done.text, done.tokens_in, done.tokens_out) == ("Two approvals.", 22, 14)
        response = next(message for message in branch.msgs if isinstance(message, ActionResponse))
        assert response.content.results[0].tool_call_id == "call_7"
        await branch.operate("Thanks")
        first, second, third = (json.dumps(request) for request in server.requests)
        assert "Look up a word." in first
        assert "refunds: two approvals" in second
        assert "call_7" in second
        assert "Two approvals." in third

    asyncio.run(scenario())


def test_the_loop_and_the_questions_share_one_cap(opened: Opening, server: ChatServer) -> None:
    server.answers = [answered(supported=True), {"text": "Fine."}]
    model = opened(most_tokens=200)
    model.ask(PROMPT, deadline=later())
    asyncio.run(Branch(model=model).operate("Go"))
    assert model.ledger.spent == 36
    with pytest.raises(AdapterError, match="cap"):
        asyncio.run(Branch(model=model).operate("word " * 200))
    assert len(server.requests) == 2


def test_a_busy_endpoint_is_asked_again(opened: Opening, server: ChatServer) -> None:
    server.answers = [429, 503, {"text": "Fine."}]
    assert opened().reply(HELLO, deadline=later()).text == "Fine."
    assert len(server.requests) == 3


@pytest.mark.parametrize(("status", "retryable"), [(401, False), (404, False), (400, False), (500, True), (529, True)])
def test_a_refusal_is_told_without_the_key(opened: Opening, server: ChatServer, status: int, retryable: bool) -> None:
    server.answers = [status]
    with pytest.raises(AdapterError, match=str(status)) as told:
        opened().reply(HELLO, deadline=later(), retries=0)
    assert told.value.retryable is retryable
    assert "hidden" not in str(told.value)
    assert len(server.requests) == 1


@pytest.mark.parametrize("body", [b"", b"{}", b"[1]", b"not json"])
def test_an_answer_of_another_shape_is_an_error(opened: Opening, server: ChatServer, body: bytes) -> None:
    server.answers = [body]
    with pytest.raises(AdapterError):
        opened().reply(HELLO, deadline=later(), retries=0)


def test_an_endpoint_that_says_nothing_is_left_at_the_deadline(opened: Opening, server: ChatServer) -> None:
    began = time.monotonic()
    with pytest.raises(AdapterError, match="in time") as told:
        opened().reply(HELLO, deadline=later(0.5))
    assert told.value.retryable
    assert time.monotonic() - began < 5


def test_a_dead_endpoint_is_an_error_that_may_pass() -> None:
    model = open_model("openai:local", ModelOptions(base_url="http://127.0.0.1:9/v1"))
    assert model is not None
    with pytest.raises(AdapterError, match="cannot be reached") as told:
        model.reply(HELLO, deadline=later(), retries=0)
    assert told.value.retryable


def test_many_at_once_share_the_connections(opened: Opening, server: ChatServer) -> None:
    server.answers = [answered(supported=True)] * 12
    answers = opened().ask_many([PROMPT] * 12, deadline=later(), at_once=4)
    assert all(isinstance(answer, Answer) and answer.value.supported for answer in answers)


def test_the_settings_lead_to_a_local_endpoint(server: ChatServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHEREFROM_MODEL", "openai:local")
    monkeypatch.setenv("WHEREFROM_MODEL_URL", f"{server.url}/v1")
    server.answers = [{"text": "Fine."}]
    assert asyncio.run(Branch().operate("Go")).text == "Fine."


def test_without_the_extra_the_command_is_named() -> None:
    code = (
        "import sys; sys.modules['pydantic_ai'] = None; import wherefrom\n"
        "try: wherefrom.open_model('openai:local')\n"
        "except wherefrom.MissingExtra as error: assert error.hint == \"pip install 'wherefrom[llm]'\"; sys.exit(7)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 7


def test_a_scripted_model_needs_no_extra() -> None:
    code = (
        "import sys, asyncio; sys.modules['pydantic_ai'] = sys.modules['httpx2'] = None; import wherefrom\n"
        "branch = wherefrom.Branch(model=wherefrom.ScriptedModel(['Fine.']))\n"
        "assert str(asyncio.run(branch.operate('Go'))) == 'Fine.'"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
