"""An endpoint that is slow, busy or wrong, on a real socket."""

from collections.abc import Iterator
from email.utils import formatdate
from time import time

import pytest

from tests.embedding_server import DIMENSIONS, EmbeddingServer, embedding_server
from wherefrom.errors import AdapterError, InvalidValue
from wherefrom.models.embedders import open_embedder
from wherefrom.models.embedders.openai import OpenAIEmbedder


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with embedding_server() as running:
        yield running


@pytest.fixture
def pauses() -> list[float]:
    return []


@pytest.fixture
def embedder(server: EmbeddingServer, pauses: list[float]) -> OpenAIEmbedder:
    return OpenAIEmbedder("small", base_url=server.url, api_key="secret", dimensions=DIMENSIONS, sleep=pauses.append)


def test_texts_go_in_batches_and_come_back_in_order(embedder: OpenAIEmbedder, server: EmbeddingServer) -> None:
    texts = [f"text number {number}" for number in range(300)]
    rows = embedder.embed(texts, role="passage")
    assert [len(request["input"]) for request in server.requests] == [128, 128, 44]
    assert (rows[270] @ embedder.embed([texts[270]], role="passage")[0]) > 0.999
    assert set(server.keys) == {"Bearer secret"}


def test_no_proxy_of_the_environment_reads_along(server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    embedder = OpenAIEmbedder("small", base_url=server.url, api_key="secret", dimensions=DIMENSIONS)
    assert embedder.embed(["a"], role="query").any()


def test_it_waits_as_long_as_it_is_told(embedder: OpenAIEmbedder, server: EmbeddingServer, pauses: list[float]) -> None:
    later = formatdate(time() + 30, usegmt=True)
    server.answers = [(429, {"retry-after": "7"}, b""), (503, {"retry-after": later}, b"")]
    assert embedder.embed(["a"], role="passage").any()
    assert pauses[0] == 7
    assert 20 < pauses[1] <= 30


def test_it_waits_twice_as_long_each_time_and_then_gives_up(
    embedder: OpenAIEmbedder, server: EmbeddingServer, pauses: list[float]
) -> None:
    server.answers = [(500, {}, b"")] * 6
    with pytest.raises(AdapterError) as raised:
        embedder.embed(["a"], role="passage")
    assert raised.value.retryable
    assert pauses == [0.5, 1, 2, 4, 8]


def test_a_question_waits_little_because_somebody_waits_for_it(
    embedder: OpenAIEmbedder, server: EmbeddingServer, pauses: list[float]
) -> None:
    server.answers = [(429, {"retry-after": "30"}, b"")] * 6
    with pytest.raises(AdapterError):
        embedder.embed(["a"], role="query")
    assert pauses == [1, 1]


def test_a_refusal_is_told_at_once_and_without_the_key(
    embedder: OpenAIEmbedder, server: EmbeddingServer, pauses: list[float]
) -> None:
    server.answers = [(401, {}, b"bad key secret")]
    with pytest.raises(AdapterError) as raised:
        embedder.embed(["a"], role="query")
    assert not raised.value.retryable
    assert not pauses
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize("body", [b"", b"{}", b'{"data": []}', b'{"data": [{"index": 0, "embedding": [1.0]}]}', b"[1]"])
def test_an_answer_of_another_shape_is_an_error(embedder: OpenAIEmbedder, server: EmbeddingServer, body: bytes) -> None:
    server.answers = [(200, {}, body)]
    with pytest.raises(AdapterError):
        embedder.embed(["a"], role="query")


def test_a_dead_endpoint_is_an_error_that_may_pass(pauses: list[float]) -> None:
    embedder = OpenAIEmbedder("small", base_url="http://127.0.0.1:9", dimensions=4, sleep=pauses.append)
    with pytest.raises(AdapterError) as raised:
        embedder.embed(["a"], role="passage")
    assert raised.value.retryable
    assert len(pauses) == 5


def test_the_length_of_a_vector_is_learned_once(server: EmbeddingServer) -> None:
    embedder = OpenAIEmbedder("small", base_url=server.url)
    assert embedder.id.dimensions == DIMENSIONS
    assert embedder.id.dimensions == DIMENSIONS
    assert len(server.requests) == 1


def test_it_keeps_to_its_rate(server: EmbeddingServer, pauses: list[float]) -> None:
    embedder = OpenAIEmbedder(
        "small", base_url=server.url, dimensions=DIMENSIONS, requests_per_minute=60, sleep=pauses.append
    )
    for _ in range(3):
        embedder.embed(["a"], role="query")
    assert len(pauses) == 2
    assert 0 < pauses[0] <= 1 < pauses[1] <= 2


def test_a_model_must_be_named() -> None:
    with pytest.raises(InvalidValue):
        open_embedder("openai:")
