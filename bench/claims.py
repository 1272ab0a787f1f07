"""Claims beside peers: `python -m bench.claims [--size N] [--mem0-size N] [--sync MS] [--json] [--plot FILE.png]`.

Each memory has a process of its own and is filled there (mem0's store takes some minutes for 100,000); then statements
are learned and recalled one by one, some in a row by each memory, in turn. Ours looks at the evidence, looks for twins
and near twins, and writes claim, history, audit and event in one transaction; what was learned is embedded when it is
next recalled, so `learned, then recalled` is measured too. Then the turns of LoCoMo's conversations are learned and
asked for: Recall@10.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bench.apart import Apart
from bench.bars import draw_bars
from bench.data import Passage, read_collection
from bench.disks import slower_syncs
from bench.metrics import measure
from bench.speed import passages_of
from bench.systems.memories import MEMORIES, Memory
from wherefrom.models.embedders import open_embedder

__all__ = ["Remembering", "main", "measure_claims", "measure_locomo"]

WORDS = 18
ROUNDS, IN_A_ROW = 100, 25
WARM_UP = 5
"""At each turn: the processor's caches hold what the others did."""
LIMIT = 10
_LOCOMO = Path(__file__).resolve().parents[2] / "shared" / "data" / "retrieval" / "locomo"


class Remembering(NamedTuple):
    """Milliseconds, medians; `fresh` is a statement learned and then recalled."""

    size: int
    learn: float
    recall: float
    fresh: float


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="wherefrom-bench-") as home:
        speeds = _speeds(Path(home) / "speed", asked) if asked.size else {}
        found = measure_locomo(Path(home) / "locomo", asked.locomo) if asked.locomo.is_dir() else {}
    told = {
        "load": round(load, 1),
        "milliseconds": {name: _rounded(one._asdict()) for name, one in speeds.items()},
        "locomo_recall_10": _rounded(found),
    }
    print(json.dumps(told, indent=1) if asked.json else _table(speeds, found, load))
    if asked.out:
        asked.out.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    if asked.plot:
        _draw(speeds, found, asked.plot)
    return 0


def _speeds(home: Path, asked: argparse.Namespace) -> dict[str, Remembering]:
    return measure_claims(home, asked.size, asked.mem0_size or asked.size, sync=asked.sync)


