"""How unlikely is a value: the normal, chi-square, binomial and Student tails that intervals and tests are made of.

Series and continued fractions (Abramowitz and Stegun 6.5.29, 6.5.31, 26.5.8), so that reading a report needs no SciPy.
"""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

__all__ = ["beta_below", "binomial_at_most", "chi_square_above", "normal_quantile", "student_above", "student_quantile"]

TINY = 1e-300
PRECISE = 1e-15
MOST_TERMS = 100_000


def normal_quantile(p: float) -> float:
    """Return the value below which a standard normal variable lies with probability `p`, 0 < p < 1.

    >>> round(normal_quantile(0.975), 4)
    1.96
    """
    return NormalDist().inv_cdf(p)


def chi_square_above(x: float, freedom: int) -> float:
    """Return P(chi-square with `freedom` degrees of freedom > x).

    >>> round(chi_square_above(3.841459, 1), 4)
    0.05
    """
    if x <= 0.0:
        return 1.0
    a, half = freedom / 2.0, x / 2.0
    front = math.exp(a * math.log(half) - half - math.lgamma(a))
    if half < a + 1.0:
        return 1.0 - front * _gamma_series(a, half)
    return front * _gamma_fraction(a, half)


def beta_below(x: float, a: float, b: float) -> float:
    """Return P(beta(a, b) ≤ x), the regularised incomplete beta function."""
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x),
    )
    if x < (a + 1.0) / (a + b + 2.0):
        return front * _beta_fraction(x, a, b) / a
    return 1.0 - front * _beta_fraction(1.0 - x, b, a) / b


def binomial_at_most(k: int, n: int, p: float) -> float:
    """Return P(at most `k` of `n` trials succeed), each with probability `p`."""
    if k < 0:
        return 0.0
    if k >= n:
        return 1.0
    return beta_below(1.0 - p, n - k, k + 1.0)


@lru_cache
def student_quantile(p: float, freedom: int) -> float:
    """Return the value below which Student's t with `freedom` degrees of freedom lies with probability `p` ≥ 0.5.

    >>> round(student_quantile(0.975, 9), 3)
    2.262
    """
    above = 1.0 - p
    low, high = 0.0, 2.0
    while student_above(high, freedom) > above:
        high *= 2.0
    for _ in range(200):
        middle = (low + high) / 2.0
        if not low < middle < high:
            break
        if student_above(middle, freedom) > above:
            low = middle
        else:
            high = middle
    return high


def student_above(t: float, freedom: int) -> float:
    """Return P(Student's t with `freedom` degrees of freedom > t) for t ≥ 0."""
    return 0.5 * beta_below(freedom / (freedom + t * t), freedom / 2.0, 0.5)


def _gamma_series(a: float, x: float) -> float:
    term = total = 1.0 / a
    for i in range(1, MOST_TERMS):
        term *= x / (a + i)
        total += term
        if term < total * PRECISE:
            break
    return total


def _gamma_fraction(a: float, x: float) -> float:
    b = x + 1.0 - a
    c, d = 1.0 / TINY, 1.0 / b
    h = d
    for i in range(1, MOST_TERMS):
        step = -i * (i - a)
        b += 2.0
        d = 1.0 / _away_from_zero(step * d + b)
        c = _away_from_zero(b + step / c)
        h *= c * d
        if abs(c * d - 1.0) < PRECISE:
            break
    return h


def _beta_fraction(x: float, a: float, b: float) -> float:
    c, d = 1.0, 1.0 / _away_from_zero(1.0 - (a + b) * x / (a + 1.0))
    h = d
    for m in range(1, MOST_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0))
        for step in (even, odd):
            d = 1.0 / _away_from_zero(1.0 + step * d)
            c = _away_from_zero(1.0 + step / c)
            h *= c * d
        if abs(c * d - 1.0) < PRECISE:
            break
    return h


def _away_from_zero(value: float) -> float:
    return value if abs(value) > TINY else TINY
