"""What remembers statements: ours, mem0, and a plain Chroma collection. All on disk, all with one embedder."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeAlias
from uuid import uuid4

import wherefrom
from bench.systems.pipelines import batches
from wherefrom.claims.likeness import bands
from wherefrom.core.claims import Claim
from wherefrom.core.evidence import EvidenceRef
from wherefrom.ports.models import Embedder

__all__ = ["MEMORIES", "ChromaMemory", "Mem0Memory", "Memory", "OurMemory"]

_BATCH = 2_000
_WHO = "bench"


class Memory(Protocol):
    def fill(self, texts: Sequence[str]) -> None:
        """Many at once, by the fastest way in after which learning and recalling cost what they would cost."""
        ...

    def learn(self, text: str) -> None: ...

    def recall(self, question: str, limit: int) -> Sequence[str]:
        """The texts, best first."""
        ...


class OurMemory:
    """`knowledge.learn` and `knowledge.recall`.

    Filling writes claims, their evidence and what near twins are found by, as an import does, and leaves out what no
    later `learn` or `recall` looks at: the history and the audit of each.
    """

    def __init__(self, home: Path, embedder: Embedder) -> None:
        del embedder  # opens the one of the same name for itself
        home.mkdir(parents=True)
        self.knowledge = wherefrom.open(str(home / "store.db"))
        self._evidence: list[EvidenceRef] = [wherefrom.from_human_assertion(_WHO, 1_750_000_000.0)]

    def fill(self, texts: Sequence[str]) -> None:
        actor = self.knowledge.actor
        for batch in batches(texts, _BATCH):
            claims = [
                Claim(text, tuple(self._evidence), id=uuid4().hex, actor_type=actor.kind, actor_id=actor.id)
                for text in batch
            ]
            with self.knowledge.record.write(actor) as unit:
                unit.claims.save_new(claims)
                for claim in claims:
                    unit.sketches.keep(claim.id, bands(claim.text))
                unit.commit()
        self.knowledge.index.catch_up()

    def learn(self, text: str) -> None:
        self.knowledge.learn(text, self._evidence)

    def recall(self, question: str, limit: int) -> Sequence[str]:
        return [claim.text for claim in self.knowledge.recall(question, limit=limit)]


class Mem0Memory:
    """With `infer=False`: no language model is asked. Its default store, Qdrant in a folder, is written past it."""

    def __init__(self, home: Path, embedder: Embedder) -> None:
        os.environ["MEM0_TELEMETRY"] = "False"
        os.environ.setdefault("MEM0_DIR", tempfile.mkdtemp(prefix="wherefrom-bench-mem0-"))
        from mem0 import Memory as Mem0

        self._embedder = embedder
        self._held = Mem0.from_config(
            {
                "embedder": {"provider": "openai", "config": {"api_key": "none: replaced below"}},
                "vector_store": {
                    "provider": "qdrant",
                    "config": {
                        "path": str(home / "qdrant"),
                        "on_disk": True,
                        "embedding_model_dims": embedder.id.dimensions,
                    },
                },
                "llm": {"provider": "openai", "config": {"api_key": "none: never asked"}},
                "history_db_path": str(home / "history.db"),
            }
        )
        self._held.embedding_model.embed = self._embed
        self._held._telemetry_vector_store.client.close()  # one folder a user, which the next one could not open

    def _embed(self, text: str, memory_action: str | None = None) -> list[float]:
        return self._embedder.embed([text], role="query" if memory_action == "search" else "passage")[0].tolist()

    def fill(self, texts: Sequence[str]) -> None:
        """Straight into the store behind it; its history is left out, which only makes it faster later."""
        for batch in batches(texts, _BATCH):
            self._held.vector_store.insert(
                vectors=self._embedder.embed(batch, role="passage").tolist(),
                ids=[str(uuid4()) for _ in batch],
                payloads=[{"data": text, "user_id": _WHO} for text in batch],
            )

    def learn(self, text: str) -> None:
        self._held.add(text, user_id=_WHO, infer=False)

    def recall(self, question: str, limit: int) -> Sequence[str]:
        return [found["memory"] for found in self._held.search(question, user_id=_WHO, limit=limit)["results"]]


class ChromaMemory:
    """Texts and vectors, and nothing else: no history, no evidence, no duplicates found."""

    def __init__(self, home: Path, embedder: Embedder) -> None:
        import chromadb
        from chromadb.config import Settings

        client = chromadb.PersistentClient(str(home), Settings(anonymized_telemetry=False))
        self._embedder = embedder
        self._held = client.create_collection(
            _WHO, configuration={"hnsw": {"space": "cosine"}}, embedding_function=None
        )

    def fill(self, texts: Sequence[str]) -> None:
        for batch in batches(texts, _BATCH):
            vectors = self._embedder.embed(batch, role="passage")
            self._held.add([uuid4().hex for _ in batch], embeddings=vectors, documents=list(batch))

    def learn(self, text: str) -> None:
        self.fill([text])

    def recall(self, question: str, limit: int) -> Sequence[str]:
        vector = self._embedder.embed([question], role="query")
        found = self._held.query(query_embeddings=vector, n_results=limit, include=["documents"])["documents"]
        return found[0] if found else []


Opens: TypeAlias = Callable[[Path, Embedder], Memory]

MEMORIES: dict[str, Opens] = {"ours": OurMemory, "mem0": Mem0Memory, "chroma": ChromaMemory}
