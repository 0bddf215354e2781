"""What acquiring an item does to an outcome: differences of means, weighting by propensities, paired branches.

Rows of one game depend on each other, so every standard error is over clusters: games, or blocks of games in which the
lineup rotates once. Arrays in, numbers out; what the rows are is the business of the tables.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reports.stats.shares import LEVEL, UNKNOWN, Estimate
from reports.stats.tails import student_quantile

__all__ = ["TRIM", "Effect", "Weighted", "aipw", "clustered_mean", "difference", "ipw", "overlap"]

TRIM = 0.02  # propensities nearer to 0 or 1 leave too little to compare: one row would count for more than fifty
FEW = 10  # rows for each coefficient, below which outcomes are predicted by their mean

Floats = NDArray[np.floating]
Whole = NDArray[np.integer]


class Effect(NamedTuple):
    """An effect with its standard error; `n` rows in so many independent `clusters`."""

    value: float
    se: float
    n: int
    clusters: int

    def estimate(self, level: float = LEVEL) -> Estimate:
        """Return the effect with Student's interval over the clusters."""
        if math.isnan(self.se):
            return Estimate(self.value, UNKNOWN, UNKNOWN, self.n)
        reach = student_quantile((1.0 + level) / 2.0, self.clusters - 1) * self.se
        return Estimate(self.value, self.value - reach, self.value + reach, self.n)

    @property
    def p(self) -> float:
        """How probable as large an effect is by chance alone."""
        if not self.se > 0.0:
            return UNKNOWN if math.isnan(self.se) or self.value == 0.0 else 0.0
        return math.erfc(abs(self.value) / self.se / math.sqrt(2.0))


class Weighted(NamedTuple):
    """An effect by weighting; `trimmed` is the share of rows left out for want of overlap, `ess` the number of equally
    weighted rows that would be worth as much.
    """

    effect: Effect
    trimmed: float
    ess: float


NOTHING = Effect(UNKNOWN, UNKNOWN, 0, 0)


def clustered_mean(x: NDArray[np.number], cluster: Whole) -> Effect:
    """Return the mean of `x` (R,) with its standard error over clusters (R,).

    The linearised one: the residuals are summed in each cluster, and the sums of C clusters are independent.

    >>> clustered_mean(np.array([1.0, 1.0, 3.0, 3.0]), np.array([0, 0, 1, 1])).se
    1.0
    """
    if not len(x):
        return NOTHING
    value = float(np.mean(x, dtype=np.float64))
    _, index = np.unique(cluster, return_inverse=True)
    sums = np.bincount(index, weights=x - value).astype(np.float64)
    return Effect(value, _se(sums / len(x)), len(x), len(sums))


def difference(y: NDArray[np.number], has: NDArray[np.bool_], block: Whole) -> Effect:
    """Return the mean of `y` (R,) where `has` (R,) less the mean where not, with its standard error over blocks (R,).

    Causal if chance alone decided who has; else an association.
    """
    n_with, n_without = int(has.sum()), int((~has).sum())
    if not n_with or not n_without:
        return NOTHING._replace(n=len(y))
    mean_with, mean_without = float(np.mean(y[has])), float(np.mean(y[~has]))
    _, index = np.unique(block, return_inverse=True)
    pulls = np.where(has, (y - mean_with) / n_with, -(y - mean_without) / n_without)
    sums = np.bincount(index, weights=pulls).astype(np.float64)
    return Effect(mean_with - mean_without, _se(sums), len(y), len(sums))


def ipw(y: Floats, taken: NDArray[np.bool_], propensity: Floats, cluster: Whole, trim: float = TRIM) -> Weighted:
    """Return the mean effect on `y` (R,) of having `taken` (R,), by weights from known propensities (R,).

    Horvitz and Thompson's: the mean of A·Y/π − (1 − A)·Y/(1 − π). Unbiased with nothing else known, but noisy.
    """
    kept, share, ess = _overlap(taken, propensity, trim)
    y, a, pi = y[kept], taken[kept], propensity[kept]
    return Weighted(clustered_mean(np.where(a, y / pi, -y / (1.0 - pi)), cluster[kept]), share, ess)


def aipw(
    y: Floats, taken: NDArray[np.bool_], propensity: Floats, known: Floats, cluster: Whole, trim: float = TRIM
) -> Weighted:
    """Return the same, with outcomes predicted from what was `known` (R, K) before: unbiased too, and less noisy.

    The mean of m₁ − m₀ + A·(Y − m₁)/π − (1 − A)·(Y − m₀)/(1 − π). The predictions m are linear, one for each arm, and
    fitted on the other half of the clusters, so that no row predicts itself.
    """
    kept, share, ess = _overlap(taken, propensity, trim)
    y, a, pi, known, cluster = y[kept], taken[kept], propensity[kept], known[kept], cluster[kept]
    x = np.column_stack([np.ones(len(y)), known])
    half = cluster % 2 == 0
    m = np.zeros((2, len(y)))  # by arm
    for here in (half, ~half):
        for arm in (0, 1):
            others = ~here & (a == bool(arm))
            m[arm, here] = x[here] @ _fit(x[others], y[others])
    gain = np.where(a, (y - m[1]) / pi, -(y - m[0]) / (1.0 - pi))
    return Weighted(clustered_mean(m[1] - m[0] + gain, cluster), share, ess)


def _fit(x: Floats, y: Floats) -> Floats:
    """Return the least-squares coefficients of y on x, whose first column is 1; the mean alone where rows are few."""
    coefficients = np.zeros(x.shape[1])
    if len(y) < FEW * x.shape[1]:
        coefficients[0] = y.mean() if len(y) else 0.0
        return coefficients
    solved: Floats = np.linalg.lstsq(x, y, rcond=None)[0]
    return solved


def overlap(propensity: Floats, trim: float = TRIM) -> NDArray[np.bool_]:
    """Return which choices could have gone either way."""
    return (propensity >= trim) & (propensity <= 1.0 - trim)


def _overlap(taken: NDArray[np.bool_], propensity: Floats, trim: float) -> tuple[NDArray[np.bool_], float, float]:
    """Return which rows could have gone either way, the share of the others, and the effective number of rows."""
    kept = overlap(propensity, trim)
    weights = 1.0 / np.where(taken, propensity, 1.0 - propensity)[kept]
    squares = float((weights**2).sum())
    return (
        kept,
        float(1.0 - kept.mean()) if len(kept) else UNKNOWN,
        float(weights.sum()) ** 2 / squares if squares else 0.0,
    )


def _se(sums: Floats) -> float:
    """Return the standard error of a sum of independent parts that is 0 on average."""
    n = len(sums)
    return math.sqrt(float((sums**2).sum()) * n / (n - 1)) if n > 1 else UNKNOWN
