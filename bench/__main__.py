"""`python -m bench [--data FOLDER] [--out FOLDER]`: every collection found, every system installed."""

from __future__ import annotations

import argparse
from pathlib import Path

from bench import claims, freshness, ingest, quality, speed

_DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "retrieval"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description="speed and quality beside peers")
    parser.add_argument("--data", type=Path, default=_DATA, help="a folder of collections in BEIR's layout")
    parser.add_argument("--embedder", default="wordllama")
    parser.add_argument("--sizes", default="10000,100000", help="how many passages to measure speed with")
    parser.add_argument("--out", type=Path, default=Path("build") / "bench", help="where pictures go")
    asked = parser.parse_args()
    folders = sorted(str(file.parent) for file in asked.data.glob("*/corpus.jsonl"))
    if not folders:
        print(f"no collections in {asked.data}; name another folder with --data")
        return 2
    sized = ["--sizes", asked.sizes, "--embedder", asked.embedder, "--plot", str(asked.out / "speed.png")]
    judged = [*folders, "--embedder", asked.embedder, "--plot", str(asked.out / "quality.png")]
    return (
        quality.main(judged)
        or speed.main(sized)
        or ingest.main(["--plot", str(asked.out / "ingest.png")])
        or freshness.main(["--plot", str(asked.out / "freshness.png")])
        or claims.main(["--plot", str(asked.out / "claims.png")])
    )


if __name__ == "__main__":
    raise SystemExit(main())
