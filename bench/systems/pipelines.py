"""What reads folders: ours, and the pipelines that people build. Each writes to disk, all with one embedder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from wherefrom.ports.models import Embedder, EmbedderId

__all__ = ["PIPELINES", "Counted", "Pipeline", "Setup", "batches", "open_pipeline", "pdf_pages"]


class Pipeline(Protocol):
    def ingest(self, folder: Path) -> int:
        """Everything in it, so that it can be found afterwards; how many passages were made."""
        ...

    def close(self) -> None: ...


class Setup(NamedTuple):
    """`characters` is how long a passage may be; None leaves it to the pipeline."""

    home: Path
    embedder: Embedder
    characters: int | None = None


Opens: TypeAlias = Callable[[Setup], Pipeline]

PIPELINES: dict[str, str] = {
    "ours": "bench.systems.ours_reading:OursReading",
    "langchain": "bench.systems.langchain:LangChain",
    "langchain-indexing": "bench.systems.langchain:LangChainIndexing",
    "llamaindex": "bench.systems.llamaindex:LlamaIndex",
    "llamaindex-upserts": "bench.systems.llamaindex:LlamaIndexUpserts",
}


def open_pipeline(name: str, setup: Setup) -> Pipeline:
    """ImportError where the peer is not installed."""
    module, _, opener = PIPELINES[name].partition(":")
    opens: Opens = getattr(import_module(module), opener)
    setup.home.mkdir(parents=True, exist_ok=True)
    return opens(setup)


class Counted:
    """An embedder that remembers how many texts it was given."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.texts = 0

    @property
    def id(self) -> EmbedderId:
        return self._embedder.id

    @property
    def max_tokens(self) -> int:
        return self._embedder.max_tokens

    def embed(self, texts: Sequence[str], *, role: Literal["query", "passage"]) -> NDArray[np.float32]:
        self.texts += len(texts)
        return self._embedder.embed(texts, role=role)


def batches(items: Sequence[Any], size: int) -> list[Sequence[Any]]:
    return [items[start : start + size] for start in range(0, len(items), size)]


def pdf_pages(file: Path) -> list[str]:
    """The text of each page, for peers: by pdfium, as LangChain's PyPDFium2Loader reads them."""
    from pypdfium2 import PdfDocument

    with PdfDocument(file) as document:
        return [page.get_textpage().get_text_bounded() for page in document]
