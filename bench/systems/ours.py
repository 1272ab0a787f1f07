"""wherefrom through its public way in: a store on disk, permissions, citations and all."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.data import Passage
from bench.systems import Material, Search
from wherefrom.bootstrap import open_settings
from wherefrom.config import Settings
from wherefrom.core.access import Visibility
from wherefrom.core.documents import Chunk, Entry, SourceStatus
from wherefrom.core.ids import content_hash
from wherefrom.core.locators import TextLocator

__all__ = ["Ours", "index", "index_rrf", "index_words"]

_ROWS_A_UNIT = 10_000


def index(material: Material) -> Search:
    return Ours(material)


def index_rrf(material: Material) -> Search:
    return Ours(material, fusion="rrf")


def index_words(material: Material) -> Search:
    return Ours(material, recipe="fast")


class Ours:
    """One passage is one entry. The vectors are those that every system is given, unless it `embeds` for itself."""

    def __init__(self, material: Material, *, embeds: bool = False, **asked: Any) -> None:
        self._asked, self._depth, self._embeds = asked, material.depth, embeds
        self._home = tempfile.TemporaryDirectory(prefix="wherefrom-bench-")
        self.store = f"{self._home.name}/store.db"
        self.knowledge = open_settings(Settings(store=self.store, embedder=material.spec))
        self._passage_of: dict[str, str] = {}
        self._write(material)
        self.knowledge.index.catch_up()

    def __call__(self, question: str, vector: NDArray[np.float32]) -> Sequence[str]:
        hits = self.knowledge.search(question, limit=self._depth, **self._asked).hits
        return [self._passage_of[hit.id] for hit in hits]

    def _write(self, material: Material) -> None:
        rows = iter(zip(material.passages, material.vectors, strict=True))
        while batch := list(islice(rows, _ROWS_A_UNIT)):
            with self.knowledge.record.write(self.knowledge.actor) as unit:
                chunks = list(_chunks(passage for passage, _ in batch))
                unit.entries.save_new(_entry(passage) for passage, _ in batch)
                unit.chunks.save_new(chunks)
                if not self._embeds:
                    unit.vectors(material.embedder.id).add(
                        {content_hash(passage.full_text): vector for passage, vector in batch}
                    )
                unit.commit()
            self._passage_of.update((chunk.id, chunk.entry) for chunk in chunks)


def _entry(passage: Passage) -> Entry:
    return Entry(id=passage.id, title=passage.title, content="", status=SourceStatus.INDEXED)


def _chunks(passages: Iterator[Passage]) -> Iterator[Chunk]:
    for passage in passages:
        yield Chunk(
            id=content_hash(passage.id)[:32],
            entry=passage.id,
            text=passage.text,
            embed_text=passage.full_text if passage.full_text != passage.text else None,
            content_hash=content_hash(passage.text),
            locators=(TextLocator(char_end=len(passage.text)),),
            seen_by=Visibility(org="default"),
        )
