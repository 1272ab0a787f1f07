"""LangChain: its loaders, its recursive splitter, and a Chroma on disk; for reading again, its indexing API."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path

from chromadb.config import Settings
from langchain_chroma import Chroma
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.indexing import InMemoryRecordManager, index
from langchain_text_splitters import RecursiveCharacterTextSplitter

from bench.systems.pipelines import Setup, batches, pdf_pages
from wherefrom.ports.models import Embedder

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the package is being retired; its loaders are still the ones that people use
    from langchain_community.document_loaders import DirectoryLoader, TextLoader

__all__ = ["LangChain", "LangChainIndexing"]

_BATCH = 2_000


class _Wrapped(Embeddings):
    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return self._embedder.embed(texts, role="passage").tolist()

    def embed_query(self, text: str) -> list[float]:
        return self._embedder.embed([text], role="query")[0].tolist()


class LangChain:
    def __init__(self, setup: Setup) -> None:
        self._splitter = (
            RecursiveCharacterTextSplitter()
            if setup.characters is None
            else RecursiveCharacterTextSplitter(chunk_size=setup.characters, chunk_overlap=0)
        )
        self._store = Chroma(
            "bench",
            _Wrapped(setup.embedder),
            persist_directory=str(setup.home),
            client_settings=Settings(anonymized_telemetry=False, is_persistent=True),
        )

    def ingest(self, folder: Path) -> int:
        pieces = self._splitter.split_documents(list(_read(folder)))
        for batch in batches(pieces, _BATCH):
            self._keep(list(batch))
        return len(pieces)

    def _keep(self, pieces: list[Document]) -> None:
        self._store.add_documents(pieces)

    def close(self) -> None:
        """Chroma has nothing to close."""


class LangChainIndexing(LangChain):
    """What is known already is skipped, by the hash of its text and metadata; the rest of its source is deleted."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._known = InMemoryRecordManager("bench")
        self._known.create_schema()

    def ingest(self, folder: Path) -> int:
        pieces = self._splitter.split_documents(list(_read(folder)))
        index(pieces, self._known, self._store, cleanup="full", source_id_key="source", batch_size=_BATCH)
        return len(pieces)


def _read(folder: Path) -> Iterator[Document]:
    """Texts by the loader for folders; of a PDF, a document a page, as its loaders for PDF make them."""
    yield from DirectoryLoader(
        str(folder), glob="**/*", exclude="**/*.pdf", loader_cls=TextLoader, loader_kwargs={"encoding": "utf-8"}
    ).lazy_load()
    for file in sorted(folder.rglob("*.pdf")):
        for number, text in enumerate(pdf_pages(file)):
            yield Document(text, metadata={"source": str(file), "page": number})
