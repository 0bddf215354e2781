"""How often somebody wins as a number is swept: a curve a seat count and lineup, and where it crosses a level."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from reports.stats.logistic import Curve, covariance, crossing, fit, logit
from reports.stats.means import Moments
from reports.stats.shares import UNKNOWN, Estimate
from reports.stats.tails import normal_quantile
from reports.tables.columns import named
from reports.text import listed
from sim.results import Cell, DamagedRun

__all__ = ["HALF", "curves", "points"]

HALF = 0.5  # of the games, for a team; in another game the level is an equal share
WITHIN_95 = normal_quantile(0.975)

Series = dict[str, list[Cell]]


def points(cells: Sequence[Cell], wins: Moments, team: bool) -> pd.DataFrame:
    """Return one row a cell.

    Columns
    -------
    curve, cell, seats, x, n
        What its curve is called, the cell and its seats, where it stands; games that count in all cells.
    share, share_lo, share_hi
        Share of the games that the team wins, or else the first strategy of the lineup.
    fitted
        The same on the fitted curve; unknown where there is none.
    """
    rows: list[dict[str, Any]] = []
    for name, own in _series(cells).items():
        curve = _fitted(own, wins)
        for cell in sorted(own, key=_place):
            fitted = curve.share(_place(cell)) if curve else UNKNOWN
            own_share = named("share", wins.share(cell.id))
            about = {"curve": name, "cell": cell.id, "seats": cell.seats, "x": _place(cell), "n": wins.n}
            rows.append({**about, **own_share, "fitted": fitted})
    return pd.DataFrame(rows)


def curves(cells: Sequence[Cell], wins: Moments, team: bool) -> pd.DataFrame:
    """Return one row a curve: a logistic fit of the share of games won against x.

    Columns
    -------
    curve, seats, n, low, high
        What it is called; seats; games that count in all cells; the range of x.
    intercept, slope
        Of the log odds: intercept + slope · x; unknown where there is no fit.
    level
        A half for a team, else an equal share: what is looked for.
    theta, theta_lo, theta_hi, where
        The x at which the curve crosses the level, with Fieller's interval; whether that is inside the range swept,
        below or above it, or nowhere.
    steepness, steepness_lo, steepness_hi
        By how much the share changes with one more of x, where it crosses the level.
    misfit
        The largest distance between a share and its curve.
    reference, reference_x, parity, parity_lo, parity_hi
        The title of the first cell and its x; how much more of x than there makes this curve win as often as the first
        cell's curve does there.
    """
    series = _series(cells)
    fitted = {name: _fitted(own, wins) for name, own in series.items()}
    first = cells[0]
    base = next(name for name, own in series.items() if first in own)
    rows: list[dict[str, Any]] = []
    for name, own in series.items():
        curve, level = fitted[name], HALF if team else 1.0 / own[0].seats
        at = [_place(cell) for cell in own]
        row: dict[str, Any] = {"curve": name, "seats": own[0].seats, "n": wins.n, "low": min(at), "high": max(at)}
        row["level"] = level
        row |= {"intercept": UNKNOWN, "slope": UNKNOWN, "where": "nowhere", "misfit": UNKNOWN}
        nothing = Estimate(UNKNOWN, UNKNOWN, UNKNOWN, wins.n)
        theta = steepness = parity = nothing
        if curve is not None:
            spread = _covariance((curve, own), (curve, own), wins)
            theta = crossing(curve.intercept - logit(level), curve.slope, spread, wins.n)
            turn = level * (1.0 - level)
            reach = WITHIN_95 * math.sqrt(max(0.0, spread[1, 1]))
            steepness = Estimate(turn * curve.slope, turn * (curve.slope - reach), turn * (curve.slope + reach), wins.n)
            row["where"] = "below" if theta.value < min(at) else "above" if theta.value > max(at) else "inside"
            row["misfit"] = max(abs(wins.share(cell.id).value - curve.share(_place(cell))) for cell in own)
            row |= {"intercept": curve.intercept, "slope": curve.slope}
            reference = fitted[base]
            if reference is not None:
                parity = _parity((curve, own), (reference, series[base]), _place(first), wins)
        row |= {
            **named("theta", theta),
            **named("steepness", steepness),
            "reference": first.title,
            "reference_x": _place(first),
        }
        rows.append({**row, **named("parity", parity)})
    return pd.DataFrame(rows)


def _parity(one: tuple[Curve, list[Cell]], base: tuple[Curve, list[Cell]], x: float, wins: Moments) -> Estimate:
    """Return how much more than x makes a curve as high as the reference's at x."""
    if one[1] is base[1]:
        return Estimate(0.0, 0.0, 0.0, wins.n)
    own, shared, theirs = _covariance(one, one, wins), _covariance(one, base, wins), _covariance(base, base, wins)
    height, at = base[0].intercept + base[0].slope * x, np.array([1.0, x])
    # The reference's height is an estimate too: it moves the intercept, and on the same shuffles it moves along.
    spread = own.copy()
    spread[0, 0] += float(at @ theirs @ at) - 2.0 * float(shared[0] @ at)
    spread[0, 1] -= float(shared[1] @ at)
    spread[1, 0] = spread[0, 1]
    found = crossing(one[0].intercept - height, one[0].slope, spread, wins.n)
    return Estimate(found.value - x, found.lo - x, found.hi - x, wins.n)


def _covariance(one: tuple[Curve, list[Cell]], other: tuple[Curve, list[Cell]], wins: Moments) -> NDArray[np.float64]:
    """Return the covariance (2, 2) of the parameters of two curves."""
    i, j = ([wins.names.index(cell.id) for cell in cells] for _, cells in (one, other))
    # Exact until the last step: the sums are whole numbers.
    scale = wins.unit**2 * max(wins.n, 1)
    together = np.array([[(wins.n * wins.products[p][q] - wins.sums[p] * wins.sums[q]) / scale for q in j] for p in i])
    x, z = ([_place(cell) for cell in cells] for _, cells in (one, other))
    return covariance(one[0], x, other[0], z, together)


def _fitted(cells: list[Cell], wins: Moments) -> Curve | None:
    return fit([_place(cell) for cell in cells], [wins.total(cell.id) for cell in cells], wins.n)


def _series(cells: Sequence[Cell]) -> Series:
    """Return the cells of each curve by its name: their seats, and their lineup where that differs."""
    lineups = {cell.id: listed(list(dict.fromkeys(strategy["spec"] for strategy in cell.lineup))) for cell in cells}
    several = len(set(lineups.values())) > 1
    found: Series = {}
    for cell in sorted(cells, key=lambda cell: cell.seats):
        name = f"{cell.seats} {'seat' if cell.seats == 1 else 'seats'}"
        found.setdefault(f"{name}, {lineups[cell.id]}" if several else name, []).append(cell)
    return found


def _place(cell: Cell) -> float:
    if cell.x is None:
        raise DamagedRun(f"The run is a sweep, but its cell {cell.id} does not say where it stands.")
    return cell.x
