"""Every embedder keeps the contract."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.embedding_server import embedding_server
from tests.minilm import minilm_folder
from wherefrom.models.embedders import EmbedderOptions, open_embedder
from wherefrom.ports.models import Embedder
from wherefrom.testing.embedders import EmbedderContract


@pytest.fixture(scope="module")
def wordllama() -> Embedder:
    return open_embedder("wordllama")


@pytest.fixture(scope="module")
def minilm(tmp_path_factory: pytest.TempPathFactory) -> Embedder:
    return open_embedder(f"onnx:{minilm_folder(tmp_path_factory.mktemp('onnx'))}")


@pytest.fixture(scope="module")
def endpoint() -> Iterator[Embedder]:
    with embedding_server() as server:
        yield open_embedder("openai:small", EmbedderOptions(base_url=server.url, api_key="k"))


class TestHashing(EmbedderContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return open_embedder("hash")


class TestWordLlama(EmbedderContract):
    @pytest.fixture
    def embedder(self, wordllama: Embedder) -> Embedder:
        return wordllama


class TestOnnx(EmbedderContract):
    @pytest.fixture
    def embedder(self, minilm: Embedder) -> Embedder:
        return minilm

    def test_it_knows_what_words_do_not_say(self, embedder: Embedder) -> None:
        asked = embedder.embed(["How do I get my money back?"], role="query")
        passages = embedder.embed(["Refunds are paid within two weeks.", "The cat sleeps on the roof."], role="passage")
        assert (asked @ passages.T).argmax() == 0

    def test_another_file_is_another_embedder(self, embedder: Embedder, tmp_path: Path) -> None:
        folder = minilm_folder(tmp_path)
        with (folder / "tokenizer.json").open("a") as file:
            file.write(" ")
        other = open_embedder(f"onnx:{folder}").id
        assert (other.name, other.dimensions) == (embedder.id.name, embedder.id.dimensions)
        assert other.version != embedder.id.version


class TestOpenAI(EmbedderContract):
    @pytest.fixture
    def embedder(self, endpoint: Embedder) -> Embedder:
        return endpoint
