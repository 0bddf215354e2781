"""Intervals of shares keep their promise, at the ends too, and know that seats of one game are not independent."""

from __future__ import annotations

import math

import numpy as np
import pytest

from reports.stats.shares import clustered_share, games_needed, multinomial_difference, newcombe, share, wilson


@pytest.mark.parametrize(
    ("k", "n", "lo", "hi"),
    [(0, 10, 0.0, 0.2775), (38, 38, 0.9082, 1.0), (0, 77, 0.0, 0.0475), (5, 10, 0.2366, 0.7634)],
)
def test_wilson_gives_the_known_bounds(k: int, n: int, lo: float, hi: float) -> None:
    """0 of 10 is not proof of impossibility, and 38 of 38 none of certainty."""
    assert wilson(k, n) == pytest.approx((lo, hi), abs=5e-5)


def test_wilson_ends_exactly_at_0_and_1() -> None:
    """1.0000000000000002 is no probability."""
    for n in range(1, 400):
        assert wilson(0, n)[0] == 0.0
        assert wilson(n, n)[1] == 1.0
        assert all(0.0 <= lo <= k / n <= hi <= 1.0 for k in range(n + 1) for lo, hi in [wilson(k, n)])


def test_without_games_nothing_is_known() -> None:
    """A share of 0 of 0 games is no share, and not 0."""
    assert all(
        math.isnan(value) for value in (*share(0, 0)[:3], *newcombe(0, 0, 1, 2), *multinomial_difference(0, 0, 0)[:3])
    )


@pytest.mark.parametrize("n", [5, 10, 100, 1000])
def test_wilson_covers_the_truth_as_often_as_it_says(n: int) -> None:
    """On average over all probabilities, computed exactly; the textbook interval reaches 0.77 at n = 10."""
    bounds = [wilson(k, n) for k in range(n + 1)]
    logs = [math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) for k in range(n + 1)]
    covered = []
    for p in np.linspace(0.01, 0.99, 99):
        chances = [math.exp(log + k * math.log(p) + (n - k) * math.log1p(-p)) for k, log in enumerate(logs)]
        covered.append(sum(chance for chance, (lo, hi) in zip(chances, bounds, strict=True) if lo <= p <= hi))
    assert 0.945 <= float(np.mean(covered)) <= 0.965
    assert min(covered) >= 0.83


def test_a_clustered_share_of_plain_wins_is_wilsons() -> None:
    """Where every game is won or lost as a whole, there is nothing to correct."""
    assert clustered_share(420 * 27, 420 * 420 * 27, 100, 420)[1:3] == pytest.approx(wilson(27, 100), abs=1e-12)


def test_seats_that_share_a_strategy_are_not_counted_as_independent() -> None:
    """Two seats of one strategy in each game: 2n seat rows are worth fewer games than 2n, and the interval must know.

    Exactly one of the two wins in every game here, so that the strategy's share per seat is one half for sure and its
    interval has no width at all.
    """
    estimate = clustered_share(0.5 * 100, 0.25 * 100, 100)
    assert (estimate.lo, estimate.value, estimate.hi) == (0.5, 0.5, 0.5)


def test_clustered_intervals_cover_the_truth() -> None:
    """Shares of wins split at random within a game; 4,000 runs, false alarm rate below 1e-6 (|z| < 5)."""
    rng = np.random.default_rng(11)
    n, runs = 150, 4000
    values = rng.choice([0.0, 0.25, 0.5, 1.0], p=[0.5, 0.2, 0.2, 0.1], size=(runs, n))
    truth = 0.25 * 0.2 + 0.5 * 0.2 + 0.1
    inside = 0
    for row in values:
        estimate = clustered_share(row.sum(), (row * row).sum(), n)
        inside += estimate.lo <= truth <= estimate.hi
    assert abs(inside / runs - 0.95) < 5 * math.sqrt(0.95 * 0.05 / runs)


def test_a_difference_of_two_seats_knows_that_one_wins_what_the_other_loses() -> None:
    """Four fair seats, 1000 games: the standard deviation is 0.0224, not the 0.0194 of independent shares."""
    reach = multinomial_difference(250, 250, 1000).half_width
    assert reach / 1.959964 == pytest.approx(0.0224, abs=5e-5)
    counts = np.random.default_rng(12).multinomial(1000, [0.6, 0.1, 0.3], size=20_000) / 1000
    simulated = float((counts[:, 0] - counts[:, 1]).std())
    assert multinomial_difference(600, 100, 1000).half_width / 1.959964 == pytest.approx(simulated, rel=0.03)


def test_newcombes_interval_is_that_of_his_paper() -> None:
    """Newcombe 1998, table II, example (a), method 10."""
    assert newcombe(56, 70, 48, 80) == pytest.approx((0.0524, 0.3339), abs=5e-5)


@pytest.mark.parametrize(("seats", "games"), [(3, 8537), (4, 7203), (5, 6147), (7, 4704)])
def test_games_needed_for_one_point_are_the_known_ones(seats: int, games: int) -> None:
    """±1 point at p = 1/K and 95 %."""
    n = 10**8
    assert games_needed(share(n // seats, n).half_width, n, 0.01) == pytest.approx(games, abs=2)
