"""Estimates with their intervals, one row each, against what would be fair."""

from __future__ import annotations

import math

import pandas as pd

from reports.figures.canvas import BAND, BLUE, GREY, INK, PAPER, VERMILION, canvas, label, row_height
from reports.stats.fairness import ABOVE, BELOW, INSIDE
from reports.text import percent, points

__all__ = ["differences", "forest", "intervals"]

MARKS = {ABOVE: (">", VERMILION), BELOW: ("<", VERMILION), INSIDE: ("o", BLUE)}


def forest(frame: pd.DataFrame, name: str, *, id: str, title: str, margin: float) -> str:
    """Draw win shares with simultaneous intervals, the fair line and the band of ± `margin` around it.

    A mark points to the side on which a share lies outside the band for sure; a round one is inside, a hollow one open.

    Parameters
    ----------
    frame
        Rows with `win_share`, `win_share_lo_all`, `win_share_hi_all`, `fair`, `standing`.
    name
        The column with the names of the rows.
    """
    said = ", ".join(
        f"{row[name]} {percent(row['win_share'])} (fair {percent(row['fair'])})" for _, row in frame.iterrows()
    )
    with canvas(
        id, title, f"Win shares with intervals: {said}.", 0.75 + row_height(frame[name]) * len(frame)
    ) as picture:
        (axes,) = picture.axes()
        for y, (_, row) in enumerate(frame.iterrows()):
            fair = 100 * row["fair"]
            axes.fill_betweenx([y - 0.5, y + 0.5], fair - 100 * margin, fair + 100 * margin, color=BAND, lw=0)
            axes.plot([fair, fair], [y - 0.5, y + 0.5], color=GREY, lw=1)
            marker, colour = MARKS.get(row["standing"], ("o", INK))
            lo, hi = 100 * row["win_share_lo_all"], 100 * row["win_share_hi_all"]
            axes.plot([lo, hi], [y, y], color=colour, lw=2, solid_capstyle="butt")
            face = colour if row["standing"] in MARKS else PAPER
            axes.plot([100 * row["win_share"]], [y], marker=marker, ms=7, color=colour, mfc=face, mew=1.4)
            axes.annotate(
                percent(row["win_share"]),
                (1.0, y),
                xycoords=("axes fraction", "data"),
                xytext=(4, 0),
                textcoords="offset points",
                va="center",
                fontsize=9,
            )
        axes.set_yticks(range(len(frame)), [label(n) for n in frame[name]])
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(len(frame) - 0.5, -0.5)
        axes.margins(x=0.06)
        axes.spines["left"].set_visible(False)
        axes.set_xlabel("win share, %; line: fair, band: tolerated")
    return picture.svg


def intervals(
    frame: pd.DataFrame, name: str, value: str, *, id: str, title: str, unit: str, share: bool = False
) -> str:
    """Draw estimates with their intervals, from zero on.

    Parameters
    ----------
    frame
        Rows with the columns `value`, `value`_lo and `value`_hi.
    name
        The column with the names of the rows.
    unit
        What the axis says.
    share
        The values are shares, drawn in percent from 0 to 100.
    """
    scale = 100.0 if share else 1.0
    shown = frame[~frame[value].isna()]
    said = ", ".join(f"{row[name]} {scale * row[value]:.4g}" for _, row in shown.iterrows())
    with canvas(id, title, f"{unit}: {said}.", 0.7 + row_height(shown[name]) * max(1, len(shown))) as picture:
        (axes,) = picture.axes()
        for y, (_, row) in enumerate(shown.iterrows()):
            lo, hi = scale * row[f"{value}_lo"], scale * row[f"{value}_hi"]
            axes.plot([0, scale * row[value]], [y, y], color=BAND, lw=6, solid_capstyle="butt")
            if not math.isnan(lo):
                axes.plot([lo, hi], [y, y], color=BLUE, lw=2, solid_capstyle="butt")
            axes.plot([scale * row[value]], [y], marker="o", ms=6.5, color=BLUE, clip_on=False)
            axes.annotate(
                f"{scale * row[value]:.1f}" if share else f"{row[value]:.2f}",
                (1.0, y),
                xycoords=("axes fraction", "data"),
                xytext=(8, 0),
                textcoords="offset points",
                va="center",
                fontsize=9,
            )
        axes.set_yticks(range(len(shown)), [label(n) for n in shown[name]])
        axes.tick_params(axis="y", length=0, pad=7)
        axes.set_ylim(max(1, len(shown)) - 0.5, -0.5)
        axes.set_xlim(0, 100 if share else None)
        axes.spines["left"].set_visible(False)
        axes.set_xlabel(unit)
    return picture.svg


def differences(frame: pd.DataFrame, name: str, value: str, *, id: str, title: str, unit: str) -> str:
    """Draw differences of shares with simultaneous intervals, in points, about zero.

    A mark points to the side on which a difference lies for sure; a hollow round one is open.

    Parameters
    ----------
    frame
        Rows with the columns `value`, `value`_lo_all and `value`_hi_all.
    name
        The column with the names of the rows.
    unit
        What the axis says.
    """
    said = ", ".join(f"{row[name]} {points(row[value])}" for _, row in frame.iterrows())
    with canvas(id, title, f"{unit}: {said}.", 0.75 + row_height(frame[name]) * max(1, len(frame))) as picture:
        (axes,) = picture.axes()
        axes.axvline(0, color=GREY, lw=1)
        for y, (_, row) in enumerate(frame.iterrows()):
            lo, hi = 100 * row[f"{value}_lo_all"], 100 * row[f"{value}_hi_all"]
            marker, colour = MARKS[ABOVE] if lo > 0 else MARKS[BELOW] if hi < 0 else ("o", INK)
            axes.plot([lo, hi], [y, y], color=colour, lw=2, solid_capstyle="butt")
            face = PAPER if marker == "o" else colour
            axes.plot([100 * row[value]], [y], marker=marker, ms=7, color=colour, mfc=face, mew=1.4)
            axes.annotate(
                points(row[value]),
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
        axes.margins(x=0.06)
        axes.spines["left"].set_visible(False)
        axes.set_xlabel(unit)
    return picture.svg
