"""Many estimates side by side: which are different for sure, which rank they may have, how far to trust the extremes.

The largest of forty noisy estimates is large partly by luck. Shrinkage says by how much; rank intervals say how much
of an order is real; Holm's and Benjamini and Hochberg's adjustments keep false findings rare.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from reports.stats.shares import LEVEL, UNKNOWN
from reports.stats.tails import normal_quantile

__all__ = ["benjamini_hochberg", "holm", "rank_intervals", "scatter", "shrink"]

Floats = NDArray[np.floating]
ENOUGH = 1e-6
HALVINGS = 200


def holm(p: Sequence[float]) -> list[float]:
    """Return p-values adjusted so that a true null among them falls below 5 % in at most 5 % of studies (Holm 1979).

    What is unknown stays unknown and counts for nothing.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    known = sorted((value, i) for i, value in enumerate(p) if not math.isnan(value))
    adjusted, floor = [UNKNOWN] * len(p), 0.0
    for place, (value, i) in enumerate(known):
        floor = max(floor, min(1.0, (len(known) - place) * value))
        adjusted[i] = floor
    return adjusted


def benjamini_hochberg(p: Sequence[float]) -> list[float]:
    """Return p-values adjusted so that of those below 5 % at most 5 % are false on average (1995).

    >>> benjamini_hochberg([0.01, 0.04, 0.03])
    [0.03, 0.04, 0.04]
    """
    known = sorted((value, i) for i, value in enumerate(p) if not math.isnan(value))
    adjusted, ceiling = [UNKNOWN] * len(p), 1.0
    for place, (value, i) in reversed(list(enumerate(known, start=1))):
        ceiling = min(ceiling, len(known) * value / place)
        adjusted[i] = ceiling
    return adjusted


def scatter(values: Floats, ses: Floats, design: Floats) -> float:
    """Return the variance of true values around a linear model that explains the estimates best (Paule and Mandel).

    values, ses: (K,) estimates with standard errors above 0; design: (K, M) what the model knows.
    """
    freedom = len(values) - int(design.shape[1])
    if freedom < 1:
        return 0.0

    def excess(tau2: float) -> float:
        root = 1.0 / np.sqrt(ses**2 + tau2)
        coefficients = np.linalg.lstsq(design * root[:, None], values * root, rcond=None)[0]
        return float((((values - design @ coefficients) * root) ** 2).sum()) - freedom

    if excess(0.0) <= 0.0:
        return 0.0
    low, high = 0.0, float(np.var(values)) + float((ses**2).max())
    while excess(high) > 0.0:
        high *= 2.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2.0
        low, high = (middle, high) if excess(middle) > 0.0 else (low, middle)
        if high - low <= ENOUGH * high:
            break
    return (low + high) / 2.0


def shrink(values: Floats, ses: Floats) -> tuple[Floats, Floats]:
    """Return estimates drawn towards their common mean, and their standard errors (empirical Bayes).

    Each becomes w·value + (1 − w)·mean with w = τ² / (τ² + se²), where τ² is what the true values vary by. Estimates
    that are unknown, or have no standard error above 0, stay as they are; so does one alone.

    >>> shrink(np.array([1.0, -1.0]), np.array([2.0, 2.0]))[0].tolist()
    [0.0, 0.0]
    """
    shrunk, errors = values.astype(np.float64).copy(), ses.astype(np.float64).copy()
    known = np.isfinite(values) & (ses > 0.0)
    if known.sum() < 2:
        return shrunk, errors
    x, s2 = values[known], ses[known] ** 2
    tau2 = scatter(x, np.sqrt(s2), np.ones((len(x), 1)))
    precision = 1.0 / (s2 + tau2)
    mean = float((precision * x).sum() / precision.sum())
    w = tau2 / (tau2 + s2)
    shrunk[known] = w * x + (1.0 - w) * mean
    errors[known] = np.sqrt(w * s2 + (1.0 - w) ** 2 / precision.sum())
    return shrunk, errors


def rank_intervals(values: Floats, ses: Floats, level: float = LEVEL) -> list[tuple[int, int, int]]:
    """Return for each estimate its rank, 1 for the largest, and the lowest and highest that it may truly have.

    One ranks above another for sure if their difference is beyond chance at the level at which all pairs hold together
    (Bonferroni), so all the intervals hold together. The estimates count as independent; what is unknown has (0, 0, 0).

    >>> rank_intervals(np.array([5.0, 1.0, 1.1]), np.array([0.1, 0.1, 0.1]))
    [(1, 1, 1), (3, 2, 3), (2, 2, 3)]
    """
    known = [i for i in range(len(values)) if np.isfinite(values[i]) and np.isfinite(ses[i])]
    pairs = max(1, len(known) * (len(known) - 1) // 2)
    reach = normal_quantile(1.0 - (1.0 - level) / 2.0 / pairs)
    found = [(0, 0, 0)] * len(values)
    for i in known:
        apart = [(values[j] - values[i], reach * math.hypot(ses[i], ses[j])) for j in known if j != i]
        rank = 1 + sum(bool(gap > 0.0) for gap, _ in apart)
        above, below = sum(bool(gap > r) for gap, r in apart), sum(bool(gap < -r) for gap, r in apart)
        found[i] = rank, 1 + above, len(known) - below
    return found
