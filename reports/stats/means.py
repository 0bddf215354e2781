"""How much, on average: intervals for means and for ratios of means, from integer sums over games.

`Moments` holds all sums and sums of products of a few per-game quantities. They are integers, so that adding up parts
in any order gives the same result to the last bit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reports.stats.shares import LEVEL, UNKNOWN, Estimate, clustered_share, wilson
from reports.stats.tails import student_quantile

__all__ = ["Moments", "events_worth", "mean", "ratio", "share_ratio"]

EXACT = 2.0**53  # below it, sums of integers in float64 are exact


def mean(total: float, total_squares: float, n: int, level: float = LEVEL) -> Estimate:
    """Return the mean of `n` independent values with Student's interval, from their sum and sum of squares."""
    if n <= 0:
        return Estimate(UNKNOWN, UNKNOWN, UNKNOWN, 0)
    value = total / n
    if n == 1:
        return Estimate(value, UNKNOWN, UNKNOWN, 1)
    variance = max(0.0, (total_squares - total * value) / (n - 1))
    reach = student_quantile((1.0 + level) / 2.0, n - 1) * math.sqrt(variance / n)
    return Estimate(value, value - reach, value + reach, n)


def ratio(x: float, y: float, xx: float, yy: float, xy: float, n: int, level: float = LEVEL) -> Estimate:
    """Return Σx / Σy over `n` games with an interval by the delta method: games, not single events, are independent.

    Parameters
    ----------
    x, y, xx, yy, xy
        Sums over the games of x, y, x², y² and xy.
    """
    if n <= 0 or y == 0:
        return Estimate(UNKNOWN, UNKNOWN, UNKNOWN, max(n, 0))
    value = x / y
    if n == 1:
        return Estimate(value, UNKNOWN, UNKNOWN, 1)
    reach = student_quantile((1.0 + level) / 2.0, n - 1) * math.sqrt(_ratio_variance(x, y, xx, yy, xy, n))
    return Estimate(value, value - reach, value + reach, n)


def share_ratio(x: float, y: float, xx: float, yy: float, xy: float, n: int, level: float = LEVEL) -> Estimate:
    """Return Σx / Σy where x counts some of the events that y counts; arguments as in `ratio`.

    Wilson's interval, for as many independent events as would have the standard error of the ratio; within [0, 1].
    """
    if n <= 0 or y == 0:
        return Estimate(UNKNOWN, UNKNOWN, UNKNOWN, max(n, 0))
    k, events = events_worth(x, y, xx, yy, xy, n)
    return Estimate(min(1.0, max(0.0, x / y)), *wilson(k, events, level), n)


def events_worth(x: float, y: float, xx: float, yy: float, xy: float, n: int) -> tuple[float, float]:
    """Return k of how many independent events have the ratio Σx / Σy, and its standard error; arguments as in `ratio`,
    y above 0.
    """
    value = min(1.0, max(0.0, x / y))
    variance = _ratio_variance(x, y, xx, yy, xy, n) if n > 1 else 0.0
    events = value * (1.0 - value) / variance if variance > 0.0 and 0.0 < value < 1.0 else min(n, y)
    return value * events, events


def _ratio_variance(x: float, y: float, xx: float, yy: float, xy: float, n: int) -> float:
    value = x / y
    return max(0.0, xx - 2.0 * value * xy + value * value * yy) * n / ((n - 1) * y * y)


