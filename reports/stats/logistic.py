"""How a share of games changes with a number that is swept: a logistic curve, and where it crosses a level.

The cells of a sweep play the same shuffles, so their shares are no independent numbers. Intervals therefore come from
what happened game by game: the covariance of the games won in the cells, through the fit (the sandwich estimate with
the game as its unit). It also holds where the curve is not quite logistic; then the interval is that of the best curve.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reports.stats.shares import LEVEL, UNKNOWN, Estimate
from reports.stats.tails import normal_quantile

__all__ = ["Curve", "covariance", "crossing", "fit", "logit"]

MOST_STEPS = 100
CLOSE = 1e-10

Floats = NDArray[np.float64]


class Curve(NamedTuple):
    """A fitted curve: share = 1 / (1 + exp(−intercept − slope · x)); `spread` (2, 2) is the inverse information."""

    intercept: float
    slope: float
    spread: Floats

    def share(self, x: float) -> float:
        """Return the share at x."""
        return float(_expit(np.array(self.intercept + self.slope * x)))


def logit(p: float) -> float:
    """Return the log of the odds of a share.

    >>> logit(0.5)
    0.0
    """
    return math.log(p / (1.0 - p))


def fit(x: Sequence[float], wins: Sequence[float], n: int) -> Curve | None:
    """Return the most likely curve through shares `wins` / `n` at `x`, each (C,), by Newton's method.

    None where there is no such curve: a single x, or wins at one end and losses at the other without any overlap.
    """
    at = np.array(x, dtype=np.float64)
    share = np.array(wins, dtype=np.float64) / n if n else np.zeros(len(at))
    won, lost = at[share > 0.0], at[share < 1.0]
    if not len(won) or not len(lost) or won.max() <= lost.min() or lost.max() <= won.min():
        return None
    # Around its mean and in units of its spread, x makes the steps as good in any unit.
    middle, unit = float(at.mean()), float(at.std())
    design = np.column_stack([np.ones(len(at)), (at - middle) / unit])
    weights = np.array([logit(float(share.mean())), 0.0])
    for _ in range(MOST_STEPS):
        fitted = _expit(design @ weights)
        information = n * design.T @ (design * (fitted * (1.0 - fitted))[:, None])
        step = np.linalg.solve(information, n * design.T @ (share - fitted))
        largest = float(np.abs(step).max())
        weights = weights + step / max(1.0, largest)  # never further than 1, so that it cannot jump past the curve
        if largest < CLOSE:
            break
    back = np.array([[1.0, -middle / unit], [0.0, 1.0 / unit]])  # to the scale of x
    intercept, slope = (float(value) for value in back @ weights)
    return Curve(intercept, slope, back @ np.linalg.inv(information) @ back.T)


def covariance(one: Curve, x: Sequence[float], other: Curve, z: Sequence[float], together: Floats) -> Floats:
    """Return the covariance (2, 2) of intercept and slope of one curve with those of another, or with its own.

    Parameters
    ----------
    x, z
        (C,) and (D,) where the cells of each curve stand.
    together
        (C, D) sums over the games of (won in a cell of one − its share) · (won in a cell of the other − its share).
    """
    ours, theirs = (np.column_stack([np.ones(len(at)), np.array(at, dtype=np.float64)]) for at in (x, z))
    return one.spread @ ours.T @ together @ theirs @ other.spread


def crossing(intercept: float, slope: float, spread: Floats, n: int, level: float = LEVEL) -> Estimate:
    """Return where intercept + slope · x is 0, with Fieller's interval; no interval if the slope may be 0.

    spread: (2, 2) covariance of intercept and slope. All x that would not be refused as the crossing are in the
    interval, so it gets as wide as it should when the slope is hardly known, which the delta method does not.
    """
    z = normal_quantile((1.0 + level) / 2.0)
    v00, v01, v11 = float(spread[0, 0]), float(spread[0, 1]), float(spread[1, 1])
    value = -intercept / slope if slope else UNKNOWN
    a = slope * slope - z * z * v11
    if a <= 0.0:
        return Estimate(value, UNKNOWN, UNKNOWN, n)
    half_b, c = intercept * slope - z * z * v01, intercept * intercept - z * z * v00
    root = math.sqrt(max(0.0, half_b * half_b - a * c))
    return Estimate(value, min(value, (-half_b - root) / a), max(value, (-half_b + root) / a), n)


def _expit(values: Floats) -> Floats:
    shares: Floats = 1.0 / (1.0 + np.exp(-np.clip(values, -700.0, 700.0)))
    return shares
