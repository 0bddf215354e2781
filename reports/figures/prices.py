"""What items are worth against what they cost, with the line that most of them keep to."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from reports.figures.canvas import BLUE, GREY, INK, LIGHT, PAPER, VERMILION, canvas, label, lines
from reports.text import number

__all__ = ["prices"]

CHEAP, DEAR = "^", "v"


def prices(frame: pd.DataFrame, price: str, *, id: str, title: str, across: str, up: str) -> str:
    """Draw each item's worth in points, with its interval, against its price, and the line through all of them.

    A filled mark that points up is an item worth more than its price for sure, one that points down one worth less; a
    round hollow one keeps to the line as far as is known. All are named where there are few, else those off the line.

    Parameters
    ----------
    frame
        Rows with `item`, `value_points` and its `_lo` and `_hi`, `standing` ("cheap", "dear" or ""), and `line`, what
        the line gives for the price (unknown without a line).
    price
        The column with the prices.
    """
    shown = frame[frame["value_points"].notna() & frame[price].notna()]
    said = ", ".join(
        f"{row['item']} at {number(row[price])}: {number(row['value_points'], 2)}"
        + (f" ({row['standing']} for what it does)" if row["standing"] else "")
        for _, row in shown.iterrows()
    )
    with canvas(
        id, title, f"{up} against {across}: {said}.", max(2.9, 1.2 + 0.16 * len(shown) * lines(shown["item"]))
    ) as picture:
        (axes,) = picture.axes()
        axes.axhline(0, color=LIGHT, lw=1)
        line = shown.sort_values(price)
        axes.plot(line[price], line["line"], color=GREY, lw=1.2, ls=(0, (4, 3)))
        for (_, row), x in zip(shown.iterrows(), _beside(shown[price]), strict=True):
            marker, colour = {"cheap": (CHEAP, VERMILION), "dear": (DEAR, BLUE)}.get(row["standing"], ("o", INK))
            axes.plot([x, x], [row["value_points_lo"], row["value_points_hi"]], color=colour, lw=1.4)
            face = colour if row["standing"] else PAPER
            axes.plot([x], [row["value_points"]], marker=marker, ms=7, color=colour, mfc=face, mew=1.3)
        axes.margins(x=0.08, y=0.08)
        _names(axes, shown, price)
        axes.grid(axis="y")
        axes.tick_params(length=0)
        axes.tick_params(axis="y", labelcolor=GREY, labelsize=8.5)
        for side in ("left", "bottom"):
            axes.spines[side].set_visible(False)
        axes.set_xlabel(f"{across}; dashed: the line through all")
        axes.set_ylabel(up)
    return picture.svg


def _beside(x: pd.Series[float]) -> list[float]:
    """Return where to draw marks of equal prices: side by side."""
    step = 0.02 * max(1.0, float(x.max() - x.min()))
    seen: dict[float, int] = {}
    places = []
    for value in x:
        seen[value] = seen.get(value, -1) + 1
        places.append(value + step * seen[value])
    spread = {value: step * many / 2.0 for value, many in seen.items()}
    return [place - spread[value] for place, value in zip(places, x, strict=True)]


MOST_NAMED = 12


def _names(axes: Axes, shown: pd.DataFrame, price: str) -> None:
    """Write names in a column on the right, each near the height of its mark, with a line to it."""
    told = shown if len(shown) <= MOST_NAMED else shown[shown["standing"] != ""]
    if not len(told):
        return
    (bottom, top), (_, right) = axes.get_ylim(), axes.get_xlim()
    tall = lines(told["item"])
    apart = (top - bottom) * tall / max(14, len(told) * tall)
    places = dict(zip(shown.index, _beside(shown[price]), strict=True))
    rows = told.sort_values("value_points", kind="stable")
    heights = np.maximum.accumulate(rows["value_points"].to_numpy() - apart * np.arange(len(rows)))
    heights = heights + apart * np.arange(len(rows))
    over = max(0.0, float(heights[-1]) - top)
    for (index, row), height in zip(rows.iterrows(), heights - over, strict=True):
        axes.plot([places[index], right], [row["value_points"], height], color=LIGHT, lw=0.8, zorder=0, clip_on=False)
        axes.annotate(
            label(row["item"]), (right, height), xytext=(4, 0), textcoords="offset points", va="center",
            annotation_clip=False,
        )  # fmt: skip
    axes.set_xlim(axes.get_xlim()[0], right)
    axes.set_ylim(bottom, top)
