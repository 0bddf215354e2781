"""What does a change change: two sets of games compared, pair by pair where they share their chance, else as they are.

A quantity is a ratio Σx / Σy over games, a mean where y is 1. Its unit of evidence is a block of games: one turn of the
seats, in which every strategy has sat in every seat. Differences of blocks are exact: where nothing changes, everything
here is exactly 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from reports.stats.fairness import CLEAR
from reports.stats.means import Moments, events_worth
from reports.stats.shares import LEVEL, UNKNOWN, Estimate, games_needed, newcombe
from reports.stats.tails import student_quantile

__all__ = [
    "IMMATERIAL",
    "MATERIAL",
    "PAIR",
    "SIDE",
    "UNDECIDED",
    "Difference",
    "Judgement",
    "independent",
    "judge",
    "paired",
]

PAIR = ("x", "y", "more_x", "more_y")  # of a block: x and y with the base, and how much more with the variant
SIDE = ("x", "y")  # of a block of one side

MATERIAL, IMMATERIAL, UNDECIDED = "material", "not material", "undecided"


class Difference(NamedTuple):
    """A quantity with the base and with the variant, and the variant's less the base's, each with its interval."""

    base: Estimate
    variant: Estimate
    difference: Estimate
    reduction: float  # variance of the difference of two unpaired runs of this size, divided by that of this one


class Judgement(NamedTuple):
    """A claim about a difference, and about how many further games would allow one (0 if none is needed, or would)."""

    word: str
    more: int


def paired(blocks: Moments, games: int, share: bool, level: float = LEVEL) -> Difference:
    """Compare two sets of games pair by pair.

    Parameters
    ----------
    blocks
        Moments of `PAIR`, over blocks.
    games
        Pairs of games.
    share
        Whether x counts some of what y counts.
    """
    n = blocks.n
    x, y, more_x, more_y = (blocks.total(name) for name in PAIR)
    base = _side(blocks, ("x",), ("y",), games, share, level)
    variant = _side(blocks, ("x", "more_x"), ("y", "more_y"), games, share, level)
    if math.isnan(base.value) or math.isnan(variant.value):
        return Difference(base, variant, Estimate(UNKNOWN, UNKNOWN, UNKNOWN, games), UNKNOWN)
    before, after = x / y, (x + more_x) / (y + more_y)
    # Where the ratios change with x, y and what is more of them: the delta method.
    by_base = (1.0 / y, -before / y, 0.0, 0.0)
    by_variant = (1.0 / (y + more_y), -after / (y + more_y)) * 2
    by_both = tuple(b - a for a, b in zip(by_base, by_variant, strict=True))
    value = after - before
    if n < 2:
        return Difference(base, variant, Estimate(value, UNKNOWN, UNKNOWN, games), UNKNOWN)
    own, other, both = (_variance(blocks, weights) for weights in (by_base, by_variant, by_both))
    reach = student_quantile((1.0 + level) / 2.0, n - 1) * math.sqrt(both)
    reduction = (own + other) / both if both > 0.0 else math.inf if own + other > 0.0 else UNKNOWN
    return Difference(base, variant, Estimate(value, value - reach, value + reach, games), reduction)


def independent(
    base: Moments, variant: Moments, games: tuple[int, int], share: bool, level: float = LEVEL
) -> Difference:
    """Compare two sets of games that have nothing to do with each other.

    Newcombe's interval for a share, for as many independent events as have its standard error; Welch's for a mean.

    Parameters
    ----------
    base, variant
        Moments of `SIDE`, over blocks.
    games
        Games with the base and with the variant.
    share
        Whether x counts some of what y counts.
    """
    sides = [_side(one, ("x",), ("y",), n, share, level) for one, n in zip((base, variant), games, strict=True)]
    fewer = min(games)
    value = sides[1].value - sides[0].value
    if math.isnan(value):
        return Difference(sides[0], sides[1], Estimate(UNKNOWN, UNKNOWN, UNKNOWN, fewer), UNKNOWN)
    if share:
        (k1, n1), (k2, n2) = (events_worth(*one.ratio_sums(("x",), ("y",)), one.n) for one in (variant, base))
        lo, hi = newcombe(k1, n1, k2, n2, level)
        return Difference(sides[0], sides[1], Estimate(value, min(lo, value), max(hi, value), fewer), 1.0)
    errors = [one.half_width / student_quantile((1.0 + level) / 2.0, blocks.n - 1) if blocks.n > 1 else UNKNOWN
              for one, blocks in zip(sides, (base, variant), strict=True)]  # fmt: skip
    total = sum(error**2 for error in errors)
    if math.isnan(total):
        return Difference(sides[0], sides[1], Estimate(value, UNKNOWN, UNKNOWN, fewer), UNKNOWN)
    each = sum(error**4 / (blocks.n - 1) for error, blocks in zip(errors, (base, variant), strict=True))
    freedom = max(1, int(total**2 / each)) if each > 0.0 else 1
    reach = student_quantile((1.0 + level) / 2.0, freedom) * math.sqrt(total)
    return Difference(sides[0], sides[1], Estimate(value, value - reach, value + reach, fewer), 1.0)


def judge(found: Mapping[str, Callable[[float], Estimate]], margins: Mapping[str, float]) -> dict[str, Judgement]:
    """Judge the differences of several variants from one base, each against ± its margin.

    Material if its interval lies outside the margin, not material if it lies inside. With several variants by Holm's
    rule: the clearest is judged by the interval that would hold for all of them together, the next as if there were one
    less, and after one that is undecided none is decided.

    Parameters
    ----------
    found
        Variant → its difference with the interval of a given level.
    margins
        Variant → the margin.
    """
    plain = {name: of(LEVEL) for name, of in found.items()}
    judged: dict[str, Judgement] = {}
    stopped = False
    for rank, name in enumerate(sorted(found, key=lambda name: -_clearness(plain[name], margins[name]))):
        estimate, margin = found[name](1.0 - (1.0 - LEVEL) / (len(found) - rank)), margins[name]
        word = UNDECIDED if stopped else _claim(estimate, margin)
        stopped = stopped or word == UNDECIDED
        judged[name] = Judgement(word, _further(estimate, margin) if word == UNDECIDED else 0)
    return {name: judged[name] for name in found}


def _claim(estimate: Estimate, margin: float) -> str:
    if estimate.lo > margin or estimate.hi < -margin:
        return MATERIAL
    return IMMATERIAL if -margin <= estimate.lo and estimate.hi <= margin else UNDECIDED


def _clearness(estimate: Estimate, margin: float) -> float:
    """Return how many half-widths of its interval a difference is away from the border of its margin."""
    if math.isnan(estimate.half_width):
        return -1.0
    gap = abs(abs(estimate.value) - margin)
    return gap / estimate.half_width if estimate.half_width else math.inf


def _further(estimate: Estimate, margin: float) -> int:
    """Return about how many more games take the border of the margin out of the interval."""
    gap = max(abs(abs(estimate.value) - margin), CLEAR * margin)
    if math.isnan(estimate.half_width) or gap == 0.0:
        return 0
    return max(estimate.n // 10, games_needed(estimate.half_width, estimate.n, gap) - estimate.n)


def _side(
    blocks: Moments, over: Sequence[str], under: Sequence[str], games: int, share: bool, level: float
) -> Estimate:
    of = blocks.share_ratio if share else blocks.ratio
    return of(over, under, level)._replace(n=games)


def _variance(blocks: Moments, weights: Sequence[float]) -> float:
    """Return the variance of a weighted sum of the totals, from how much its blocks vary; their mean must be 0."""
    products = [[blocks.products[blocks.names.index(a)][blocks.names.index(b)] for b in PAIR] for a in PAIR]
    square = sum(weights[i] * weights[j] * products[i][j] for i in range(len(PAIR)) for j in range(len(PAIR)))
    return max(0.0, square) * blocks.n / (blocks.n - 1)
