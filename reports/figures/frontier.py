"""Two means against each other, one mark a strategy."""

from __future__ import annotations

import math

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.transforms import offset_copy

from reports.figures.canvas import BLUE, INK, canvas, label

__all__ = ["frontier"]


def frontier(frame: pd.DataFrame, *, id: str, title: str, across: str, up: str) -> str:
    """Draw how often each strategy qualifies (across) against how much it collects (up), with both intervals.

    Parameters
    ----------
    frame
        Rows with `strategy`, `qualified`, `score` and their `_lo` and `_hi`.
    """
    said = ", ".join(
        f"{row['strategy']} {100 * row['qualified']:.1f} % and {row['score']:.1f}" for _, row in frame.iterrows()
    )
    with canvas(id, title, f"{across} against {up}: {said}.", 2.7) as picture:
        (axes,) = picture.axes()
        for _, row in frame.iterrows():
            x, y = 100 * row["qualified"], row["score"]
            axes.plot([100 * row["qualified_lo"], 100 * row["qualified_hi"]], [y, y], color=BLUE, lw=1.4)
            axes.plot([x, x], [row["score_lo"], row["score_hi"]], color=BLUE, lw=1.4)
            axes.plot([x], [y], marker="o", ms=7, color=BLUE)
        spread = max(1.0, float(frame["score"].max() - frame["score"].min()))
        axes.set_ylim(frame["score"].min() - 0.2 * spread, frame["score"].max() + 0.2 * spread)
        axes.set_xlim(0, 100)
        _names(axes, picture.figure, frame, 0.095 * 1.4 * spread)
        axes.grid()
        axes.tick_params(length=0)
        axes.tick_params(axis="y", labelcolor="#6b7280", labelsize=8.5)
        for side in ("left", "bottom"):
            axes.spines[side].set_visible(False)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
    return picture.svg


def _names(axes: Axes, figure: Figure, frame: pd.DataFrame, apart: float) -> None:
    """Write each name beside its mark, moved up where it would cover the one below it."""
    lowest = {"left": -math.inf, "right": -math.inf}
    for _, row in frame.sort_values("score", kind="stable").iterrows():
        x, y = 100 * row["qualified"], row["score"]
        side = "left" if x < 55 else "right"  # of the name that is at the mark
        lowest[side] = at = max(y, lowest[side] + apart)
        aside = offset_copy(axes.transData, figure, 9 if side == "left" else -9, units="points")
        axes.text(x, at, label(row["strategy"]), va="center", ha=side, color=INK, transform=aside)
