"""How far meaning can be trusted is found out without judgements."""

import random
from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from wherefrom.models.embedders.hashing import HashingEmbedder
from wherefrom.ports.models import EmbedderId
from wherefrom.retrieval.trust import Trust, measure_trust

TOPICS = 36
LETTERS = "bcdfgh"


class _Oracle:
    """Knows the topic of every made-up word, however it is spelled."""

    id = EmbedderId("oracle", "1", TOPICS)
    max_tokens = 1000

    def embed(self, texts: Sequence[str], *, role: Literal["query", "passage"]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), TOPICS), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.replace(".", "").split():
                row[LETTERS.index(word[0]) * 6 + LETTERS.index(word[1])] += 1
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def _passages(embedder: _Oracle | HashingEmbedder, count: int = 200) -> list[tuple[str, NDArray[np.float32]]]:
    chance = random.Random(7)
    texts: list[str] = []
    for _ in range(count):
        topic = chance.randrange(TOPICS)
        prefix = LETTERS[topic // 6] + LETTERS[topic % 6]
        words = [prefix + "".join(chance.choices(LETTERS, k=7)) for _ in range(24)]
        texts.append(". ".join(" ".join(words[start : start + 8]) for start in (0, 8, 16)))
    return list(zip(texts, embedder.embed(texts, role="passage"), strict=True))


def test_an_embedder_that_understands_reaches_further_than_one_that_compares_spellings() -> None:
    oracle, spelling = _Oracle(), HashingEmbedder()
    understood = measure_trust(_passages(oracle), oracle)
    spelled = measure_trust(_passages(spelling), spelling)
    assert understood.reach > spelled.reach + 0.5
    assert understood.probes > 50


def test_the_order_of_the_sample_changes_nothing() -> None:
    embedder = HashingEmbedder()
    passages = _passages(embedder)
    assert measure_trust(passages, embedder) == measure_trust(passages[::-1], embedder)


def test_too_little_to_ask_with_gives_the_prior() -> None:
    embedder = HashingEmbedder()
    assert measure_trust([("short", embedder.embed(["short"], role="passage")[0])], embedder) == Trust()
    assert measure_trust([], embedder) == Trust()


def test_it_is_stored_as_a_small_dictionary() -> None:
    trust = Trust(0.5123, 0.25, 120)
    assert Trust.from_dict(trust.as_dict()) == trust
