"""A process that reads a `local` index: each line on stdin is a question, each line on stdout the answer to it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.faults.local_writer import SPEC
from wherefrom.engines.retrieval.local import open_local
from wherefrom.testing.retrieval import axis, seek


def main(place: str) -> None:
    engine = open_local(Path(place))(SPEC, None)
    for line in sys.stdin:
        legs = engine.search(seek(line.strip(), vector=axis(0), depth=10_000))
        mark = engine.mark()
        answer = {"words": sorted(id for id, _ in legs.words), "meaning": sorted(id for id, _ in legs.meaning)}
        print(json.dumps({**answer, "mark": mark.seq if mark else None, "count": engine.count()}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
