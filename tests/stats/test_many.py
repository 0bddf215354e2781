"""Many estimates at once: adjusted p-values, ranks, and the luck of the largest."""

from __future__ import annotations

import math

import numpy as np

from reports.stats.many import benjamini_hochberg, holm, rank_intervals, scatter, shrink


def test_adjusted_p_values_are_those_of_the_papers():
    """Worked by hand; an unknown one counts for nothing and stays in its place."""
    p = [0.001, math.nan, 0.02, 0.03, 0.8]
    by_holm, by_bh = holm(p), benjamini_hochberg(p)
    assert np.allclose([by_holm[i] for i in (0, 2, 3, 4)], [0.004, 0.06, 0.06, 0.8])
    assert np.allclose([by_bh[i] for i in (0, 2, 3, 4)], [0.004, 0.04, 0.04, 0.8])
    assert math.isnan(by_holm[1])
    assert math.isnan(by_bh[1])


def test_with_nothing_to_find_holm_finds_something_rarely():
    """2,000 families of 20 true nulls: at most 5 % have one below 0.05 (|z| < 4.5: 144), unadjusted most have."""
    rng = np.random.default_rng(1)
    families = rng.random((2000, 20))
    assert sum(min(holm(list(p))) < 0.05 for p in families) < 144
    assert sum(min(benjamini_hochberg(list(p))) < 0.05 for p in families) < 144
    assert (families.min(axis=1) < 0.05).mean() > 0.5


def test_shrunken_estimates_are_nearer_to_the_truth_and_the_largest_is_no_winner():
    """Forty items, true values of SD 1, noise of SD 2: the largest raw estimate is far too large, the shrunken not."""
    rng = np.random.default_rng(2)
    raw_error, error, raw_top, top = [], [], [], []
    for _ in range(300):
        truth = rng.normal(size=40)
        ses = rng.uniform(1.0, 3.0, 40)
        values = truth + ses * rng.normal(size=40)
        shrunk, errors = shrink(values, ses)
        assert (errors <= ses).all()
        raw_error.append(np.mean((values - truth) ** 2))
        error.append(np.mean((shrunk - truth) ** 2))
        raw_top.append((values - truth)[np.argmax(values)])
        top.append((shrunk - truth)[np.argmax(shrunk)])
    assert np.mean(error) < 0.3 * np.mean(raw_error)
    assert np.mean(raw_top) > 3.0
    assert abs(np.mean(top)) < 0.3


def test_what_varies_by_chance_alone_shrinks_to_one_value_and_what_does_not_stays():
    """No scatter beyond the errors: all are equal. Precise and different: nothing is to be drawn anywhere."""
    equal, _ = shrink(np.array([1.0, 1.2, 0.9]), np.array([1.0, 1.0, 1.0]))
    assert np.ptp(equal) < 1e-9
    apart = np.array([1.0, 50.0, -30.0])
    assert np.allclose(shrink(apart, np.full(3, 0.1))[0], apart, atol=0.01)
    kept, _ = shrink(np.array([1.0, math.nan, 3.0]), np.array([0.0, math.nan, 1.0]))
    assert kept[0] == 1.0
    assert math.isnan(kept[1])


def test_the_scatter_of_true_values_is_found():
    """Variance 4 under known errors, over 400 items: within a fifth."""
    rng = np.random.default_rng(3)
    ses = rng.uniform(0.5, 2.0, 400)
    found = scatter(2.0 * rng.normal(size=400) + ses * rng.normal(size=400), ses, np.ones((400, 1)))
    assert 3.2 < found < 4.8


def test_rank_intervals_hold_the_true_ranks_together_nearly_always():
    """500 studies of ten items: in 95 % all true ranks lie in their intervals, and these are not all 1 to 10."""
    rng = np.random.default_rng(4)
    truth = np.arange(10)[::-1] * 1.0
    ranks = np.arange(1, 11)
    held, width = 0, []
    for _ in range(500):
        found = rank_intervals(truth + 0.7 * rng.normal(size=10), np.full(10, 0.7))
        held += all(low <= rank <= high for rank, (_, low, high) in zip(ranks, found, strict=True))
        width.append(np.mean([high - low for _, low, high in found]))
    assert held >= 475 - 4.5 * math.sqrt(500 * 0.05 * 0.95)
    assert np.mean(width) < 7.0


def test_an_unknown_estimate_has_no_rank_and_takes_none():
    """An item without opportunities must not push the others down."""
    found = rank_intervals(np.array([1.0, math.nan, 9.0]), np.array([0.1, math.nan, 0.1]))
    assert found == [(2, 2, 2), (0, 0, 0), (1, 1, 1)]
