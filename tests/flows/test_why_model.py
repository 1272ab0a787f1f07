"""A model behind an endpoint judges a sentence, over the wire and from the command line."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.chat_server import ChatServer, chat_server
from tests.flows.faces import Ran, run_here
from wherefrom import Knowledge, ModelOptions, open_model
from wherefrom.bootstrap import open_settings
from wherefrom.claims.why.asking import ModelJudge
from wherefrom.cli.why import with_verb
from wherefrom.config import Settings
from wherefrom.core.support import Verdict
from wherefrom.models.language.speaking import Speaker
from wherefrom.services.why import Why

TEXT = "Refunds over 100 euros need two approvals."
SENTENCE = "two colleagues have to agree to a large refund"
RULED = "refunds over 100 euros need three approvals"
SAYS_SO = {"passage": 1, "verdict": "supports", "quote": "Refunds over 100 euros need two approvals"}


@pytest.fixture
def refunds(tmp_path: Path) -> Iterator[Knowledge]:
    with open_settings(Settings(store=str(tmp_path / "store.db"), embedder="hash")) as knowledge:
        knowledge.entries.add("Refunds", TEXT)
        yield knowledge


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with chat_server() as running:
        yield running


def calling(*judged: dict[str, Any]) -> dict[str, Any]:
    arguments = json.dumps({"judgements": list(judged)})
    return {"calls": [{"id": "call_1", "name": "answer", "arguments": arguments}]}


def remote(server: ChatServer) -> Speaker:
    model = open_model("openai:local", ModelOptions(base_url=f"{server.url}/v1", api_key="secret"))
    assert isinstance(model, Speaker)
    model._sleep = lambda _: None
    return model


def test_a_model_behind_an_endpoint_judges(refunds: Knowledge, server: ChatServer) -> None:
    server.answers = [503, {"text": "Supported!"}, calling(SAYS_SO)]
    model = remote(server)
    support = refunds.why(SENTENCE, model=model)
    assert (support.verdict, support.judged_by) == (Verdict.SUPPORTED, "openai:local")
    assert model.ledger.spent == 36
    assert SENTENCE in server.requests[0]["messages"][1]["content"]


@pytest.mark.parametrize("failure", [401, b"<html>not JSON</html>", b"{}"])
def test_an_endpoint_that_fails_leaves_it_to_the_rules(
    refunds: Knowledge, server: ChatServer, failure: int | bytes
) -> None:
    server.answers = [failure] * 9
    support = refunds.why(RULED, model=remote(server))
    assert (support.verdict, support.judged_by) == (Verdict.CONTRADICTED, "rules")
    assert support.notices[0].startswith("openai:local could not judge (")
    assert "sk-hidden" not in support.notices[0]


def test_a_model_that_hangs_leaves_it_to_the_rules(refunds: Knowledge, server: ChatServer) -> None:
    began = time.monotonic()
    support = Why(refunds._desk, ModelJudge(remote(server), seconds=0.2)).why(RULED)
    assert time.monotonic() - began < 8  # a guard against hanging, no measure
    assert (support.verdict, support.judged_by) == (Verdict.CONTRADICTED, "rules")
    assert support.notices == ("openai:local could not judge (the model did not answer in time), the rules did",)


# From the command line.


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    place = str(tmp_path / "store.db")
    run_here(["--store", place, "entries", "add", "Refunds", TEXT])
    script = [{"answer": {"judgements": [SAYS_SO]}}]
    (tmp_path / "script.json").write_text(json.dumps(script))
    return place


def asked(store: str, *words: str, **environment: str) -> Ran:
    return run_here(["--store", store, *words], environment={f"WHEREFROM_{k}": v for k, v in environment.items()})


def test_the_command_line_says_who_judged(store: str, server: ChatServer) -> None:
    done = asked(store, SENTENCE, "--model", "scripted:script.json")
    assert (done.code, done.stdout.splitlines()[0]) == (0, "✓ supported")
    assert "Judged by scripted; " in done.stderr
    server.answers = [calling(SAYS_SO | {"verdict": "contradicts"})]
    remote = {"MODEL": "openai:local", "MODEL_URL": f"{server.url}/v1", "MODEL_KEY": "secret"}
    done = asked(store, "--json", SENTENCE, **remote)
    told = json.loads(done.stdout)
    assert (done.code, told["verdict"], told["judged_by"]) == (5, "contradicted", "openai:local")
    assert "Bearer secret" in server.headers[0]["authorization"]
    assert "Judged by rules" in asked(store, RULED, "--model", "rules", **remote).stderr


def test_a_model_that_fails_is_no_error_on_the_command_line(store: str, server: ChatServer) -> None:
    server.answers = [401]
    done = asked(store, RULED, MODEL="openai:local", MODEL_URL=f"{server.url}/v1", MODEL_KEY="secret")
    assert done.code == 5
    assert "✗ contradicted" in done.stdout
    assert "Note: openai:local could not judge (the model's endpoint answered 401), the rules did" in done.stderr
    assert "Judged by rules" in done.stderr


def test_a_cap_leaves_it_to_the_rules(store: str) -> None:
    done = asked(store, "--json", RULED, MODEL="scripted:script.json", MODEL_TOKENS="20")
    told = json.loads(done.stdout)
    assert (told["judged_by"], told["verdict"]) == ("rules", "contradicted")
    assert "the cap of 20 tokens is reached" in told["notices"][0]


def test_a_model_that_somebody_named_and_that_is_none_is_their_mistake(store: str) -> None:
    done = asked(store, RULED, "--model", "gpt")
    assert done.code == 2
    assert "no such model" in done.stderr


def test_the_model_may_be_named_before_the_sentence() -> None:
    assert with_verb(["--model", "a:b", "x y"]) == ["why", "--model", "a:b", "x y"]
    assert with_verb(["--json", "--model=a:b", "x y"]) == ["--json", "why", "--model=a:b", "x y"]
    assert with_verb(["--model", "a:b", "search"]) == ["--model", "a:b", "search"]
