"""Shares against a swept number: points with their intervals, a fitted curve each, a line at the level asked for."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from reports.figures.canvas import BLUE, GREEN, GREY, INK, PAPER, PURPLE, VERMILION, canvas, label, lines

__all__ = ["curves"]

# No meaning hangs on colour alone: each series has its own mark and its own line, and its name beside it.
LOOKS = (
    (BLUE, "o", "solid"),
    (VERMILION, "s", (0, (6, 2))),
    (GREEN, "^", (0, (4, 1.5, 1, 1.5))),
    (PURPLE, "D", (0, (1.5, 1.5))),
    (INK, "v", (0, (9, 2, 2, 2))),
    (GREY, "P", (0, (3, 3))),
)
STEPS = 120  # of a curve


def curves(
    points: pd.DataFrame, fits: pd.DataFrame, level: float | None, *, id: str, title: str, across: str, up: str
) -> str:
    """Draw shares in percent against x, by series.

    Parameters
    ----------
    points
        Rows with `curve`, `x`, `share`, `share_lo`, `share_hi`.
    fits
        Rows with `curve`, `intercept`, `slope` of the log odds; no line is drawn where they are unknown.
    level
        Where a line goes across; None where the series have different ones.
    """
    said = "; ".join(
        f"{name}: " + ", ".join(f"{row['x']:g} {100 * row['share']:.1f} %" for _, row in own.iterrows())
        for name, own in points.groupby("curve", sort=False)
    )
    with canvas(id, title, f"{up} against {across}: {said}.", 3.3) as picture:
        (axes,) = picture.axes()
        if level is not None:
            axes.axhline(100 * level, color=GREY, lw=1)
        low, high = float(points["x"].min()), float(points["x"].max())
        ends: list[tuple[float, float, str, str]] = []
        for i, (name, own) in enumerate(points.groupby("curve", sort=False)):
            colour, marker, line = LOOKS[i % len(LOOKS)]
            fit = fits[fits["curve"] == name].iloc[0]
            if not math.isnan(fit["slope"]):
                x = np.linspace(own["x"].min(), own["x"].max(), STEPS)
                y = 100.0 / (1.0 + np.exp(-fit["intercept"] - fit["slope"] * x))
                axes.plot(x, y, color=colour, lw=1.4, ls=line)
            for _, row in own.iterrows():
                axes.plot([row["x"]] * 2, [100 * row["share_lo"], 100 * row["share_hi"]], color=colour, lw=1.4)
            axes.plot(own["x"], 100 * own["share"], marker=marker, ms=5, color=colour, mec=PAPER, mew=0.5, ls="none")
            last = own.iloc[-1]
            ends.append((100 * last["share"], last["x"], str(name), colour))
        room = 0.04 * (high - low or 1.0)
        axes.set_xlim(low - room, high + room)
        axes.set_ylim(0, 100)
        axes.set_xticks(sorted(points["x"].unique()))
        _names(axes, ends, high + room)
        axes.grid(axis="y")
        axes.tick_params(length=0)
        axes.tick_params(axis="y", labelcolor=GREY, labelsize=8.5)
        axes.spines["left"].set_visible(False)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
    return picture.svg


def _names(axes: Axes, ends: list[tuple[float, float, str, str]], right: float) -> None:
    """Write the names on the right, each on the height of its last point or near it, with a line to it."""
    apart = 100.0 / 14 * lines(name for *_, name, _ in ends)
    ordered = sorted(ends)
    heights: list[float] = []
    for y, *_ in ordered:
        heights.append(max(y, heights[-1] + apart) if heights else y)
    ceiling = 100.0
    for i in range(len(heights) - 1, -1, -1):
        heights[i] = min(heights[i], ceiling)
        ceiling = heights[i] - apart
    for (y, x, name, colour), height in zip(ordered, heights, strict=True):
        axes.plot([x, right], [y, height], color=colour, lw=0.8, zorder=0, clip_on=False)
        axes.annotate(
            label(name),
            (right, height),
            xytext=(3, 0),
            textcoords="offset points",
            va="center",
            fontsize=8.5,
            annotation_clip=False,
        )
