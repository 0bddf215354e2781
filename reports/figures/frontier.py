"""Two means against each other, one mark a strategy."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from reports.figures.canvas import BLUE, LIGHT, canvas, label, lines

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
    with canvas(
        id, title, f"{across} against {up}: {said}.", max(2.6, 1.0 + 0.2 * len(frame) * lines(frame["strategy"]))
    ) as picture:
        (axes,) = picture.axes()
        for _, row in frame.iterrows():
            x, y = 100 * row["qualified"], row["score"]
            axes.plot([100 * row["qualified_lo"], 100 * row["qualified_hi"]], [y, y], color=BLUE, lw=1.4)
            axes.plot([x, x], [row["score_lo"], row["score_hi"]], color=BLUE, lw=1.4)
            axes.plot([x], [y], marker="o", ms=7, color=BLUE)
        low, high = frame["score"].min(), frame["score"].max()
        room = 0.15 * max(1.0, high - low)
        axes.set_ylim(low - room, high + room)
        low, high = 100 * frame["qualified"].min(), 100 * frame["qualified"].max()
        room = 0.1 * max(5.0, high - low)
        axes.set_xlim(max(-1.0, low - room), min(101.0, high + room))
        _names(axes, frame)
        axes.grid()
        axes.tick_params(length=0)
        axes.tick_params(axis="y", labelcolor="#6b7280", labelsize=8.5)
        for side in ("left", "bottom"):
            axes.spines[side].set_visible(False)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
    return picture.svg


def _names(axes: Axes, frame: pd.DataFrame) -> None:
    """Write the names in a column on the right, each on the height of its mark or near it, with a line to it."""
    (bottom, top), (_, right) = axes.get_ylim(), axes.get_xlim()
    tall = lines(frame["strategy"])
    apart = (top - bottom) * tall / max(12, len(frame) * tall)
    rows = frame.sort_values("score", kind="stable")
    heights: list[float] = []
    for score in rows["score"]:
        heights.append(max(score, heights[-1] + apart) if heights else max(score, bottom))
    ceiling = top
    for i in range(len(heights) - 1, -1, -1):
        heights[i] = min(heights[i], ceiling)
        ceiling = heights[i] - apart
    for (_, row), height in zip(rows.iterrows(), heights, strict=True):
        line = [(100 * row["qualified"], row["score"]), (right, height)]
        axes.plot(*zip(*line, strict=True), color=LIGHT, lw=0.8, zorder=0, clip_on=False)
        axes.annotate(
            label(row["strategy"]),
            line[1],
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            annotation_clip=False,
        )
