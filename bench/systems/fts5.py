"""SQLite FTS5 with its Porter stemmer."""

from __future__ import annotations

import re
import sqlite3

import numpy as np
from numpy.typing import NDArray

from bench.systems import Material, Search

__all__ = ["index"]

_WORD = re.compile(r"\w+")


def index(material: Material) -> Search:
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE passages USING fts5(id UNINDEXED, text, tokenize='porter unicode61')")
    rows = ((passage.id, passage.full_text) for passage in material.passages)
    database.executemany("INSERT INTO passages VALUES (?, ?)", rows)

    def search(question: str, vector: NDArray[np.float32]) -> list[str]:
        asked = " OR ".join(f'"{word}"' for word in _WORD.findall(question))
        found = database.execute(
            "SELECT id FROM passages WHERE passages MATCH ? ORDER BY bm25(passages) LIMIT ?", (asked, material.depth)
        )
        return [id for (id,) in found] if asked else []

    return search
