"""Cold start: `python -m bench.speed_cold [--size N] [--runs N] [--store FILE]`, a new process until its first answer.

The store is made first (or given); then new Python processes open it, ask one question and end. Processor time is told
beside the clock, because on a busy machine the clock counts the others too.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

from bench.speed import material_of
from bench.systems.ours import Ours

__all__ = ["Start", "main", "measure_cold"]

_ASK = """
import sys, wherefrom
with wherefrom.open(sys.argv[1]) as knowledge:
    if not knowledge.search("how do I define a metaclass keyword argument", limit=10).hits:
        sys.exit("nothing was found")
"""


class Start(NamedTuple):
    seconds: float
    processor: float


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    if asked.store:
        starts = measure_cold(asked.store, asked.runs)
    else:
        made = Ours(material_of(asked.size, "wordllama"))
        starts = measure_cold(made.store, asked.runs)
    for name, figures in zip(Start._fields, zip(*starts, strict=True), strict=True):
        print(f"{name:<10} best {min(figures):.2f}, median {statistics.median(figures):.2f}")
    print(f"load {os.getloadavg()[0]:.1f}")
    return 0


def measure_cold(store: str, runs: int) -> list[Start]:
    starts: list[Start] = []
    for _ in range(runs + 1):
        before, began = _of_children(), time.perf_counter()
        subprocess.run([sys.executable, "-c", _ASK, store], check=True, timeout=120)
        starts.append(Start(time.perf_counter() - began, _of_children() - before))
    return starts[1:]  # the first one finds the files on the disk and compiles


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.speed_cold", description="from a new process to an answer")
    parser.add_argument("--size", type=int, default=100_000, metavar="N")
    parser.add_argument("--runs", type=int, default=7, metavar="N")
    parser.add_argument("--store", metavar="FILE", help="one that is there already")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
