"""Quantiles and inequality from counts."""

from __future__ import annotations

import math

import numpy as np
import pytest

from reports.stats.histograms import gini, moments, quantile


def counted(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the histogram of whole numbers."""
    return np.unique(values, return_counts=True)


@pytest.mark.parametrize("q", [0.05, 0.25, 0.5, 0.75, 0.95])
def test_a_quantile_is_the_smallest_value_that_enough_do_not_exceed(q: float) -> None:
    """NumPy calls it inverted_cdf."""
    values = np.random.default_rng(2).poisson(9.0, 997)
    assert quantile(*counted(values), q).value == np.quantile(values, q, method="inverted_cdf")


@pytest.mark.parametrize(("n", "q"), [(20, 0.5), (60, 0.95), (200, 0.05)])
def test_intervals_of_quantiles_cover_the_truth(n: int, q: float) -> None:
    """At least 95 % of the time, whatever the distribution; 2,000 runs, false alarm rate below 1e-6 (z > −5)."""
    rng = np.random.default_rng(3)
    truth = math.ceil(-math.log(1 - q) / 0.02)  # of a geometric-like whole number
    runs, inside = 2000, 0
    for _ in range(runs):
        estimate = quantile(*counted(np.ceil(rng.exponential(50.0, n)).astype(np.int64)), q)
        above = math.isnan(estimate.hi) or truth <= estimate.hi
        inside += above and (math.isnan(estimate.lo) or estimate.lo <= truth)
    assert inside / runs > 0.95 - 5 * math.sqrt(0.95 * 0.05 / runs)


def test_few_games_give_no_bound_that_they_cannot_give() -> None:
    """The largest of five games bounds no 95 % quantile from above."""
    estimate = quantile(np.arange(5), np.ones(5, np.int64), 0.95)
    assert estimate.value == 4.0
    assert math.isnan(estimate.hi)
    assert math.isnan(quantile(np.zeros(0, np.int64), np.zeros(0, np.int64), 0.5).value)


def test_values_of_the_same_game_do_not_narrow_the_interval() -> None:
    """Four seats with the same score in each of 100 games are 100 observations, not 400."""
    values = np.random.default_rng(4).integers(0, 1000, 100)
    once = quantile(*counted(values), 0.5)
    fourfold = quantile(*counted(np.repeat(values, 4)), 0.5, independent=100)
    assert fourfold[:3] == once[:3]


def test_moments_of_a_histogram_are_those_of_its_values() -> None:
    """Means of scores are taken from counts."""
    values = np.array([3, 3, 7, 11, 11, 11])
    assert moments(*counted(values)) == (6, 46, 430)


def test_inequality_runs_from_all_alike_to_one_has_all() -> None:
    """For any number of seats, and 0 where there is nothing to share."""
    assert gini(np.array([[5, 5, 5, 5], [8, 0, 0, 0], [0, 0, 0, 0]])) == pytest.approx([0.0, 1.0, 0.0])
    assert gini(np.array([[1, 2, 3]])) == pytest.approx([1 / 3])
    assert gini(np.array([[4]])) == pytest.approx([0.0])
