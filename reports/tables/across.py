"""The cells of a run beside one another: how steep a sweep is, and what lies between two teams.

What a change does to a base is in `comparison`. All cells of a run play the same shuffles, so a difference is taken
game by game, over the games of the same number that count in every cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from operator import add
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
from numpy.typing import NDArray

from reports.stats.fairness import simultaneous
from reports.stats.means import Moments, mean
from reports.stats.shares import LEVEL, Estimate
from reports.tables.columns import named
from reports.tables.sweep import curves, points
from reports.tables.tally import FAILED, WIN
from reports.words import Words
from sim.results import Cell, Run

__all__ = ["across", "coordination", "wins_together"]

SLICE = 100_000  # games counted at a time


def across(run: Run, words: Words) -> dict[str, pd.DataFrame]:
    """Return the tables about several cells, by name; none where the run asks for none, or for a what-if, whose cells
    `comparison` sets beside its base.
    """
    team, swept = bool(run.manifest["game"].get("team")), bool(run.manifest.get("sweep"))
    if len(run.cells) < 2 or not (team or swept) or run.manifest.get("whatif"):
        return {}
    wins = wins_together(run.cells)
    found: dict[str, pd.DataFrame] = {}
    if swept:
        found |= {"sweep_points": points(run.cells, wins, team), "sweep_curves": curves(run.cells, wins, team)}
    if team:
        found["coordination"] = coordination(run.cells, wins, words)
    return {name: frame for name, frame in found.items() if len(frame)}


def wins_together(cells: Sequence[Cell]) -> Moments:
    """Return the moments of the win share of each cell's first strategy, in 420ths, over games that count in all cells.

    In a team that is the team's. The quantities are called as the cells.
    """
    games = min(cell.games for cell in cells)
    return reduce(add, (_wins(cells, first, min(SLICE, games - first)) for first in range(0, max(1, games), SLICE)))


def _wins(cells: Sequence[Cell], first: int, most: int) -> Moments:
    counts = np.ones(most, dtype=bool)
    shares = {}
    for cell in cells:
        shares[cell.id] = np.zeros(0, dtype=np.int64)
        if most:
            ends = cell.scan_games().select("end").slice(first, most).collect()["end"].to_numpy()
            counts &= ends != FAILED
            shares[cell.id] = _share(cell, first, most)
    return replace(Moments.of({id: share[counts] for id, share in shares.items()}), unit=WIN)


def _share(cell: Cell, first: int, most: int) -> NDArray[np.int64]:
    """Return the win share of the first strategy of the lineup in some games, (G,)."""
    own = pl.col("share", "strategy").cast(pl.Int64)
    seats = cell.scan_seats().select(own).slice(first * cell.seats, most * cell.seats).collect()
    return seats.filter(pl.col("strategy") == 0)["share"].to_numpy()


def coordination(cells: Sequence[Cell], wins: Moments, words: Words) -> pd.DataFrame:
    """Return one row for each seat count and set of settings that is played by both teams of `words.coordination`.

    Columns
    -------
    cell, title, seats, first
        The cell of the team that plans for all, its title and seats; the title of the cell of the team in which each
        decides for itself.
    n
        Games that count in all cells.
    before, before_lo, before_hi, after, after_lo, after_hi
        Win rates of the team in which each decides for itself and of the one that plans, with their intervals.
    difference, difference_lo, difference_hi, difference_lo_all, difference_hi_all
        After less before, paired by game; at the level at which the intervals of all rows hold together too.
    """
    if words.coordination is None:
        return pd.DataFrame()
    played: dict[tuple[int, str], dict[str, Cell]] = {}
    for cell in cells:
        names = {strategy["name"] for strategy in cell.lineup}
        if len(names) == 1:
            table = (cell.seats, repr(sorted(cell.settings.items())))
            played.setdefault(table, {}).setdefault(names.pop(), cell)
    pairs = [[by_name.get(name) for name in words.coordination] for by_name in played.values()]
    both = [(alone, planned) for alone, planned in pairs if alone is not None and planned is not None]
    return pd.DataFrame([_compared(alone, planned, wins, len(both)) for alone, planned in both])


def _compared(before: Cell, after: Cell, wins: Moments, rows: int) -> dict[str, Any]:
    together = _difference(wins, before.id, after.id, simultaneous(rows))
    return {
        "cell": after.id,
        "title": after.title,
        "seats": after.seats,
        "first": before.title,
        "n": wins.n,
        **named("before", wins.share(before.id)),
        **named("after", wins.share(after.id)),
        **named("difference", _difference(wins, before.id, after.id)),
        "difference_lo_all": together.lo,
        "difference_hi_all": together.hi,
    }


def _difference(wins: Moments, before: str, after: str, level: float = LEVEL) -> Estimate:
    """Return the mean of the differences game by game."""
    i, j = wins.names.index(before), wins.names.index(after)
    squares = wins.products[i][i] + wins.products[j][j] - 2 * wins.products[i][j]
    return mean((wins.sums[j] - wins.sums[i]) / wins.unit, squares / wins.unit**2, wins.n, level)
