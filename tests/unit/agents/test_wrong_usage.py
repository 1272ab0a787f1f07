"""Whoever calls a branch wrongly is told what is wrong and what to do, whatever the store."""

import asyncio
import math
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

import wherefrom
from wherefrom import Branch, Session
from wherefrom.core.claims import Claim, Scope
from wherefrom.core.paging import AttentionFilter, ClaimFilter
from wherefrom.core.pointers import from_file, from_human_assertion
from wherefrom.errors import InvalidValue, NotFound, UsageError
from wherefrom.knowledge import MemoryKnowledgeStore, SQLiteKnowledgeStore

FILE = from_file("a.py")
WORD = from_human_assertion("ann", 1.0)
NO_IDS = ["", " ", None, 5, math.nan, True, b"x", "nothing", "a/b", "\x00", "\ud800", "x" * 10_000, ["x"], ("x",), {}]


@pytest.fixture(params=["memory", "sqlite"])
def branch(request: pytest.FixtureRequest, tmp_path: Path) -> Branch:
    store = MemoryKnowledgeStore() if request.param == "memory" else SQLiteKnowledgeStore(tmp_path / "store.db")
    return Branch("You review.", knowledge_store=store)


def refusals(tries: dict[str, Callable[[], Any]]) -> dict[str, UsageError]:
    """What each try was refused with; anything but one of our errors fails the test."""

    async def told(attempt: Callable[[], Any]) -> UsageError:
        with pytest.raises(UsageError) as refused:
            await attempt()
        return refused.value

    async def all_told() -> dict[str, UsageError]:
        return {name: await told(attempt) for name, attempt in tries.items()}

    return asyncio.run(all_told())


def test_what_cannot_be_learned_is_refused_with_the_next_step(branch: Branch) -> None:
    wrong: list[dict[str, Any]] = [
        *({"claim": text} for text in (5, None, "", "  ", "a\x00b", "a\ud800", "x" * 10_001)),
        *({"evidence": refs} for refs in ("file:a.py", ["file:a.py"], 5, [None], {"kind": "file"}, object(), [], None)),
        *({"status": status} for status in ("true", "", 5, None, ["observed"], "verified")),
        *({"confidence": sure} for sure in (math.nan, math.inf, True, "1", None, -1, 1.5, 10**400, 1j)),
        *({"scope": scope} for scope in ("repo:x", ("repo", "x"), 5, {}, Scope)),
        *({"tags": tags} for tags in (5, [5], [None])),
        {"domain": 5},
    ]
    tries = {
        str(each)[:80]: lambda each=each: branch.learn(**{"claim": "Text.", "evidence": [FILE], **each})
        for each in wrong
    }
    for name, error in refusals(tries).items():
        assert error.hint, name
    assert asyncio.run(branch.recall("text")) == []


def test_what_cannot_be_asked_is_refused_with_the_next_step(branch: Branch) -> None:
    wrong: list[dict[str, Any]] = [
        *({"question": text} for text in (5, None, "", " ")),
        *({"limit": limit} for limit in (0, -1, 101, "3", True, 2.5, math.nan, None)),
        *({"status": status} for status in (5, [5], "x", [None])),
        *({"scope": scope} for scope in ("repo:x", 5, Scope)),
    ]
    tries = {str(each): lambda each=each: branch.recall(**{"question": "refunds", **each}) for each in wrong}
    for name, error in refusals(tries).items():
        assert (isinstance(error, InvalidValue), bool(error.hint)) == (True, True), name


def test_a_claim_that_is_not_there_is_not_found_whatever_its_name_is_made_of(branch: Branch) -> None:
    store = branch.knowledge
    kept = asyncio.run(branch.learn("Refunds need two approvals.", [FILE]))
    tries: dict[str, Callable[[], Any]] = {}
    for id in NO_IDS:
        tries[f"verify {id!r}"] = lambda id=id: branch.verify(id, [WORD])
        tries[f"dispute {id!r}"] = lambda id=id: branch.dispute(id, "no")
        tries[f"history {id!r}"] = lambda id=id: store.history(id)
        tries[f"supersede {id!r}"] = lambda id=id: store.supersede(id, str(kept))
        tries[f"superseded by {id!r}"] = lambda id=id: store.supersede(str(kept), id)
    for name, error in refusals(tries).items():
        assert isinstance(error, NotFound | InvalidValue), name
        assert error.hint, name
    assert len(asyncio.run(store.history(str(kept)))) == 1


