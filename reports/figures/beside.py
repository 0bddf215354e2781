"""What was, beside what would be: one row a number, with the base and the variants at their own places."""

from __future__ import annotations

import math

import pandas as pd

from reports.figures.canvas import BLUE, FURTHER_LINE, GREEN, GREY, INK, PAPER, VERMILION, canvas, label
from reports.text import percent, plain_number

__all__ = ["MOST_VARIANTS", "beside"]

MARKS = ((BLUE, "o"), (VERMILION, "D"), (GREEN, "s"))
MOST_VARIANTS = len(MARKS)
NAME = 46  # characters of a line above a row, beside what the number changes to
ROW = 0.45  # inches


def beside(frame: pd.DataFrame, *, id: str, title: str, share: bool) -> str:
    """Draw the base as a hollow mark and the variants as filled ones, each with its interval.

    Shares are drawn in percent, means in percent of the base.

    Parameters
    ----------
    frame
        Rows with `metric`, `title` (of the variant), `base`, `variant` and their intervals; at most `MOST_VARIANTS`
        variants.
    share
        Whether the numbers are shares; else they are means.
    """
    names, variants = (list(dict.fromkeys(frame[column])) for column in ("metric", "title"))
    said = "; ".join(f"{row['metric']}: {_change(row, share)} ({row['title']})" for _, row in frame.iterrows())
    above = FURTHER_LINE * max(label(name, NAME).count("\n") for name in names)
    part = ROW / (ROW + above)  # of the distance between two rows that one with a name of one line takes
    with canvas(id, title, f"Base and variant: {said}.", 0.75 + ROW / part * len(names)) as picture:
        (axes,) = picture.axes()
        if not share:
            axes.axvline(100, color=GREY, lw=0.8, ls=(0, (3, 3)))
        for y, name in enumerate(names):
            rows = frame[frame["metric"] == name]
            first = rows.iloc[0]
            by = 100.0 if share else (100.0 / abs(first["base"]) if first["base"] else math.nan)
            for i, (_, row) in enumerate(rows.iterrows()):
                at = y + part * (0.02 + 0.14 * (i + 1) if len(variants) > 1 else 0.24)
                colour, marker = MARKS[variants.index(row["title"])]
                axes.plot([by * row["variant_lo"], by * row["variant_hi"]], [at, at], color=colour, lw=1.6)
                axes.plot([by * row["variant"]], [at], marker=marker, ms=5.5, color=colour, clip_on=False)
            at = y + part * (0.02 if len(variants) > 1 else 0.06)
            axes.plot([by * first["base_lo"], by * first["base_hi"]], [at, at], color=GREY, lw=1.6)
            axes.plot([by * first["base"]], [at], marker="o", ms=5.5, color=GREY, mfc=PAPER, mew=1.3, clip_on=False)
            axes.annotate(
                label(name, NAME),
                (0.0, y - 0.15 * part),
                xycoords=("axes fraction", "data"),
                va="bottom",
                fontsize=8.5,
                color=INK,
                bbox={"fc": PAPER, "ec": "none", "pad": 0.6},
            )
            if len(variants) == 1:
                axes.annotate(
                    _change(first, share),
                    (1.0, y - 0.15 * part),
                    xycoords=("axes fraction", "data"),
                    ha="right",
                    va="bottom",
                    fontsize=8.5,
                    color=INK,
                )
        picture.legend([("base", GREY), *((label(v, 40), c) for v, (c, _) in zip(variants, MARKS, strict=False))])
        axes.set_yticks([])
        axes.set_ylim(len(names) - 1 + 0.6 * part, 0.5 * part - 1)
        axes.margins(x=0.06)
        axes.spines["left"].set_visible(False)
        axes.set_xlabel("%" if share else "% of the base")
    return picture.svg


def _change(row: pd.Series[float], share: bool) -> str:
    shown = percent if share else plain_number
    return f"{shown(row['base'])} → {shown(row['variant'])}"
