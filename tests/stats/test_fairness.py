"""Verdicts on seats: a fair game is not accused, an unfair one is found, and chance alone is told apart."""

from __future__ import annotations

import math

import numpy as np
import pytest

from reports.stats.fairness import (
    ABOVE,
    BELOW,
    FAIR,
    INSIDE,
    OPEN,
    UNDECIDED,
    UNFAIR,
    chi_square,
    debiased_imbalance,
    noise_range,
    simultaneous,
    standing,
    verdict,
)
from reports.stats.shares import Estimate, share


def test_the_chi_square_test_is_the_textbooks() -> None:
    """Counts 30, 20, 25, 25 of four seats: χ² = 2, and V = √(2 / 300)."""
    test = chi_square([30, 20, 25, 25])
    assert (test.chi2, test.freedom) == (2.0, 3)
    assert test.p == pytest.approx(0.5724, abs=1e-4)
    assert test.v == pytest.approx(math.sqrt(2 / 300))
    assert chi_square([100, 0, 0]).v == pytest.approx(1.0)
    assert math.isnan(chi_square([0, 0, 0]).p)


def test_imbalance_is_freed_of_what_chance_adds() -> None:
    """True imbalance 0.005, n = 1000: the raw sum is 0.0057 on average, the debiased one right; |z| < 4.5, 7e-6."""
    p = np.array([0.3, 0.25, 0.25, 0.2])
    truth = float(((p - 0.25) ** 2).sum())
    counts = np.random.default_rng(6).multinomial(1000, p, size=20_000)
    values = np.array([debiased_imbalance([int(k) for k in row]) for row in counts[:4000]])
    raw = (((counts / 1000) - 0.25) ** 2).sum(axis=1)
    assert truth == pytest.approx(0.005)
    assert raw.mean() == pytest.approx(0.00573, abs=1e-4)
    assert abs(values.mean() - truth) < 4.5 * values.std() / math.sqrt(len(values))


def test_a_fair_game_has_no_imbalance_on_average() -> None:
    """Where Σ (p − 1/K)² alone is always positive; |z| < 4.5, 7e-6."""
    counts = np.random.default_rng(7).multinomial(500, [0.2] * 5, size=4000)
    values = np.array([debiased_imbalance([int(k) for k in row]) for row in counts])
    assert abs(values.mean()) < 4.5 * values.std() / math.sqrt(len(values))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 7, 8])
def test_the_gap_that_chance_makes_is_the_one_that_is_shown(seats: int) -> None:
    """Largest less smallest share of a fair game, by simulation, within 2 %."""
    counts = np.random.default_rng(8).multinomial(3000, [1 / seats] * seats, size=20_000) / 3000
    gaps = counts.max(axis=1) - counts.min(axis=1)
    assert noise_range(seats, 3000) == pytest.approx(gaps.mean(), rel=0.02)


def test_the_verdict_is_what_the_intervals_support() -> None:
    """FAIR and UNFAIR are both claims; between them nothing is claimed."""

    def seat(lo: float, hi: float) -> Estimate:
        return Estimate((lo + hi) / 2, lo, hi, 1000)

    inside, outside, across = seat(0.24, 0.26), seat(0.28, 0.30), seat(0.25, 0.28)
    assert verdict([inside, inside], 0.25).word == FAIR
    assert verdict([inside, outside], 0.25).word == UNFAIR
    assert verdict([inside, across], 0.25).word == UNDECIDED
    assert verdict([inside, seat(0.20, 0.22)], 0.25).word == UNFAIR
    below = seat(0.1, 0.2)
    assert [standing(e, 0.25) for e in (inside, outside, across, below)] == [INSIDE, ABOVE, OPEN, BELOW]


def test_an_undecided_verdict_says_how_many_games_would_decide() -> None:
    """Half-width 0.02 around 0.265 at a margin of 0.02: it must shrink to 0.005, sixteen times the games."""
    assert verdict([Estimate(0.265, 0.245, 0.285, 1000)], 0.25).games == pytest.approx(16_000, abs=1)


def test_a_verdict_is_not_promised_after_more_games_than_there_can_be() -> None:
    """An estimate on the very border of the band would need infinitely many."""
    on_the_border = Estimate(0.27, 0.25, 0.29, 1000)
    assert verdict([on_the_border, Estimate(0.23 - 1e-17, 0.21, 0.25, 1000)], 0.25).games == pytest.approx(
        100_000, abs=1
    )


def test_a_handful_of_games_does_not_promise_a_verdict_soon() -> None:
    """What one game shows is not what a thousand will."""
    assert verdict([share(1, 1), share(0, 1), share(0, 1)], 1 / 3).games > 2000


def test_games_without_a_winner_decide_nothing() -> None:
    """All win shares are 0 then, and so is the fair one: that is not fairness."""
    assert verdict([share(0, 1000), share(0, 1000)], 0.0, 0.0) == (UNDECIDED, 0)


def test_fair_games_are_almost_never_called_unfair_and_planted_bias_is_found() -> None:
    """A/A and positive control, 1,000 runs of 4,000 games each.

    A fair game is called UNFAIR only if a seat's interval misses the whole band, so far less often than in 5 % of runs:
    in none of 1,000 (each about 3e-9).
    A bias of four points must be found in nearly all: 99 % or more.
    """
    rng = np.random.default_rng(9)
    level = simultaneous(4)

    def verdicts(p: list[float]) -> list[str]:
        rows = rng.multinomial(4000, p, size=1000)
        return [verdict([share(int(k), 4000, level) for k in row], 0.25).word for row in rows]

    assert UNFAIR not in verdicts([0.25] * 4)
    assert verdicts([0.31, 0.23, 0.23, 0.23]).count(UNFAIR) >= 990
