"""LlamaIndex: its directory reader and ingestion pipeline with the sentence splitter, into a Chroma on disk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import chromadb
from chromadb.config import Settings
from llama_index.core import Document, SimpleDirectoryReader
from llama_index.core.embeddings import BaseEmbedding
from llama_index.core.ingestion import DocstoreStrategy, IngestionPipeline
from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.readers.base import BaseReader
from llama_index.core.storage.docstore import SimpleDocumentStore
from llama_index.vector_stores.chroma import ChromaVectorStore
from pydantic import PrivateAttr

from bench.systems.pipelines import Setup, batches, pdf_pages
from wherefrom.ports.models import Embedder

__all__ = ["LlamaIndex", "LlamaIndexUpserts"]

_BATCH = 2_000  # by default it embeds ten at a time
_DOCUMENTS_AT_ONCE = 50  # Chroma takes 5,461 passages
_CHARACTERS_A_TOKEN = 4


class _Wrapped(BaseEmbedding):
    _embedder: Any = PrivateAttr()

    def __init__(self, embedder: Embedder) -> None:
        super().__init__(model_name="bench", embed_batch_size=_BATCH)
        self._embedder = embedder

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return self._embedder.embed(texts, role="passage").tolist()

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._get_text_embeddings([text])[0]

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._embedder.embed([query], role="query")[0].tolist()

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_query_embedding(query)


class LlamaIndex:
    """The pipeline's cache of what a transformation made is off: it would hash and keep every node once more."""

    def __init__(self, setup: Setup) -> None:
        client = chromadb.PersistentClient(str(setup.home), Settings(anonymized_telemetry=False))
        splitter = (
            SentenceSplitter()
            if setup.characters is None
            else SentenceSplitter(chunk_size=setup.characters // _CHARACTERS_A_TOKEN, chunk_overlap=0)
        )
        self._pipeline = IngestionPipeline(
            transformations=[splitter, _Wrapped(setup.embedder)],
            vector_store=ChromaVectorStore(chroma_collection=client.get_or_create_collection("bench")),
            disable_cache=True,
            **self._kept(),
        )

    def _kept(self) -> dict[str, Any]:
        return {}

    def ingest(self, folder: Path) -> int:
        documents = SimpleDirectoryReader(
            str(folder), recursive=True, filename_as_id=True, file_extractor={".pdf": _Pages()}
        ).load_data()
        return sum(len(self._pipeline.run(documents=some)) for some in batches(documents, _DOCUMENTS_AT_ONCE))

    def close(self) -> None:
        """Chroma has nothing to close."""


class LlamaIndexUpserts(LlamaIndex):
    """What it read is kept by document, which a PDF's page is; one that changed is made again whole."""

    def _kept(self) -> dict[str, Any]:
        return {"docstore": SimpleDocumentStore(), "docstore_strategy": DocstoreStrategy.UPSERTS_AND_DELETE}


class _Pages(BaseReader):
    def load_data(self, file: Path, extra_info: dict[str, Any] | None = None, **_: object) -> list[Document]:
        return [
            Document(text=text, metadata={**(extra_info or {}), "page_label": str(number)})
            for number, text in enumerate(pdf_pages(file), start=1)
        ]
