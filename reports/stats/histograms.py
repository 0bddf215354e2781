"""What a distribution looks like, from counts of whole numbers: quantiles with intervals, spread, inequality."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from reports.stats.shares import LEVEL, UNKNOWN, Estimate
from reports.stats.tails import binomial_at_most

__all__ = ["gini", "moments", "quantile"]

Whole = NDArray[np.int64]


def moments(values: Whole, counts: Whole) -> tuple[int, int, int]:
    """Return n, Σx and Σx² of a histogram, exactly."""
    pairs = list(zip(values.tolist(), counts.tolist(), strict=True))
    return sum(c for _, c in pairs), sum(v * c for v, c in pairs), sum(v * v * c for v, c in pairs)


def quantile(values: Whole, counts: Whole, q: float, independent: int | None = None, level: float = LEVEL) -> Estimate:
    """Return the smallest value with at least a share `q` of all counts at or below it.

    The interval runs between two order statistics and covers the true quantile with probability `level` or more,
    whatever the distribution. A bound that so few games cannot give is nan.

    Parameters
    ----------
    values, counts
        (V,) the different values in rising order, and how often each occurs.
    independent
        How many of the values are independent of each other, if not all: the number of games, where several seats of
        each are counted. The interval is then at least as wide as it needs to be.
    """
    n = int(counts.sum())
    if n == 0:
        return Estimate(UNKNOWN, UNKNOWN, UNKNOWN, 0)
    trials = n if independent is None else min(n, independent)
    up_to = np.cumsum(counts)

    def ranked(rank: int) -> float:
        if not 1 <= rank <= trials:
            return UNKNOWN
        return float(values[np.searchsorted(up_to, -(-rank * n // trials))])

    tail = (1.0 - level) / 2.0
    # The j-th value is above the quantile if fewer than j are at or below it, the k-th below it if k or more are.
    low = _last(trials, lambda j: binomial_at_most(j - 1, trials, q) <= tail)
    high = _last(trials, lambda k: binomial_at_most(k - 1, trials, q) < 1.0 - tail) + 1
    value = float(values[np.searchsorted(up_to, max(1, math.ceil(q * n - 1e-9)))])
    return Estimate(value, ranked(low), ranked(high), n)


def gini(values: NDArray[np.integer]) -> NDArray[np.float64]:
    """Return how unequally each row of `values`, shape (G, P), is shared: 0 equal, 1 one seat has all.

    The usual coefficient times P / (P − 1), which reaches 1 for any number of seats; 0 where there is nothing to share.
    """
    ordered = np.sort(values, axis=1).astype(np.float64)
    seats = ordered.shape[1]
    if seats < 2:
        return np.zeros(len(ordered))
    weights = 2.0 * np.arange(1, seats + 1) - seats - 1.0
    total = ordered.sum(axis=1) * (seats - 1)
    shares: NDArray[np.float64] = np.divide(ordered @ weights, total, out=np.zeros(len(ordered)), where=total > 0)
    return shares


def _last(n: int, holds: Callable[[int], bool]) -> int:
    """Return the largest rank from 0 to n for which `holds`, which is true up to some rank and false from there on."""
    low, high = 0, n + 1
    while high - low > 1:
        middle = (low + high) // 2
        if holds(middle):
            low = middle
        else:
            high = middle
    return low
