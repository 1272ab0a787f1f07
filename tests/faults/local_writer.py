"""A process that writes to a `local` index until it is killed; each commit is told on stdout after it returned."""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

from wherefrom.core.changes import Mark
from wherefrom.engines.retrieval.local import open_local
from wherefrom.ports.engines import Doc, IndexSpec
from wherefrom.ports.models import EmbedderId
from wherefrom.testing.retrieval import axis

SPEC = IndexSpec("crash", EmbedderId("contract", "1", 8), 1)
BATCH = 7


def batch(number: int) -> list[Doc]:
    """New documents, and one that every batch replaces."""
    docs = [Doc(f"{number:05}-{n}", ("common", f"batch{number}"), vector=axis(n)) for n in range(BATCH)]
    return [*docs, Doc("state", ("common",), vector=axis(7), payload=str(number).encode())]


def main(place: str, first: str) -> None:
    engine = open_local(Path(place))(SPEC, None)
    for number in count(int(first)):
        engine.put(batch(number))
        engine.commit(Mark(number, f"stamp{number}"))
        if number % 10 == 9:
            engine.compact()
        print(number, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
