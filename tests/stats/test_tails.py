"""Tails against tables that every textbook prints, and against exact sums."""

from __future__ import annotations

import math

import pytest

from reports.stats.tails import beta_below, binomial_at_most, chi_square_above, normal_quantile, student_quantile


@pytest.mark.parametrize(
    ("x", "freedom", "above"),
    [(3.841459, 1, 0.05), (7.814728, 3, 0.05), (9.487729, 4, 0.05), (13.276704, 4, 0.01), (0.0, 3, 1.0)],
)
def test_chi_square_tails_are_those_of_the_tables(x: float, freedom: int, above: float) -> None:
    """The p-value of the seat test hangs on it."""
    assert chi_square_above(x, freedom) == pytest.approx(above, abs=1e-7)


def test_far_chi_square_tails_are_positive_and_tiny() -> None:
    """A million games give values beyond any table; 1 − (something near 1) would print 0 or less."""
    assert 0.0 <= chi_square_above(2000.0, 3) < 1e-300
    assert chi_square_above(100.0, 2) == pytest.approx(math.exp(-50.0), rel=1e-12)


@pytest.mark.parametrize(
    ("p", "freedom", "t"),
    [(0.975, 1, 12.7062), (0.975, 9, 2.262157), (0.975, 100, 1.983972), (0.995, 5, 4.032143), (0.975, 10**7, 1.959964)],
)
def test_student_quantiles_are_those_of_the_tables(p: float, freedom: int, t: float) -> None:
    """A handful of games needs a wider interval than the normal one, a million the same."""
    assert student_quantile(p, freedom) == pytest.approx(t, rel=1e-5)


@pytest.mark.parametrize(("n", "p"), [(1, 0.3), (10, 0.5), (60, 0.05), (200, 0.95)])
def test_binomial_tails_are_the_sums_that_they_stand_for(n: int, p: float) -> None:
    """Order statistics cover a quantile with these probabilities."""
    total = 0.0
    for k in range(n + 1):
        total += math.comb(n, k) * p**k * (1 - p) ** (n - k)
        assert binomial_at_most(k, n, p) == pytest.approx(total, abs=1e-12)
    assert binomial_at_most(-1, n, p) == 0.0


def test_the_beta_function_is_symmetric_and_ends_at_0_and_1() -> None:
    """I(x; a, b) = 1 − I(1 − x; b, a): the two branches of the fraction must agree."""
    for x in (0.0, 0.01, 0.3, 0.5, 0.77, 1.0):
        assert beta_below(x, 2.5, 7.0) == pytest.approx(1.0 - beta_below(1.0 - x, 7.0, 2.5), abs=1e-14)


def test_the_normal_quantile_is_the_familiar_one() -> None:
    """All intervals at 95 % use it."""
    assert normal_quantile(0.975) == pytest.approx(1.959964, abs=1e-6)
