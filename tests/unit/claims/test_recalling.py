"""What is recalled has to do with the question, and holds; where nothing does, nothing is."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.unit.claims.conftest import Watch
from wherefrom import Knowledge
from wherefrom.bootstrap import open_settings
from wherefrom.config import Settings
from wherefrom.core.pointers import from_human_assertion
from wherefrom.ports.models import EmbedderId
from wherefrom.retrieval.nearness import least_related

WORD = from_human_assertion("ann", 1.0)
KNOWN = (
    "The ferry does not run in winter.",
    "Passwords must be at least twelve characters long.",
    "Alice is allergic to peanuts.",
    "The doctor prescribed antibiotics.",
    "Invoices are paid within thirty days.",
    "The cat sleeps on the sofa.",
)


@pytest.fixture
def wise(tmp_path: Path) -> Iterator[Knowledge]:
    """A store whose embedder knows words by their meaning."""
    with open_settings(Settings(store=str(tmp_path / "store.db"), embedder="wordllama")) as opened:
        for text in KNOWN:
            opened.learn(text, [WORD])
        yield opened


@pytest.mark.parametrize(
    "question",
    ["zebra migration antarctica", "quantum entanglement experiments", "how do I configure kubernetes ingress"],
)
def test_what_no_claim_says_anything_of_recalls_nothing(wise: Knowledge, question: str) -> None:
    assert wise.recall(question) == []
    assert wise.search(question, related=True).hits == ()


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("boat service during cold season", KNOWN[0]),
        ("minimum length of credentials", KNOWN[1]),
        ("medication from the physician", KNOWN[3]),
        ("how long until bills are settled", KNOWN[4]),
        ("where does the kitten nap: couch", KNOWN[5]),
        ("ferry", KNOWN[0]),
        ("peanut", KNOWN[2]),
    ],
)
def test_other_words_for_the_same_and_single_words_still_find_it(wise: Knowledge, question: str, text: str) -> None:
    assert text in [each.text for each in wise.recall(question)]


def test_how_near_is_near_is_asked_of_each_embedder() -> None:
    class Crowded:
        """All its texts lie close together, as those of some models do."""

        id = EmbedderId("crowded", "1", 8)
        max_tokens = 100

        def embed(self, texts: object, *, role: str) -> np.ndarray:
            chance = np.random.default_rng(len(role))
            rows = 1.0 + 0.3 * chance.standard_normal((12, 8))
            return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)

    assert 0.9 < least_related(Crowded()) < 1.1  # type: ignore[arg-type]


def test_what_was_true_for_a_time_is_recalled_at_that_time(knowledge: Knowledge, watch: Watch) -> None:
    now = watch.now
    over = knowledge.learn("The ferry runs on Sundays.", [WORD], valid_until=now - 10)
    holds = knowledge.learn("The ferry runs on Mondays.", [WORD], valid_from=now - 10, valid_until=now + 10)
    coming = knowledge.learn("The ferry runs on Fridays.", [WORD], valid_from=now + 10)

    def recalled(**asked: float) -> set[str]:
        return {each.id for each in knowledge.recall("ferry runs", **asked)}  # type: ignore[arg-type]

    assert recalled() == {holds.id}
    assert recalled(valid_at=now - 20) == {over.id}
    assert recalled(valid_at=now + 20) == {coming.id}
    learned = watch.now
    watch.turn(100)
    assert recalled() == {coming.id}
    assert recalled(as_of=learned) == {holds.id}
    assert recalled(as_of=learned, valid_at=now - 20) == {over.id}


def test_any_number_of_better_hits_that_hold_no_more_hide_nothing(knowledge: Knowledge, watch: Watch) -> None:
    for number in range(120):
        knowledge.learn(f"The ferry runs at {number} past.", [WORD], valid_until=watch.now - 1)
    held = knowledge.learn("Long ago a certain old boat, called the ferry by some, did run.", [WORD])
    assert [each.id for each in knowledge.recall("the ferry runs", limit=3)] == [held.id]


def test_any_number_of_better_hits_that_were_disputed_by_then_hide_nothing(knowledge: Knowledge, watch: Watch) -> None:
    holds = knowledge.learn("One of the things that we were told about is when the ferry runs.", [WORD])
    disputed = [knowledge.learn(f"The ferry runs at {number} past.", [WORD]) for number in range(30)]
    before = watch.now
    watch.turn()
    for claim in disputed:
        knowledge.dispute(claim.id, "nobody saw it")
    assert [claim.id for claim in knowledge.recall("When the ferry runs", as_of=watch.now)] == [holds.id]
    assert len(knowledge.recall("When the ferry runs", as_of=before)) == 5
