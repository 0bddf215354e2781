"""Curves of shares against a swept number: do they find what was put in, and do their intervals keep their promise?

Simulations say how often they would raise a false alarm; each has a fixed seed.
"""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
import pytest

from reports.stats.logistic import Curve, covariance, crossing, fit, logit

X = [28.0, 30.0, 31.0, 33.0, 36.0]


def true_share(x: float, middle: float = 31.5, slope: float = -0.35) -> float:
    """Return the share of wins on a curve that crosses one half at `middle`."""
    return 1.0 / (1.0 + math.exp(-slope * (x - middle)))


@pytest.mark.parametrize(("middle", "slope"), [(31.5, -0.35), (80.0, 0.05), (-3.0, 2.0), (0.0, 1e-3)])
def test_a_curve_through_true_shares_is_the_true_curve(middle: float, slope: float) -> None:
    """Without chance there is nothing to estimate: the fit must give back what the shares were made from."""
    at = [middle + step / abs(slope) for step in (-2.0, -0.5, 1.0, 3.0)]
    curve = fit(at, [1000 * true_share(x, middle, slope) for x in at], 1000)
    assert curve is not None
    assert curve.slope == pytest.approx(slope, rel=1e-9)
    assert crossing(curve.intercept, curve.slope, np.zeros((2, 2)), 1000).value == pytest.approx(middle, abs=1e-6)


def test_a_curve_solves_the_likelihood_equations() -> None:
    """What makes it the most likely one: as many wins as were played, and as many wins times x."""
    wins = [311.0, 190.0, 160.0, 150.0, 77.0]
    curve = fit(X, wins, 400)
    assert curve is not None
    fitted = [400 * curve.share(x) for x in X]
    assert sum(fitted) == pytest.approx(sum(wins), abs=1e-6)
    assert sum(f * x for f, x in zip(fitted, X, strict=True)) == pytest.approx(
        sum(w * x for w, x in zip(wins, X, strict=True)), abs=1e-5
    )


@pytest.mark.parametrize(
    "wins",
    [[0, 0, 0, 0, 0], [9, 9, 9, 9, 9], [9, 9, 0, 0, 0], [0, 4, 9, 9, 9]],
    ids=["none", "all", "step", "touching"],
)
def test_there_is_no_curve_where_wins_and_losses_do_not_overlap(wins: list[float]) -> None:
    """Its slope would be infinite, and whatever number came out would be made up."""
    assert fit(X, wins, 9) is None


def test_a_single_number_makes_no_curve() -> None:
    """Any slope would do."""
    assert fit([31.0, 31.0], [4.0, 5.0], 9) is None


def test_a_crossing_has_no_interval_where_the_slope_may_be_nothing() -> None:
    """A flat curve may cross one half anywhere."""
    flat = np.array([[0.01, 0.0], [0.0, 0.01]])
    assert math.isnan(crossing(0.5, 0.1, flat, 9).lo)
    steep = crossing(0.5, 1.0, flat, 9)
    assert steep.lo < steep.value < steep.hi


def test_fieller_holds_exactly_what_is_not_refused() -> None:
    """The interval's ends are where the line's own height is two standard errors from 0."""
    spread = np.array([[0.04, -0.01], [-0.01, 0.005]])
    found = crossing(2.0, -0.6, spread, 9)
    for x in (found.lo, found.hi):
        error = math.sqrt(spread[0, 0] + 2 * x * spread[0, 1] + x * x * spread[1, 1])
        assert abs(2.0 - 0.6 * x) / error == pytest.approx(1.959964, abs=1e-5)


def spread_of(curve: Curve, won: np.ndarray) -> np.ndarray:
    """Return the covariance of a curve's parameters from games (G, C)."""
    centred = won - won.mean(axis=0)
    return covariance(curve, X, curve, X, centred.T @ centred)


@pytest.mark.parametrize("shared", [0.0, 0.9], ids=["independent", "same shuffles"])
def test_intervals_of_the_crossing_hold_the_truth_19_times_in_20(shared: float) -> None:
    """Also where all cells play the same shuffles, which independent errors would make far too sure.

    1,000 experiments of 300 games: the share that holds the truth has a standard error of 0.7 points, so that a correct
    interval fails here once in 10,000 seeds (4 errors); the textbook interval fails at `shared` = 0.9 by 10 points.
    """
    rng = np.random.default_rng(3)
    held = 0
    for _ in range(1000):
        own, common = rng.standard_normal((300, len(X))), rng.standard_normal((300, 1))
        luck = math.sqrt(1 - shared) * own + math.sqrt(shared) * common
        cut = np.array([NormalDist().inv_cdf(true_share(x)) for x in X])
        won = (luck < cut).astype(float)
        curve = fit(X, list(won.sum(axis=0)), 300)
        assert curve is not None
        found = crossing(curve.intercept - logit(0.5), curve.slope, spread_of(curve, won), 300)
        held += found.lo <= 31.5 <= found.hi
    assert 0.95 - 0.028 <= held / 1000 <= 0.95 + 0.028