def measure_claims(home: Path, size: int, mem0_size: int, *, sync: float = 0.0) -> dict[str, Remembering]:
    """`sync`: so many milliseconds longer takes each wait for the disk."""
    texts = _statements(size + 3 * ROUNDS // IN_A_ROW * (IN_A_ROW + WARM_UP))
    sizes: dict[str, int] = {}
    with slower_syncs(sync):
        memories = dict(_started(home))
    for name, memory in memories.items():
        sizes[name] = min(size, mem0_size) if name == "mem0" else size
        took = memory.ask(("fill", texts[: sizes[name]]))
        print(f"{name} was filled with {sizes[name]:,} in {took / 1000:.0f} s", file=sys.stderr)
    times = _turns(memories, texts[size:], texts[: min(sizes.values())])
    for memory in memories.values():
        memory.end()
    return {
        name: Remembering(sizes[name], *(float(np.median(spent)) for spent in verbs.values()))
        for name, verbs in times.items()
    }


def _turns(
    memories: Mapping[str, Apart], new: Iterable[str], known: Sequence[str]
) -> dict[str, dict[str, list[float]]]:
    times: dict[str, dict[str, list[float]]] = {name: {"learn": [], "recall": [], "fresh": []} for name in memories}
    texts, chance = iter(new), random.Random(2)
    for verb in ("learn", "recall", "fresh"):
        for _ in range(ROUNDS // IN_A_ROW):
            turn = [(verb, next(texts), _question(known, chance)) for _ in range(WARM_UP + IN_A_ROW)]
            for name, memory in memories.items():
                times[name][verb] += [memory.ask(request) for request in turn][WARM_UP:]
    return times


def _question(known: Sequence[str], chance: random.Random) -> str:
    return " ".join(chance.sample(chance.choice(known).split(), 6))


def _statements(count: int) -> list[str]:
    """Distinct ones: some words of a passage, as whole sentences would come again in thousands of them."""
    chance = random.Random(3)
    statements: list[str] = []
    for passage in passages_of(count):
        words = passage.text.split()
        statements.append(" ".join(words[at] for at in sorted(chance.sample(range(len(words)), WORDS))))
    return statements


def _started(home: Path) -> Iterator[tuple[str, Apart]]:
    for name in MEMORIES:
        try:
            yield name, Apart(_timing, name, home / name)
        except ImportError as error:
            print(f"{name} is left out: {error}", file=sys.stderr)


@contextmanager
def _timing(name: str, home: Path) -> Generator[Callable[[tuple[Any, ...]], float]]:
    """Milliseconds that a memory takes for a verb."""
    memory = MEMORIES[name](home, open_embedder("wordllama"))
    verbs: dict[str, Callable[..., object]] = {
        "fill": memory.fill,
        "learn": lambda text, _: memory.learn(text),
        "recall": lambda _, question: memory.recall(question, LIMIT),
        "fresh": lambda text, question: (memory.learn(text), memory.recall(question, LIMIT)),
    }

    def spent(request: tuple[Any, ...]) -> float:
        verb, *given = request
        began = time.perf_counter()
        verbs[verb](*given)
        return (time.perf_counter() - began) * 1000

    yield spent


def _opened(home: Path) -> dict[str, Memory]:
    embedder = open_embedder("wordllama")
    opened: dict[str, Memory] = {}
    for name, opens in MEMORIES.items():
        try:
            opened[name] = opens(home / name, embedder)
        except ImportError as error:
            print(f"{name} is left out: {error}", file=sys.stderr)
    return opened


def measure_locomo(home: Path, folder: Path) -> dict[str, float]:
    """A memory a conversation, as a question is about one; the same words said twice count as either turn."""
    collection = read_collection(folder)
    turns: dict[str, list[Passage]] = {}
    for passage in collection.passages:
        turns.setdefault(passage.part, []).append(passage)
    rankings: dict[str, dict[str, list[str]]] = {}
    for part, passages in turns.items():
        ids: dict[str, list[str]] = {}
        for passage in passages:
            ids.setdefault(passage.full_text, []).append(passage.id)
        for name, memory in _opened(home / part).items():
            memory.fill(list(ids))
            for question in collection.questions:
                if question.part == part:
                    texts = memory.recall(question.text, LIMIT)
                    rankings.setdefault(name, {})[question.id] = [id for text in texts for id in ids[text]]
    return {name: measure(found, collection.grades).recall_10 for name, found in rankings.items()}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.claims", description="claims beside peers")
    parser.add_argument(
        "--size", type=int, default=100_000, metavar="N", help="claims to fill ours with; 0: only LoCoMo"
    )
    parser.add_argument("--mem0-size", type=int, metavar="N", help="less for mem0, whose store is slow to fill")
    parser.add_argument(
        "--sync", type=float, default=0.0, metavar="MS", help="as on a disk that takes so much longer (needs strace)"
    )
    parser.add_argument("--locomo", type=Path, default=_LOCOMO, metavar="FOLDER")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--out", type=Path, metavar="FILE.json", help="write JSON as well")
    parser.add_argument("--plot", type=Path, metavar="FILE.png", help="draw bars")
    return parser


def _rounded(figures: dict[str, Any]) -> dict[str, float]:
    return {name: round(figure, 3) for name, figure in figures.items()}


def _table(speeds: dict[str, Remembering], found: dict[str, float], load: float) -> str:
    lines = [f"load {load:.1f} when it began; milliseconds, medians"]
    if speeds:
        lines += ["", "                  claims    learn   recall   learned, then recalled"]
        for name, one in speeds.items():
            lines.append(f"  {name:<12} {one.size:9,} {one.learn:8.2f} {one.recall:8.2f} {one.fresh:8.2f}")
    if found:
        lines += ["", "LoCoMo            Recall@10"]
        lines += [f"  {name:<14} {recall:9.3f}" for name, recall in found.items()]
    return "\n".join(lines)


def _draw(speeds: dict[str, Remembering], found: dict[str, float], file: Path) -> None:
    draw_bars(
        {
            "learn, ms (p50)": {name: one.learn for name, one in speeds.items()},
            "recall, ms (p50)": {name: one.recall for name, one in speeds.items()},
            "LoCoMo turns, Recall@10": found,
        },
        file,
    )


if __name__ == "__main__":
    raise SystemExit(main())
