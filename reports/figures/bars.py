"""What adds up to a whole: one bar a strategy, made of parts, with what goes away to the left of zero."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from reports.figures.canvas import (
    BLUE,
    GREEN,
    GREY,
    INK,
    ORANGE,
    PAPER,
    PURPLE,
    SKY,
    VERMILION,
    canvas,
    label,
    row_height,
)

__all__ = ["bars"]

FILLS = ((BLUE, PAPER), (SKY, INK), (GREEN, PAPER), (ORANGE, INK), (PURPLE, INK), (VERMILION, PAPER))


def bars(
    frame: pd.DataFrame,
    name: str,
    parts: Sequence[tuple[str, str]],
    less: tuple[str, str] | None = None,
    *,
    id: str,
    title: str,
    axis: str,
) -> str:
    """Draw a stacked bar a row; every part that has room carries its number.

    Parameters
    ----------
    frame
        Rows with the columns of all parts.
    name
        The column with the names of the rows.
    parts
        (column, what it is in words), from left to right.
    less
        The same for what is taken away, drawn to the left of zero.
    """
    ends = frame[[column for column, _ in parts]].sum(axis=1)
    widest = float(ends.max() + (frame[less[0]].max() if less else 0.0)) or 1.0
    said = "; ".join(
        f"{row[name]}: "
        + ", ".join(f"{words} {row[column]:.1f}" for column, words in [*parts, *([less] if less else [])])
        for _, row in frame.iterrows()
    )
    with canvas(id, title, f"{axis}: {said}.", 1.0 + row_height(frame[name], 0.32) * max(1, len(frame))) as picture:
        (axes,) = picture.axes()
        for y, (_, row) in enumerate(frame.iterrows()):
            pieces = []
            if less:
                pieces.append((-row[less[0]], row[less[0]], VERMILION, PAPER))
            at = 0.0
            for (column, _), (fill, ink) in zip(parts, FILLS, strict=False):
                pieces.append((at, row[column], fill, ink))
                at += row[column]
            for left, width, fill, ink in pieces:
                axes.barh(y, width, left=left, height=0.66, color=fill, ec=PAPER, lw=0.8)
                if width > 0.07 * widest:
                    axes.text(left + width / 2, y, f"{width:.1f}", ha="center", va="center", fontsize=8.5, color=ink)
        axes.axvline(0, color=INK, lw=0.9)
        taken = [(less[1], VERMILION)] if less else []
        picture.legend([*taken, *((words, fill) for (_, words), (fill, _) in zip(parts, FILLS, strict=False))])
        axes.set_yticks(range(len(frame)), [label(n) for n in frame[name]])
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(max(1, len(frame)) - 0.5, -0.5)
        axes.spines["left"].set_visible(False)
        axes.set_xlabel(axis, color=GREY)
    return picture.svg
