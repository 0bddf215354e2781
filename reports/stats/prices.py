"""Is what an item costs what it is worth: a line through values and prices, and what lies off it.

Least squares of value on price over all items, each weighted by how well its value is known. An item far above the
line is cheap for what it does, one far below is dear.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reports.stats.many import holm, scatter
from reports.stats.shares import UNKNOWN
from reports.stats.tails import student_above

__all__ = ["FEWEST", "Prices", "price_model"]

FEWEST = 5  # items with a price: a line through fewer says nothing about any of them

Floats = NDArray[np.floating]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Prices:
    """The line value = `intercept` + `slope` · price, and how far each item (K,) lies from that of the others.

    `off`, `off_se`: value less what the line through the *other* items gives for its price, and the standard error of
    that, which has in it the scatter of the others around their line. `p` is Student's test of it, adjusted over all
    items (Holm). `fair_price` is
    where the line of the others has the item's value, unknown where their line is flat or falls.
    """

    intercept: float
    slope: float
    slope_se: float
    off: Floats
    off_se: Floats
    p: tuple[float, ...]
    fair_price: Floats


def price_model(values: Floats, ses: Floats, prices: Floats) -> Prices | None:
    """Return the line through values (K,) with standard errors (K,) against prices (K,), or None where there is none:
    fewer than `FEWEST` items are known, or they all cost the same.
    """
    known = np.isfinite(values) & np.isfinite(ses) & np.isfinite(prices) & (ses > 0.0)
    if known.sum() < FEWEST or len(set(prices[known])) < 2:
        return None
    intercept, slope, cov = _line(values[known], ses[known], prices[known])
    k = len(values)
    off, off_se, fair = np.full(k, UNKNOWN), np.full(k, UNKNOWN), np.full(k, UNKNOWN)
    for i in np.flatnonzero(known):
        others = known.copy()
        others[i] = False
        if len(set(prices[others])) < 2:
            continue
        a, b, own = _line(values[others], ses[others], prices[others])
        tau2 = scatter(values[others], ses[others], _design(prices[others]))
        at = np.array([1.0, prices[i]])
        off[i] = values[i] - a - b * prices[i]
        off_se[i] = math.sqrt(float(ses[i] ** 2 + tau2 + at @ own @ at))
        fair[i] = (values[i] - a) / b if b > 0.0 else UNKNOWN
    freedom = int(known.sum()) - 3
    p = [2.0 * student_above(abs(o) / s, freedom) if s > 0.0 else UNKNOWN for o, s in zip(off, off_se, strict=True)]
    return Prices(
        intercept=intercept,
        slope=slope,
        slope_se=math.sqrt(float(cov[1, 1])),
        off=off,
        off_se=off_se,
        p=tuple(holm(p)),
        fair_price=fair,
    )


def _design(prices: Floats) -> Floats:
    return np.column_stack([np.ones(len(prices)), prices])


def _line(values: Floats, ses: Floats, prices: Floats) -> tuple[float, float, Floats]:
    """Return intercept, slope and their covariance (2, 2), each item weighted by 1 / (se² + scatter)."""
    x = _design(prices)
    weights = 1.0 / (ses**2 + scatter(values, ses, x))
    cov: Floats = np.linalg.inv(x.T @ (weights[:, None] * x))
    a, b = cov @ (x.T @ (weights * values))
    return float(a), float(b), cov
