"""How often does something happen, and how sure is that: intervals for shares of games.

Wilson's interval throughout: it keeps its promise near 0 and 1, where the textbook ± fails.
Seats of one game are dependent, so a share of seats is always taken over whole games.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from reports.stats.tails import normal_quantile

__all__ = [
    "LEVEL",
    "Estimate",
    "clustered_share",
    "games_needed",
    "multinomial_difference",
    "newcombe",
    "share",
    "wilson",
]

LEVEL = 0.95  # of every interval, unless it is said to be simultaneous
UNKNOWN = math.nan


class Estimate(NamedTuple):
    """A number with what it rests on: `n` games, and an interval that holds with probability `LEVEL`."""

    value: float
    lo: float
    hi: float
    n: int

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.hi - self.lo) / 2.0


def wilson(k: float, n: float, level: float = LEVEL) -> tuple[float, float]:
    """Return Wilson's interval for a probability after `k` of `n` games; neither bound leaves [0, 1].

    `n` need not be whole: a number of independent games that many dependent ones are worth.
    Without games nothing is known: (nan, nan).

    >>> [round(bound, 4) for bound in wilson(0, 10)]
    [0.0, 0.2775]
    """
    if n <= 0:
        return UNKNOWN, UNKNOWN
    z = normal_quantile((1.0 + level) / 2.0)
    p = k / n
    spread = z * math.sqrt(p * (1.0 - p) / n + z * z / (4.0 * n * n))
    centre, scale = p + z * z / (2.0 * n), 1.0 + z * z / n
    lo = 0.0 if k <= 0 else max(0.0, (centre - spread) / scale)
    hi = 1.0 if k >= n else min(1.0, (centre + spread) / scale)
    return min(lo, p), max(hi, p)


def share(k: int, n: int, level: float = LEVEL) -> Estimate:
    """Return the share of `n` games in which it happened, `k` times, with Wilson's interval."""
    lo, hi = wilson(k, n, level)
    return Estimate(k / n if n else UNKNOWN, lo, hi, n)


def clustered_share(total: float, total_squares: float, n: int, unit: float = 1.0, level: float = LEVEL) -> Estimate:
    """Return a mean of per-game values in [0, unit], as a share of `unit`, with an interval.

    Wilson's interval for as many yes-or-no games as would have the same standard error. With values of only 0 and
    `unit` that is Wilson's interval itself; values between (shared wins, several seats of one strategy) vary less, and
    get a narrower one.

    Parameters
    ----------
    total, total_squares
        Sum of the values, and of their squares, over the games.
    n
        Games.
    """
    if n <= 0:
        return Estimate(UNKNOWN, UNKNOWN, UNKNOWN, 0)
    p = min(1.0, max(0.0, total / (n * unit)))
    variance = max(0.0, total_squares / (n * unit * unit) - p * p)
    full = p * (1.0 - p)
    if full == 0.0:
        return Estimate(p, *wilson(p * n, n, level), n)
    if variance <= 1e-12 * full:
        return Estimate(p, p, p, n)
    worth = n * full / variance
    return Estimate(p, *wilson(p * worth, worth, level), n)


def newcombe(k1: float, n1: float, k2: float, n2: float, level: float = LEVEL) -> tuple[float, float]:
    """Return an interval for p1 − p2 from two independent sets of games (Newcombe 1998, method 10).

    As in `wilson`, the games need not be whole.

    >>> [round(bound, 4) for bound in newcombe(56, 70, 48, 80)]
    [0.0524, 0.3339]
    """
    if n1 <= 0 or n2 <= 0:
        return UNKNOWN, UNKNOWN
    p1, p2 = k1 / n1, k2 / n2
    lo1, hi1 = wilson(k1, n1, level)
    lo2, hi2 = wilson(k2, n2, level)
    return p1 - p2 - math.hypot(p1 - lo1, hi2 - p2), p1 - p2 + math.hypot(hi1 - p1, p2 - lo2)


def multinomial_difference(k1: float, k2: float, n: int, level: float = LEVEL) -> Estimate:
    """Return p1 − p2 for two outcomes that exclude each other in the same `n` games, such as two seats winning.

    The variance is (p1 + p2 − (p1 − p2)²) / n, more than for independent sets: what one seat wins, another loses.
    """
    if n <= 0:
        return Estimate(UNKNOWN, UNKNOWN, UNKNOWN, 0)
    p1, p2 = k1 / n, k2 / n
    reach = normal_quantile((1.0 + level) / 2.0) * math.sqrt(max(0.0, p1 + p2 - (p1 - p2) ** 2) / n)
    return Estimate(p1 - p2, p1 - p2 - reach, p1 - p2 + reach, n)


def games_needed(half_width: float, n: int, wanted: float) -> int:
    """Return about how many games give an interval of half-width `wanted`, if `n` games gave `half_width`.

    >>> games_needed(0.02, 1000, 0.01)
    4000
    """
    return math.ceil(n * (half_width / wanted) ** 2)
