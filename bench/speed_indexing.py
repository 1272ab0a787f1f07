"""How fast passages become findable: `python -m bench.speed_indexing [--size N] [--embedder SPEC] [--json]`.

One run measures, over the same passages of 68 words, what can be measured alone (embedding; the engine's upsert of
analysed and embedded passages) and what a user waits for: written to the record, embedded, analysed, indexed.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.speed import passages_of
from bench.systems import Material
from bench.systems.ours import Ours
from wherefrom.engines.retrieval.local import open_local
from wherefrom.models.embedders import open_embedder
from wherefrom.ports.engines import Doc, IndexSpec
from wherefrom.text.analysis import analyse

__all__ = ["main", "measure_indexing"]

_A_COMMIT = 5_000


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    rates = measure_indexing(asked.size, asked.embedder)
    load = os.getloadavg()[0]
    if asked.json:
        print(json.dumps({"passages": asked.size, "load": load, "passages_a_second": rates}, indent=1))
        return 0
    print(f"{asked.size:,} passages, load {load:.1f}")
    for name, rate in rates.items():
        print(f"  {name:<42} {rate:9,.0f} passages/s  {1e6 / rate:7.1f} µs")
    slower = min(rates["embedding alone"], rates["engine's upsert alone"])
    print(f"  end to end is {rates['end to end'] / slower:.0%} of the slower of the first two")
    return 0


def measure_indexing(size: int, spec: str) -> dict[str, float]:
    passages, embedder = list(passages_of(size)), open_embedder(spec)
    texts = [passage.text for passage in passages]
    embedder.embed(texts[:500], role="passage")
    rates: dict[str, float] = {}

    def timed(name: str, work: Callable[[], object]) -> object:
        began = time.perf_counter()
        made = work()
        rates[name] = size / (time.perf_counter() - began)
        return made

    vectors = embedder.embed(texts, role="passage")
    timed("embedding alone", lambda: embedder.embed(texts, role="passage"))
    terms = [analyse(text) for text in texts]
    docs = [
        Doc(id=passage.id, body=body, vector=vector)
        for passage, body, vector in zip(passages, terms, vectors, strict=True)
    ]
    with tempfile.TemporaryDirectory(prefix="wherefrom-bench-") as folder:
        engine = open_local(Path(folder))(IndexSpec("bench", embedder.id, 1), None)
        timed("engine's upsert alone", lambda: _upsert(engine.put, engine.commit, docs))
    timed("analysis alone", lambda: [analyse(text) for text in texts])
    known = Material(passages, vectors, embedder, spec, 10)
    timed("record, analysis and index, vectors given", lambda: Ours(known))
    timed("end to end", lambda: Ours(known, embeds=True))
    return rates


def _upsert(put: Callable[[Sequence[Doc]], None], commit: Callable[[], None], docs: Sequence[Doc]) -> None:
    for start in range(0, len(docs), _A_COMMIT):
        put(docs[start : start + _A_COMMIT])
        commit()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.speed_indexing", description="how fast passages are indexed")
    parser.add_argument("--size", type=int, default=20_000, metavar="N")
    parser.add_argument("--embedder", default="wordllama", metavar="SPEC")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
