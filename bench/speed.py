"""Speed beside peers: `python -m bench.speed --sizes 10000,100000 [--systems ours,…] [--json] [--plot FILE.png]`.

Every system indexes the same passages of 68 words with the same vectors in one run, and is asked the same
questions in turn. Ours goes through its public way in: it embeds the question, checks permissions, reads every hit back
and cites it; the peers are handed the vector and give ids.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import re
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from pydoc_data.topics import topics
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.data import Passage
from bench.metrics import Speed
from bench.plots import speed_lines
from bench.systems import Material, Search, load_system
from bench.vectors import cached_vectors
from wherefrom.models.embedders import open_embedder

__all__ = ["main", "material_of", "measure_speed", "passages_of"]

PEERS = ("ours", "bm25s+numpy", "tantivy", "fts5", "lancedb-hybrid", "chroma", "numpy", "txtai-hybrid")
WORDS_A_PASSAGE = 68
QUESTIONS = 100
WARM_UP = 10
DEPTH = 10
_SENTENCE = re.compile(r"(?<=[.:!?])\s+")


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    sizes = [int(size) for size in asked.sizes.split(",")]
    results = {size: measure_speed(size, asked.systems.split(","), asked.embedder) for size in sizes}
    print(json.dumps(_as_json(results), indent=1) if asked.json else _table(results))
    if asked.plot:
        speed_lines(results, asked.plot)
    return 0


def measure_speed(size: int, names: Sequence[str], spec: str) -> dict[str, Speed]:
    """All systems are indexed first and then asked in turn, so that a busy moment of the machine hits all alike."""
    material = material_of(size, spec)
    questions = list(_questions(material.passages))
    vectors = material.embedder.embed(questions, role="query")
    searches: dict[str, tuple[Search, float, float]] = {}
    for name in names:
        try:
            index = load_system(name)
        except ImportError as error:
            print(f"{name} is left out: {error}", file=sys.stderr)
            continue
        before, began = _memory(), time.perf_counter()
        search = index(material)
        took = time.perf_counter() - began
        searches[name] = (search, size / took, max(0.0, _memory() - before) / size)
        print(f"{name} indexed {size:,} passages in {took:.1f} s", file=sys.stderr)
    times = _ask(searches, questions, vectors)
    return {
        name: Speed(*np.percentile(times[name], [50, 95]).tolist(), rate, memory)
        for name, (_, rate, memory) in searches.items()
    }


def _ask(
    searches: dict[str, tuple[Search, float, float]], questions: Sequence[str], vectors: NDArray[np.float32]
) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {name: [] for name in searches}
    for number, (question, vector) in enumerate(zip(questions, vectors, strict=True)):
        for name, (search, _, _) in searches.items():
            began = time.perf_counter()
            search(question, vector)
            if number >= WARM_UP:
                times[name].append((time.perf_counter() - began) * 1000)
    return times


def material_of(size: int, spec: str) -> Material:
    passages = list(passages_of(size))
    embedder = open_embedder(spec)
    vectors = cached_vectors(embedder, [passage.full_text for passage in passages], "passage")
    return Material(passages, vectors, embedder, spec, DEPTH)


def passages_of(size: int) -> Iterator[Passage]:
    """Real English at hand everywhere: sentences of Python's own documentation, drawn at random, each with a number."""
    chance = random.Random(1)
    words = [sentence.split() for text in topics.values() for sentence in _SENTENCE.split(text)]
    sentences = [sentence for sentence in words if 5 <= len(sentence) <= 40]
    for number in range(size):
        passage = [f"REF-{number:07}"]
        while len(passage) < WORDS_A_PASSAGE:
            passage += chance.choice(sentences)
        yield Passage(f"p{number}", "", " ".join(passage[:WORDS_A_PASSAGE]), "")


def _questions(passages: Sequence[Passage]) -> Iterator[str]:
    """Six words of a passage, as somebody who remembers some of it would ask."""
    chance = random.Random(2)
    for _ in range(QUESTIONS + WARM_UP):
        yield " ".join(chance.sample(passages[chance.randrange(len(passages))].text.split(), 6))


def _memory() -> float:
    gc.collect()
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024.0
    return float(pages * resource.getpagesize())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.speed", description="speed beside peers")
    parser.add_argument("--sizes", default="10000,100000", metavar="N,N")
    parser.add_argument("--systems", default=",".join(PEERS), metavar="NAME,NAME")
    parser.add_argument("--embedder", default="wordllama", metavar="SPEC")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--plot", type=Path, metavar="FILE.png", help="draw p50 and p95 against size")
    return parser


def _table(results: dict[int, dict[str, Speed]]) -> str:
    lines: list[str] = []
    for size, systems in results.items():
        lines += ["", f"{size:>9,} passages   p50 ms   p95 ms   passages/s   bytes/passage"]
        for name, speed in sorted(systems.items(), key=lambda each: each[1].p50):
            lines.append(
                f"  {name:<16} {speed.p50:9.2f} {speed.p95:8.2f} {speed.indexed_a_second:12,.0f} "
                f"{speed.bytes_a_passage:15,.0f}"
            )
    return "\n".join(lines)


def _as_json(results: dict[int, dict[str, Speed]]) -> dict[str, Any]:
    return {
        str(size): {
            name: {figure: round(value, 3) for figure, value in speed._asdict().items()}
            for name, speed in systems.items()
        }
        for size, systems in results.items()
    }


if __name__ == "__main__":
    raise SystemExit(main())
