"""Numbers for each pair: printed in their cells, shaded by sign and size."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
import pandas as pd

from reports.figures.canvas import GREY, INK, LINE, PAPER, canvas, label, row_height
from reports.text import points

__all__ = ["matrix"]

ROOMY = 8  # with more columns, cells have no room for a digit after the point
LEVEL = 4  # with more columns, their names are slanted
BELOW = 12  # characters in a line below a column, if names are level
SLANT = 0.05  # inches that a character of a slanted name takes in height


def matrix(
    frame: pd.DataFrame,
    row: str,
    column: str,
    value: str,
    *,
    id: str,
    title: str,
    axis: str,
    rows: list[str],
    columns: list[str],
) -> str:
    """Draw a matrix of differences of shares, in points.

    Parameters
    ----------
    frame
        One row a cell, with the columns `row`, `column`, `value`.
    rows, columns
        Names of rows and columns, in the order to draw them.
    """
    wide = frame.pivot(index=row, columns=column, values=value).reindex(index=rows, columns=columns)
    numbers = wide.to_numpy(dtype=float)
    most = max(0.02, float(np.nanmax(np.abs(numbers), initial=0.0)))
    said = "; ".join(
        f"{r} against {c} {points(v)}"
        for r, line in zip(rows, numbers, strict=True)
        for c, v in zip(columns, line, strict=True)
        if not np.isnan(v)
    )
    level = len(columns) <= LEVEL
    names = [label(column, BELOW if level else LINE) for column in columns]
    height = 0.7 + row_height(rows, 0.3) * len(rows) + (0.3 if level else SLANT * max(map(len, columns)))
    with canvas(id, title, f"{axis}, in points: {said}.", height) as picture:
        (axes,) = picture.axes()
        colours = mpl.colormaps["PuOr_r"].with_extremes(bad="#f3f4f6")
        axes.pcolormesh(
            np.ma.masked_invalid(numbers), cmap=colours, vmin=-1.3 * most, vmax=1.3 * most, ec="#ffffff", lw=1.5
        )
        digits = 0 if len(columns) > ROOMY else 1
        for i, line in enumerate(numbers):
            for j, v in enumerate(line):
                if not np.isnan(v):
                    red, green, blue, _ = colours(0.5 + v / (2.6 * most))
                    dark = 0.21 * red + 0.72 * green + 0.07 * blue < 0.5
                    axes.text(
                        j + 0.5,
                        i + 0.5,
                        points(v, digits),
                        ha="center",
                        va="center",
                        fontsize=8.5,
                        color=PAPER if dark else INK,
                    )
        axes.set_xticks(np.arange(len(columns)) + 0.5, names)
        if not level:
            axes.tick_params(axis="x", rotation=40)
            for text in axes.get_xticklabels():
                text.set(ha="right", rotation_mode="anchor")
        axes.set_yticks(np.arange(len(rows)) + 0.5, [label(r) for r in rows])
        axes.tick_params(length=0, labelcolor=INK)
        axes.tick_params(axis="x", labelcolor=GREY)
        axes.set_ylim(len(rows), 0)
        for spine in axes.spines.values():
            spine.set_visible(False)
        axes.set_xlabel(axis)
    return picture.svg
