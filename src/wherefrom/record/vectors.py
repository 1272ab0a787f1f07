"""Every vector ever made, by embedder and hash of the text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import sqlalchemy as sa

from wherefrom.ports.models import EmbedderId
from wherefrom.record.inserting import insert_many
from wherefrom.record.portions import in_portions
from wherefrom.record.tables import vectors
from wherefrom.record.workspace import Workspace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["SqlVectors"]


class SqlVectors:
    def __init__(self, work: Workspace, embedder: EmbedderId) -> None:
        self._work = work
        self._embedder = f"{embedder.name}@{embedder.version}/{embedder.dimensions}"

    def get(self, hashes: Iterable[str]) -> Mapping[str, NDArray[np.float32]]:
        import numpy as np  # not needed to open a store

        found: dict[str, NDArray[np.float32]] = {}
        for portion in in_portions(list(dict.fromkeys(hashes))):
            statement = sa.select(vectors.c.text_hash, vectors.c.vector).where(
                vectors.c.org == self._work.actor.org,
                vectors.c.embedder == self._embedder,
                vectors.c.text_hash.in_(portion),
            )
            rows = self._work.connection.execute(statement)
            found.update((row.text_hash, np.frombuffer(row.vector, dtype="<f4")) for row in rows)
        return found

    def add(self, made: Mapping[str, NDArray[np.float32]]) -> None:
        rows = [
            {
                "org": self._work.actor.org,
                "embedder": self._embedder,
                "text_hash": text_hash,
                "vector": vector.astype("<f4").tobytes(),
            }
            for text_hash, vector in made.items()
        ]
        insert_many(self._work.connection, vectors, rows, keeps_old=True)
