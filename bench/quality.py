"""Quality beside peers: `python -m bench.quality FOLDER... [--systems ours,bm25s,…] [--embedder SPEC] [--json]`.

Takes any folder in BEIR's layout. Every system gets the same passages and the same vectors.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.data import Collection, read_collection
from bench.metrics import Quality, measure
from bench.plots import quality_bars
from bench.systems import SYSTEMS, Index, Material, Search, load_system
from bench.vectors import cached_vectors
from wherefrom.models.embedders import open_embedder
from wherefrom.ports.models import Embedder

__all__ = ["compare", "main"]

Results = dict[str, dict[str, Quality]]


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    names = asked.systems.split(",") if asked.systems else list(SYSTEMS)
    unknown = sorted(set(names) - set(SYSTEMS))
    if unknown:
        print(f"no such system: {', '.join(unknown)}; there are {', '.join(SYSTEMS)}", file=sys.stderr)
        return 2
    results = compare(asked.folders, names, asked.embedder)
    print(json.dumps(_as_json(asked.embedder, results), indent=1) if asked.json else _table(asked.embedder, results))
    if asked.plot:
        quality_bars(results, f"nDCG@10, embedder {asked.embedder}", asked.plot)
    return 0


def compare(folders: Sequence[Path], names: Sequence[str], spec: str) -> Results:
    """Collection to system to figures; a peer that is not installed is left out and said so."""
    systems, embedder = _available(names), open_embedder(spec)
    results: Results = {}
    for folder in folders:
        collection = read_collection(folder)
        parts = _parts(collection, embedder, spec)
        questions = cached_vectors(embedder, [question.text for question in collection.questions], "query")
        results[collection.name] = {
            name: measure(_rankings(collection, index, parts, questions), collection.grades)
            for name, index in systems.items()
        }
    return results


def _available(names: Sequence[str]) -> dict[str, Index]:
    systems: dict[str, Index] = {}
    for name in names:
        try:
            systems[name] = load_system(name)
        except ImportError as error:
            print(f"{name} is left out: {error}", file=sys.stderr)
    return systems


def _parts(collection: Collection, embedder: Embedder, spec: str) -> dict[str, Material]:
    """One index for each conversation; where there are none, one for all."""
    vectors = cached_vectors(embedder, [passage.full_text for passage in collection.passages], "passage")
    rows: dict[str, list[int]] = {}
    for row, passage in enumerate(collection.passages):
        rows.setdefault(passage.part, []).append(row)
    return {
        part: Material([collection.passages[row] for row in members], vectors[members], embedder, spec)
        for part, members in rows.items()
    }


def _rankings(
    collection: Collection, index: Index, parts: Mapping[str, Material], vectors: Any
) -> dict[str, Sequence[str]]:
    searches: dict[str, Search] = {part: index(material) for part, material in parts.items()}
    return {
        question.id: searches[question.part](question.text, vector)
        for question, vector in zip(collection.questions, vectors, strict=True)
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.quality", description="quality beside peers")
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--systems", metavar="NAME,NAME", help=f"of {', '.join(SYSTEMS)}")
    parser.add_argument("--embedder", default="wordllama", metavar="SPEC", help="wordllama, hash, onnx:PATH")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--plot", type=Path, metavar="FILE.png", help="draw nDCG@10 as bars")
    return parser


def _table(embedder: str, results: Results) -> str:
    lines = [f"embedder {embedder}"]
    for collection, systems in results.items():
        lines += ["", f"{collection:<16} nDCG@10  Recall@10  Recall@100  MRR@10"]
        for name, quality in systems.items():
            figures = (quality.ndcg_10, quality.recall_10, quality.recall_100, quality.mrr_10)
            lines.append(f"  {name:<14} {figures[0]:7.3f} {figures[1]:10.3f} {figures[2]:11.3f} {figures[3]:7.3f}")
    return "\n".join(lines)


def _as_json(embedder: str, results: Results) -> dict[str, Any]:
    measured = {
        collection: {
            name: {key: round(value, 4) for key, value in quality._asdict().items()}
            for name, quality in systems.items()
        }
        for collection, systems in results.items()
    }
    return {"embedder": embedder, "collections": measured}


if __name__ == "__main__":
    raise SystemExit(main())
