"""Is the game fair to all seats: test, size of the effect, and a verdict against a margin.

With a million games any difference is "significant". The verdict therefore asks whether the difference matters:
FAIR and UNFAIR are both claims that the intervals must support, and between them it is UNDECIDED.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

from reports.stats.shares import LEVEL, UNKNOWN, Estimate, games_needed
from reports.stats.tails import chi_square_above, normal_quantile

__all__ = [
    "ABOVE",
    "BELOW",
    "FAIR",
    "INSIDE",
    "MARGIN",
    "OPEN",
    "UNDECIDED",
    "UNFAIR",
    "ChiSquare",
    "Verdict",
    "chi_square",
    "debiased_imbalance",
    "noise_range",
    "simultaneous",
    "standing",
    "verdict",
]

MARGIN = 0.02  # a win share within two points of fair is fair enough
CLEAR = 0.1  # of the margin: no verdict is promised on estimates nearer to its border than that

FAIR = "FAIR"
UNFAIR = "UNFAIR"
UNDECIDED = "UNDECIDED"

# Where one win share stands, by its interval: above, below, or inside the band around fair; or none of these for sure.
ABOVE, BELOW, INSIDE, OPEN = "above", "below", "inside", "open"


class ChiSquare(NamedTuple):
    """Test that all outcomes are equally likely; `v` is Cramér's V, from 0 (equal) to 1 (always the same one)."""

    chi2: float
    freedom: int
    p: float
    v: float


class Verdict(NamedTuple):
    """FAIR, UNFAIR or UNDECIDED, and about how many games would decide it (0 if decided, or if no number would)."""

    word: str
    games: int


def simultaneous(families: int, level: float = LEVEL) -> float:
    """Return the level at which `families` intervals all hold together with probability `level` (Bonferroni).

    >>> simultaneous(5)
    0.99
    """
    return 1.0 - (1.0 - level) / max(1, families)


def chi_square(counts: Sequence[float]) -> ChiSquare:
    """Return the chi-square test of equal shares for the wins of K seats."""
    seats, n = len(counts), sum(counts)
    if n <= 0 or seats < 2:
        return ChiSquare(UNKNOWN, max(0, seats - 1), UNKNOWN, UNKNOWN)
    fair = n / seats
    chi2 = sum((count - fair) ** 2 for count in counts) / fair
    return ChiSquare(chi2, seats - 1, chi_square_above(chi2, seats - 1), math.sqrt(chi2 / (n * (seats - 1))))


def debiased_imbalance(counts: Sequence[float]) -> float:
    """Return Σ (p − 1/K)² less what chance alone adds to it: 0 on average when the game is fair."""
    seats, n = len(counts), sum(counts)
    if n <= 1:
        return UNKNOWN
    shares = [count / n for count in counts]
    return sum((p - 1.0 / seats) ** 2 for p in shares) - sum(p * (1.0 - p) for p in shares) / (n - 1)


def noise_range(seats: int, n: float) -> float:
    """Return the gap between the best and the worst seat's win share that a fair game shows on average in `n` games.

    The expected range of K standard normal variables, ∫ 1 − Φᴷ − (1 − Φ)ᴷ, times √(1 / (K n)).

    >>> round(noise_range(4, 1000), 4)
    0.0326
    """
    if n <= 0:
        return UNKNOWN
    below = [NormalDist().cdf(i / 100.0) for i in range(-800, 801)]
    expected = sum(1.0 - p**seats - (1.0 - p) ** seats for p in below) / 100.0
    return expected * math.sqrt(1.0 / (seats * n))


def standing(estimate: Estimate, fair: float, margin: float = MARGIN) -> str:
    """Return where a win share stands against `fair` ± `margin`: ABOVE, BELOW, INSIDE, or OPEN if nothing is sure."""
    if estimate.lo > fair + margin:
        return ABOVE
    if estimate.hi < fair - margin:
        return BELOW
    return INSIDE if fair - margin <= estimate.lo and estimate.hi <= fair + margin else OPEN


def verdict(estimates: Sequence[Estimate], fair: float, margin: float = MARGIN) -> Verdict:
    """Judge win shares with simultaneous intervals against `fair` ± `margin`.

    UNFAIR if an interval lies outside the band, FAIR if all lie inside, else UNDECIDED.
    """
    stand = [standing(estimate, fair, margin) for estimate in estimates]
    if ABOVE in stand or BELOW in stand:
        return Verdict(UNFAIR, 0)
    undecided = [e for e, where in zip(estimates, stand, strict=True) if where == OPEN]
    if not undecided:
        return Verdict(FAIR, 0)
    # Estimates move: as many as let the interval of a fair seat fit into the band, or one that is clear of its border.
    least = math.ceil(fair * (1.0 - fair) * (normal_quantile((1.0 + LEVEL) / 2.0) / margin) ** 2) if margin else 0
    gaps = [max(abs(abs(e.value - fair) - margin), CLEAR * margin) for e in undecided]
    needed = [games_needed(e.half_width, e.n, gap) for e, gap in zip(undecided, gaps, strict=True) if gap > 0.0]
    return Verdict(UNDECIDED, max(least, *needed) if needed else 0)
