"""How often each value occurs: of everybody, and of a part of them in front; of winning margins; of turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from reports.figures.canvas import BLUE, GREY, INK, LIGHT, VERMILION, canvas, label, row_height

__all__ = ["histogram", "spans"]

MOST_BARS = 48
FRONT = {"blue": BLUE, "vermilion": VERMILION}


def histogram(
    frame: pd.DataFrame,
    value: str,
    back: str,
    front: str = "",
    *,
    id: str,
    title: str,
    axis: str,
    names: tuple[str, str] = ("", ""),
    front_colour: str = "blue",
    marks: Mapping[str, float] | None = None,
) -> str:
    """Draw the shares of values as bars, with a part of each bar in front of it.

    Parameters
    ----------
    frame
        Rows with the column `value`, counts in `back`, and in `front` how many of these are in front.
    axis
        What is along the axis.
    names
        What the bars and the parts in front of them are, in words; they are told apart by place and shade.
    marks
        Values to mark with a line and their name.
    """
    total = float(frame[back].sum())
    first = frame[value].min() if len(frame) else 0
    width = _bar_width(frame[value])
    bars = (frame[value] - first) // width * width + first
    heights = frame.groupby(bars)[[back, *([front] if front else [])]].sum() * (100.0 / max(total, 1.0))
    peak = heights[back].idxmax() if len(heights) else 0
    said = f"{axis}: {len(frame)} different values"
    if len(frame):
        said += f" from {first} to {frame[value].max()}, most often around {peak}"
    with canvas(id, title, f"{said}.", 2.15) as picture:
        (axes,) = picture.axes()
        left = heights.index.to_numpy(dtype=float) - 0.5
        axes.bar(left, heights[back], width=width * 0.88, align="edge", color=LIGHT, lw=0)
        if front:
            axes.bar(left, heights[front], width=width * 0.88, align="edge", color=FRONT[front_colour], lw=0)
            picture.legend([(names[0], LIGHT), (names[1], FRONT[front_colour])])
        top = float(heights[back].max()) if len(heights) else 1.0
        for name, at in (marks or {}).items():
            axes.axvline(at, color=INK, lw=0.9, ls=(0, (3, 2)), ymax=0.94)
            axes.annotate(
                name, (at, 1.0), xycoords=("data", "axes fraction"), va="bottom", ha="center", fontsize=8, color=INK
            )
        axes.set_ylim(0, 1.1 * top or 1.0)
        axes.grid(axis="y")
        axes.tick_params(axis="y", length=0, labelcolor=GREY, labelsize=8.5)
        axes.spines["left"].set_visible(False)
        axes.locator_params(axis="y", nbins=4)
        axes.locator_params(axis="x", integer=True)
        axes.set_xlabel(f"{axis}{f', {width} to a bar' if width > 1 else ''}; height: % of {names[0] or 'games'}")
    return picture.svg


def spans(frame: pd.DataFrame, name: str, *, id: str, title: str, axis: str) -> str:
    """Draw distributions as spans: thin from 5 to 95 %, thick from 25 to 75 %, a tick at the median, a dot at the mean.

    Parameters
    ----------
    frame
        Rows with `p5`, `p25`, `p50`, `p75`, `p95`, `mean`.
    name
        The column with the names of the rows.
    """
    said = ", ".join(
        f"{row[name]} mean {row['mean']:.1f}, {row['p5']:g} to {row['p95']:g}" for _, row in frame.iterrows()
    )
    with canvas(id, title, f"{axis}: {said}.", 0.7 + row_height(frame[name]) * max(1, len(frame))) as picture:
        (axes,) = picture.axes()
        for y, (_, row) in enumerate(frame.iterrows()):
            axes.plot([row["p5"], row["p95"]], [y, y], color=BLUE, lw=1.4, solid_capstyle="butt")
            axes.plot([row["p25"], row["p75"]], [y, y], color="#9cc4df", lw=9, solid_capstyle="butt")
            axes.plot([row["p50"], row["p50"]], [y - 0.24, y + 0.24], color=BLUE, lw=2)
            axes.plot([row["mean"]], [y], marker="o", ms=5, color=INK)
            axes.annotate(
                f"{row['mean']:.1f}",
                (1.0, y),
                xycoords=("axes fraction", "data"),
                xytext=(4, 0),
                textcoords="offset points",
                va="center",
                fontsize=9,
            )
        axes.set_yticks(range(len(frame)), [label(n) for n in frame[name]])
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(max(1, len(frame)) - 0.5, -0.5)
        axes.spines["left"].set_visible(False)
        axes.grid(axis="x")
        axes.locator_params(axis="x", integer=True)
        axes.set_xlabel(axis)
    return picture.svg


def _bar_width(values: Sequence[int] | pd.Series[int]) -> int:
    """Return how many whole numbers go into a bar so that there are not too many bars."""
    span = int(max(values) - min(values)) + 1 if len(values) else 1
    steps = [k * 10**e for e in range(10) for k in (1, 2, 5)]
    return int(steps[np.searchsorted(steps, span / MOST_BARS)])
