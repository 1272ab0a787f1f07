"""The worked example of the reference: an agent learns, another recalls days later, a person verifies."""

import ast
import asyncio
import inspect
import json
import re
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

import wherefrom
from wherefrom.core.claims import ClaimStatus
from wherefrom.core.severity import claim_line

REFERENCE = Path(__file__).parents[3] / "shared" / "reference" / "1-claims-and-branch.txt"
SCRIPT = [
    {
        "calls": [
            {"id": "tc_pr1842_000", "name": "read_file_tool", "arguments": {"path": "src/sagas/payment_saga.py"}},
            {"id": "tc_pr1842_001", "name": "github_pr_tool", "arguments": {"number": 1842}},
        ]
    },
    "Errors are compensated: this is a saga.",
]


def read_file_tool(path: str) -> str:
    """Read a file of the repository."""
    return f"# {path}\nsaga.compensate()"


async def github_pr_tool(number: int) -> dict[str, object]:
    """Look at a pull request."""
    return {"number": number, "diff": "saga.compensate() in the error path"}


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home of the test's own, and a model that needs no network."""
    (tmp_path / "script.json").write_text(json.dumps(SCRIPT))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("WHEREFROM_EMBEDDER", "hash")
    monkeypatch.setenv("WHEREFROM_MODEL", "scripted:script.json")


def as_written() -> tuple[CodeType, CodeType]:
    """The example with our name for the package: up to where the operator comes in, and from there on."""
    text = REFERENCE.read_text().replace("lionagi", "wherefrom")
    example = text[
        text.index("from wherefrom import Branch, Session\n") : text.index("This is the substrate in action")
    ]
    learning, verifying = re.split(r"^# --- Session 3.*$", example, flags=re.MULTILINE)
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    return compile(learning, "monday", "exec", flags), compile(verifying, "friday", "exec", flags)


async def play(code: CodeType, names: dict[str, Any]) -> None:
    result = eval(code, names)
    if inspect.isawaitable(result):
        await result


@pytest.mark.skipif(not REFERENCE.exists(), reason="the reference is not beside the project")
def test_the_reference_runs_as_it_is_written() -> None:
    learning, verifying = as_written()
    names: dict[str, Any] = {"read_file_tool": read_file_tool, "github_pr_tool": github_pr_tool}

    async def scenario() -> None:
        await play(learning, names)
        said = await names["branch2"].msgs.add("user", "I looked at PR 1851 myself.")
        await play(verifying, names | {"operator_msg_id": said.id})
        check(names)
        both = await names["branch2"].recall("transactions")
        assert {each.id: each.claim_status for each in both} == {
            names["claim_id"]: ClaimStatus.OBSERVED,
            names["new_claim_id"]: ClaimStatus.VERIFIED,
        }

    asyncio.run(scenario())
    look_at_the_store(names["claim_id"], names["new_claim_id"])


def check(names: dict[str, Any]) -> None:
    assert str(names["result"]) == "Errors are compensated: this is a saga."
    (recalled,) = names["context"]
    assert recalled.id == names["claim_id"]
    assert (recalled.confidence, recalled.claim_status) == (1.0, ClaimStatus.OBSERVED)
    assert names["branch"]._knowledge_store is names["session"]._knowledge_store
    events = [entry["event"] for entry in names["branch2"].logs.entries]
    assert events == ["knowledge.learn", "knowledge.verify"]


def look_at_the_store(claim_id: str, new_claim_id: str) -> None:
    """What the operator sees afterwards: runs, steps, and evidence that points at something."""
    with wherefrom.open("~/.wherefrom/knowledge/payments.db") as knowledge:
        assert knowledge.actor.kind == "user"
        steps = knowledge.history(new_claim_id)
        assert [step.event for step in steps] == ["learned", "verified"]
        assert steps[-1].evidence[0].kind == "user_statement"
        assert (steps[-1].actor_type, steps[-1].created_at) == ("agent", knowledge.claims.get(new_claim_id).verified_at)
        assert claim_line(knowledge.claims.get(new_claim_id)).startswith("verified · by user · ")
        standing = {each.ref.kind: each for each in knowledge.claims.evidence(claim_id)}
        assert standing["tool_result"].seen_text == json.dumps(
            {"number": 1842, "diff": "saga.compensate() in the error path"}, indent=1
        )
        assert standing["file"].state == "unreachable"
        claim = knowledge.claims.get(claim_id)
        assert claim.run_id == knowledge.sessions.runs().items[0].id
        said = knowledge.sessions.messages(str(claim.session_id)).items
        assert [message.role for message in said] == ["system", "user", "assistant"]
        knowledge.supersede(claim_id, new_claim_id)
        assert [each.id for each in knowledge.recall("transactions")] == [new_claim_id]
