"""What the contract of a store is written with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec

import pytest

from wherefrom.core.claims import Claim, ClaimStatus
from wherefrom.core.evidence import EvidenceRef
from wherefrom.core.pointers import from_file, from_human_assertion
from wherefrom.ports.stores import KnowledgeStore

__all__ = ["A_PERSON", "FILE", "SAGA", "StoreTests", "a_claim", "as_it_is", "in_a_loop", "learned"]

P = ParamSpec("P")

FILE = from_file("src/sagas/payment.py", repo="acme/payments", commit="abc123")
A_PERSON = from_human_assertion("alice", 1_000_000.0)
SAGA = "The payments service uses the saga pattern for transactions."


class StoreTests:
    @pytest.fixture
    def store(self) -> KnowledgeStore:
        raise NotImplementedError("override the fixture `store`")


def in_a_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that awaits, for whoever runs it without a plugin that could."""

    @wraps(test)
    def alone(*args: P.args, **named: P.kwargs) -> None:
        asyncio.run(test(*args, **named))

    return alone


def a_claim(text: str = SAGA, *evidence: EvidenceRef, status: str = "observed", **more: Any) -> Claim:
    return Claim(text, evidence or (FILE,), ClaimStatus(status), **more)


async def learned(store: KnowledgeStore, claim: Claim) -> str:
    id = await store.write_claim(claim)
    assert id is not None
    return id


async def as_it_is(store: KnowledgeStore, id: str) -> Claim:
    """The claim as it is now; a store has no way to get one, so it is asked for whatever its status."""
    found = await store.query("saga transactions orders", status=[each.value for each in ClaimStatus], limit=100)
    return next(each for each in found if each.id == id)