@dataclass(frozen=True, slots=True)
class Moments:
    """Sums of M per-game quantities, and of their products, over `n` games.

    The sums count in fractions of `unit`, so that means over a strategy's seats in a game are whole numbers too.
    """

    names: tuple[str, ...]
    n: int
    sums: tuple[int, ...]  # (M,)
    products: tuple[tuple[int, ...], ...]  # (M, M), symmetric
    unit: int = 1

    @classmethod
    def of(cls, quantities: Mapping[str, NDArray[np.integer]]) -> Moments:
        """Return the moments of quantities by name, each of shape (G,): one whole number a game."""
        x = np.array(list(quantities.values()), dtype=np.float64)  # (M, G)
        products = x @ x.T
        if float(products.max(initial=0.0)) >= EXACT:
            exact = x.astype(np.int64).astype(object)
            products = exact @ exact.T
        return cls(
            tuple(quantities),
            x.shape[1],
            tuple(int(v) for v in x.sum(axis=1)),
            tuple(tuple(int(v) for v in row) for row in products),
        )

    def divided(self, by: int, unit: int) -> Moments:
        """Return the moments of every quantity divided by `by`, in fractions of `unit`, a multiple of it."""
        k, rest = divmod(unit, by * self.unit)
        if rest:
            raise ValueError(f"{unit} is no multiple of {by * self.unit}")
        products = tuple(tuple(k * k * v for v in row) for row in self.products)
        return Moments(self.names, self.n, tuple(k * v for v in self.sums), products, unit)

    def __add__(self, other: Moments) -> Moments:
        if (self.names, self.unit) != (other.names, other.unit):
            raise ValueError("moments of different quantities")
        return Moments(
            self.names,
            self.n + other.n,
            tuple(a + b for a, b in zip(self.sums, other.sums, strict=True)),
            tuple(
                tuple(a + b for a, b in zip(mine, theirs, strict=True))
                for mine, theirs in zip(self.products, other.products, strict=True)
            ),
            self.unit,
        )

    def total(self, name: str) -> float:
        """Return the sum of a quantity over all games."""
        return self.sums[self.names.index(name)] / self.unit

    def mean(self, name: str, level: float = LEVEL) -> Estimate:
        """Return the mean per game."""
        return mean(*self._of(name), self.n, level)

    def share(self, name: str, most: float = 1.0, level: float = LEVEL) -> Estimate:
        """Return the mean per game as a share of the `most` that it can be."""
        return clustered_share(*self._of(name), self.n, most, level)

    def ratio(self, over: Sequence[str], under: Sequence[str], level: float = LEVEL) -> Estimate:
        """Return the sum of the quantities `over` divided by the sum of the quantities `under`."""
        return ratio(*self.ratio_sums(over, under), self.n, level)

    def share_ratio(self, over: Sequence[str], under: Sequence[str], level: float = LEVEL) -> Estimate:
        """Return the same as a share: what `over` counts is part of what `under` counts."""
        return share_ratio(*self.ratio_sums(over, under), self.n, level)

    def among(self, name: str, within: str, level: float = LEVEL) -> Estimate:
        """Return the mean of a quantity over the games in which `within`, which is 0 or 1, is 1."""
        return mean(*self._of(name), int(self.total(within)), level)

    def difference(self, one: tuple[str, str], other: tuple[str, str]) -> tuple[float, float]:
        """Return Σa / Σb − Σc / Σd for one = (a, b) and other = (c, d), and its standard error by the delta method."""
        places = [self.names.index(name) for name in (*one, *other)]
        a, b, c, d = (self.sums[i] for i in places)
        if not b or not d or self.n < 2:
            return UNKNOWN, UNKNOWN
        pulls = [1 / b, -a / b**2, -1 / d, c / d**2]  # of one unit of each sum on the difference
        squares = sum(
            p * q * self.products[i][j]
            for p, i in zip(pulls, places, strict=True)
            for q, j in zip(pulls, places, strict=True)
        )
        return a / b - c / d, math.sqrt(max(0.0, squares) * self.n / (self.n - 1))

    def ratio_sums(self, over: Sequence[str], under: Sequence[str]) -> tuple[float, float, float, float, float]:
        """Return Σx, Σy, Σx², Σy² and Σxy of x, the sum of the quantities `over`, and y, that of `under`."""
        i, j = [self.names.index(name) for name in over], [self.names.index(name) for name in under]

        def across(a: list[int], b: list[int]) -> float:
            return sum(self.products[p][q] for p in a for q in b) / self.unit**2

        x, y = (sum(self.sums[k] for k in group) / self.unit for group in (i, j))
        return x, y, across(i, i), across(j, j), across(i, j)

    def _of(self, name: str) -> tuple[float, float]:
        i = self.names.index(name)
        return self.sums[i] / self.unit, self.products[i][i] / self.unit**2
