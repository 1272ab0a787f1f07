"""An exact identifier or an error code is found among the first five of many passages, whatever else is asked."""

import random
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import SOAK
from wherefrom.engines.retrieval.local import open_local
from wherefrom.models.embedders import open_embedder
from wherefrom.ports.engines import Doc, IndexSpec, RetrievalEngine, Seek, Where
from wherefrom.retrieval.fuse import EXACT_DEPTH, trusting
from wherefrom.retrieval.trust import Trust
from wherefrom.text.analysis import ANALYSIS_VERSION, analyse, analyse_query

MANY = 100_000 if SOAK else 5_000
WORDS = [
    "refund",
    "payment",
    "user",
    "name",
    "server",
    "error",
    "get",
    "set",
    "http",
    "client",
    "order",
    "status",
    "approve",
    "invoice",
    "retry",
    "queue",
]
NAMES = {
    "camel": "getUserNameFromServer",
    "snake": "get_user_name_from_server",
    "code": "ERR_4071",
    "dashed": "E-1042",
    "version": "v4.7.19",
    "address": "10.81.7.203",
    "path": "src/payment/user_refund.py",
    "hash": "9f3c2ab7d41e",
    "dotted": "client.order.approve_refund",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> RetrievalEngine:
    chance = random.Random(3)
    texts = {f"c{number:06d}": " ".join(chance.choices(WORDS, k=40)) for number in range(MANY)}
    for number, name in enumerate(NAMES.values()):
        # Long, and about something else: neither length nor meaning helps to find it.
        texts[f"c{number * 37:06d}"] = f"{'the weather was fine and nobody came to the garden ' * 20} {name} twice"
    embedder = open_embedder("wordllama")
    vectors = embedder.embed(list(texts.values()), role="passage")
    home: Path = tmp_path_factory.mktemp("exact")
    opened = open_local(home)(IndexSpec("exact", embedder.id, ANALYSIS_VERSION), None)
    opened.put(Doc(id, analyse(text), vector=vector) for (id, text), vector in zip(texts.items(), vectors, strict=True))
    opened.commit()
    return opened


@pytest.mark.parametrize(
    "question", ["{}", "why does {} fail", "refund payment user name server error {} order status"]
)
@pytest.mark.parametrize("reach", [-1.0, 0.5, 3.0])
@pytest.mark.parametrize("kind", NAMES)
def test_an_exact_name_is_among_the_first_five(engine: RetrievalEngine, kind: str, reach: float, question: str) -> None:
    text = question.format(NAMES[kind])
    asked = analyse_query(text)
    vector = open_embedder("hash").embed([text], role="query")[0].astype(np.float32)
    everywhere = Where(frozenset({0}))
    legs = engine.search(Seek(everywhere, asked.weights, vector))
    named = engine.search(Seek(everywhere, {term: asked.weights[term] for term in asked.exact}, depth=EXACT_DEPTH))
    fused = trusting(legs, Trust(reach=reach, background=0.1), exact=named.words)
    expected = f"c{list(NAMES).index(kind) * 37:06d}"
    assert expected in [hit.id for hit in fused[:5]]
