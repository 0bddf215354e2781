"""Means and ratios from integer sums: right, exact in any order, and honest about few games."""

from __future__ import annotations

import math

import numpy as np
import pytest

from reports.stats.means import Moments, mean, ratio, share_ratio


def test_a_mean_has_students_interval() -> None:
    """1, 2, 3, 4, 5: mean 3, standard error √0.5, t(4) = 2.776445."""
    estimate = mean(15, 55, 5)
    assert estimate[:3] == pytest.approx((3.0, 3 - 2.776445 * math.sqrt(0.5), 3 + 2.776445 * math.sqrt(0.5)), abs=1e-6)


def test_one_game_has_a_mean_but_no_interval() -> None:
    """A single value says nothing about its own spread."""
    estimate = mean(7, 49, 1)
    assert estimate.value == 7.0
    assert math.isnan(estimate.lo)
    assert math.isnan(ratio(1, 2, 1, 4, 2, 1).hi)
    assert math.isnan(mean(0, 0, 0).value)


def test_moments_of_parts_add_up_to_the_moments_of_all() -> None:
    """Results must not depend on how games were split, to the last bit."""
    rng = np.random.default_rng(1)
    x, y = rng.integers(0, 50, 1000), rng.integers(0, 9, 1000)
    whole = Moments.of({"x": x, "y": y})
    for cut in (0, 1, 333, 1000):
        assert Moments.of({"x": x[:cut], "y": y[:cut]}) + Moments.of({"x": x[cut:], "y": y[cut:]}) == whole
    assert whole.sums == (int(x.sum()), int(y.sum()))
    assert whole.products[0][1] == int((x * y).sum())


def test_moments_stay_exact_beyond_what_a_float_can_count() -> None:
    """A game with huge scores must not lose its last digits."""
    huge = np.array([3 * 10**8 + 1, 2 * 10**8 + 3, 5], np.int64)
    moments = Moments.of({"x": huge})
    assert moments.products == ((sum(int(v) ** 2 for v in huge),),)


def test_moments_of_different_quantities_do_not_add_up() -> None:
    """Adding laurels to turns would go unnoticed."""
    with pytest.raises(ValueError, match="different"):
        Moments.of({"x": np.arange(3)}) + Moments.of({"y": np.arange(3)})


def test_a_mean_over_two_seats_is_half_their_sum() -> None:
    """A strategy with two seats is described per seat, and its games remain the unit."""
    sums = Moments.of({"x": np.array([3, 5, 4, 8])})
    halves = sums.divided(2, 2520)
    assert halves.mean("x")[:3] == pytest.approx(mean(10, 28.5, 4)[:3])
    with pytest.raises(ValueError, match="multiple"):
        sums.divided(11, 2520)


def test_ratios_cover_the_truth() -> None:
    """Events per game vary, and with them the outcomes; 3,000 runs, false alarm rate below 1e-6 (|z| < 5).

    A ratio counted by events alone, as if they were independent, covers far less: events of one game go together.
    """
    rng = np.random.default_rng(5)
    runs, n = 3000, 200
    events = rng.poisson(3.0, (runs, n))
    friendly = rng.random((runs, n)) < 0.5  # a whole game's mood
    hits = rng.binomial(events, np.where(friendly, 0.95, 0.25))
    inside, naive = 0, 0
    for x, y in zip(hits, events, strict=True):
        sums = (x.sum(), y.sum(), (x * x).sum(), (y * y).sum(), (x * y).sum())
        estimate = share_ratio(*map(float, sums), n)
        inside += estimate.lo <= 0.6 <= estimate.hi
        naive += abs(estimate.value - 0.6) <= 1.96 * math.sqrt(0.24 / y.sum())
    assert abs(inside / runs - 0.95) < 5 * math.sqrt(0.95 * 0.05 / runs)
    assert naive / runs < 0.9


def test_a_share_of_events_at_its_end_keeps_a_width() -> None:
    """All 40 promises of 20 games kept is not proof that promises are always kept."""
    moments = Moments.of({"kept": np.full(20, 2), "called": np.full(20, 2)})
    estimate = moments.share_ratio(("kept",), ("called",))
    assert estimate.hi == 1.0
    assert 0.8 < estimate.lo < 0.9
    assert math.isnan(
        Moments.of({"kept": np.zeros(5), "called": np.zeros(5)}).share_ratio(("kept",), ("called",)).value
    )