def test_a_move_without_a_reason_or_on_what_is_no_evidence_is_refused(branch: Branch) -> None:
    kept = str(asyncio.run(branch.learn("Refunds need two approvals.", [FILE])))
    tries: dict[str, Callable[[], Any]] = {}
    for reason in (None, "", " ", 5, "x\x00", "x" * 20_000, ["no"]):
        tries[f"reason {str(reason)[:20]!r}"] = lambda reason=reason: branch.dispute(kept, reason)
    for refs in ("human:ann", 5, [5], {"kind": "file"}, object(), [None]):
        tries[f"verify {str(refs)[:9]}"] = lambda refs=refs: branch.verify(kept, refs)
        tries[f"dispute {str(refs)[:9]}"] = lambda refs=refs: branch.dispute(kept, "no", refs)
    for status in (None, 5, "true", "", ["verified"], {}):
        tries[f"transition {status!r}"] = lambda status=status: branch.knowledge.transition(kept, status)
    for name, error in refusals(tries).items():
        assert (isinstance(error, InvalidValue), bool(error.hint)) == (True, True), name
    assert len(asyncio.run(branch.knowledge.history(kept))) == 1


@pytest.mark.parametrize(
    "more",
    [
        {"valid_from": datetime.fromisoformat("2025-01-01")},
        {"valid_from": "yesterday"},
        {"valid_from": True},
        {"valid_from": math.nan},
        {"valid_from": 2.0, "valid_until": 1.0},
        {"scope_type": "repo"},
        {"scope_id": "x"},
        {"audience": 5},
        {"agent_scope": 5},
        {"tags": None},
        {"template": 5},
    ],
)
def test_a_claim_that_cannot_be_is_refused_with_the_next_step(more: dict[str, Any]) -> None:
    with pytest.raises(InvalidValue) as refused:
        Claim("Text.", (FILE,), **more)
    assert refused.value.hint


@pytest.mark.parametrize("store", ["~/knowledge.db", 5, object(), MemoryKnowledgeStore])
def test_what_is_no_store_is_refused_before_anything_is_learned(store: Any) -> None:
    for make in (Branch, Session):
        with pytest.raises(InvalidValue, match="no knowledge store") as refused:
            make(knowledge_store=store)
        assert refused.value.hint == 'SQLiteKnowledgeStore("~/knowledge.db")'


def test_a_list_is_asked_for_with_a_filter_a_size_and_a_cursor(tmp_path: Path) -> None:
    with wherefrom.open(tmp_path / "store.db") as knowledge:
        knowledge.learn("Refunds need two approvals.", [FILE])
        tries: list[tuple[Callable[..., Any], dict[str, Any]]] = [
            *((knowledge.claims.find, {"where": where}) for where in (5, "observed", ["x"], {}, AttentionFilter())),
            *((knowledge.claims.count, {"where": where}) for where in (5, "observed", {})),
            *((knowledge.attention.find, {"where": where}) for where in (5, {}, ClaimFilter())),
            *((knowledge.claims.find, {"limit": limit}) for limit in (None, 0, "3", 2.5, True, [])),
            *((knowledge.claims.find, {"after": after}) for after in (5, b"x", [], "x")),
            *((knowledge.claims.resolved, {"evidence": refs}) for refs in (5, "file:a.py", [None])),
        ]
        for verb, asked in tries:
            with pytest.raises(UsageError) as refused:
                verb(**asked)
            assert refused.value.hint, asked


@pytest.mark.parametrize(
    ("name", "fields", "title"),
    [
        (None, {}, ""),
        (5, {}, ""),
        ("t", None, ""),
        ("t", ["amount"], ""),
        ("t", {"amount": 5}, ""),
        ("t", {"amount": None}, ""),
        ("t", {5: "text"}, ""),
        ("t", {"amount": "money"}, ""),
        ("t", {"amount": "number"}, 5),
    ],
)
def test_a_template_that_cannot_be_is_refused(tmp_path: Path, name: Any, fields: Any, title: Any) -> None:
    with wherefrom.open(tmp_path / "store.db") as knowledge, pytest.raises(InvalidValue) as refused:
        knowledge.claims.register_template(name, fields, title=title)
    assert refused.value.hint
