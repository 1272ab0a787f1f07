"""Speed and quality beside peers, in one run: `python -m bench.quality`, `python -m bench.speed`."""
