"""Pictures of what was measured."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bench.metrics import Quality

__all__ = ["quality_bars"]


def quality_bars(results: Mapping[str, Mapping[str, Quality]], title: str, file: Path) -> None:
    """One group of bars a collection, one bar a system, ours in another colour."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, len(results), figsize=(4.5 * len(results), 4), sharex=True, squeeze=False)
    for panel, (collection, systems) in zip(axes[0], results.items(), strict=True):
        names = list(systems)[::-1]
        colours = ["#c2410c" if name.startswith("ours") else "#94a3b8" for name in names]
        bars = panel.barh(names, [systems[name].ndcg_10 for name in names], color=colours)
        panel.bar_label(bars, fmt="%.3f", padding=2, fontsize=8)
        panel.set_title(collection)
        panel.spines[["top", "right"]].set_visible(False)
    figure.suptitle(title)
    figure.tight_layout()
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=120)
    pyplot.close(figure)
