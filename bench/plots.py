"""Pictures of what was measured."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bench.metrics import Quality, Speed

__all__ = ["quality_bars", "speed_lines"]


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


def speed_lines(results: Mapping[int, Mapping[str, Speed]], file: Path) -> None:
    """A line a system: its median question against the number of passages, its 95th percentile as a shade above."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, panel = pyplot.subplots(figsize=(9, 5))
    sizes = sorted(results)
    for name in dict.fromkeys(name for systems in results.values() for name in systems):
        known = [size for size in sizes if name in results[size]]
        middle = [results[size][name].p50 for size in known]
        style = {"color": "#c2410c", "linewidth": 2.5} if name == "ours" else {"linewidth": 1.2}
        (line,) = panel.plot(known, middle, marker="o", label=name, **style)
        slow = [results[size][name].p95 for size in known]
        panel.fill_between(known, middle, slow, color=line.get_color(), alpha=0.12)
    panel.set(xscale="log", yscale="log", xlabel="passages", ylabel="milliseconds a question (p50 to p95)")
    panel.spines[["top", "right"]].set_visible(False)
    panel.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    figure.tight_layout()
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=120)
    pyplot.close(figure)
