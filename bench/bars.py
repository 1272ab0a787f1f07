"""Panels of bars: one measure a panel, one bar a system, ours in another colour."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

__all__ = ["draw_bars"]


def _told(figure: float) -> str:
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}"


def draw_bars(panels: Mapping[str, Mapping[str, float]], file: Path, *, title: str = "", log: bool = False) -> None:
    """Panels without bars are left out."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    filled = {name: bars for name, bars in panels.items() if bars}
    figure, axes = pyplot.subplots(1, len(filled), figsize=(5 * len(filled), 3), squeeze=False)
    for panel, (measure, bars) in zip(axes[0], filled.items(), strict=True):
        names = list(bars)[::-1]
        colours = ["#c2410c" if name.startswith("ours") else "#94a3b8" for name in names]
        drawn = panel.barh(names, [bars[name] for name in names], color=colours)
        panel.bar_label(drawn, fmt=_told, padding=2, fontsize=8)
        panel.set_title(measure)
        panel.margins(x=0.15)
        if log:
            panel.set_xscale("log")
        panel.spines[["top", "right"]].set_visible(False)
    figure.suptitle(title)
    figure.tight_layout()
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=120)
    pyplot.close(figure)
