"""Effects of acquiring something: against truths that are known, and intervals that hold as often as they say."""

from __future__ import annotations

import math

import numpy as np
import pytest

from reports.stats.effects import Weighted, aipw, clustered_mean, difference, ipw
from reports.stats.means import Moments


def study(rng, n=2_000, effect=0.0, floor=0.1):
    """Return (won, taken, propensity, lead, game) of opportunities, two in each game: who is ahead takes more often.

    Whoever takes wins with a probability higher by `effect`; the lead helps both to take and to win.
    """
    game = np.arange(n) // 2
    mood = rng.normal(size=(n + 1) // 2)[game]  # what the two of a game have in common
    lead = rng.normal(size=n)
    propensity = floor + (1 - 2 * floor) / (1 + np.exp(-1.5 * lead))
    taken = rng.random(n) < propensity
    base = np.clip(0.4 + 0.12 * lead + 0.05 * mood, 0.05, 0.8)
    won = (rng.random(n) < base + effect * taken).astype(float)
    return won, taken, propensity, lead, game


def covered(estimates, truth):
    """Return how many intervals hold the truth."""
    return sum(lo <= truth <= hi for _, lo, hi, _ in estimates)


def test_leaders_who_take_more_make_a_worthless_card_look_strong():
    """The disease itself: a card without any effect, and those who have it win far more often. Weights cure it."""
    won, taken, propensity, lead, game = study(np.random.default_rng(1), n=40_000)
    naive = difference(won, taken, game)
    assert naive.value > 0.08
    assert naive.value > 10 * naive.se
    for weighted in (ipw(won, taken, propensity, game), aipw(won, taken, propensity, lead[:, None], game)):
        assert abs(weighted.effect.value) < 4.5 * weighted.effect.se
        assert weighted.effect.se < 0.02


def test_weighting_finds_the_planted_effect_and_predictions_sharpen_it():
    """Truth 0.1: both estimators are within 4.5 standard errors, AIPW with a smaller one, the raw difference is not."""
    won, taken, propensity, lead, game = study(np.random.default_rng(2), n=40_000, effect=0.1)
    plain, sharp = ipw(won, taken, propensity, game), aipw(won, taken, propensity, lead[:, None], game)
    for weighted in (plain, sharp):
        assert abs(weighted.effect.value - 0.1) < 4.5 * weighted.effect.se
        assert weighted.effect.p < 1e-6
    assert sharp.effect.se < 0.8 * plain.effect.se
    assert difference(won, taken, game).value > 0.15


@pytest.mark.parametrize("effect", [0.0, 0.1])
def test_intervals_of_weighted_effects_hold_as_often_as_they_say(effect):
    """300 studies at 95 %: fewer than 265 or more than 299 hits would be |z| > 4.5 or no interval at all."""
    rng = np.random.default_rng(3)
    plain, sharp = [], []
    for _ in range(300):
        won, taken, propensity, lead, game = study(rng, n=1_000, effect=effect)
        plain.append(ipw(won, taken, propensity, game).effect.estimate())
        sharp.append(aipw(won, taken, propensity, lead[:, None], game).effect.estimate())
    assert 265 <= covered(plain, effect) <= 299
    assert 265 <= covered(sharp, effect) <= 299


def test_clusters_not_rows_decide_the_standard_error():
    """Ten equal rows of a game say no more than one: with rows taken as independent only half the intervals would hold.

    300 studies; the bounds are |z| < 4.5 for 95 %, and for what the wrong error would give.
    """
    rng = np.random.default_rng(4)
    right, wrong = [], []
    for _ in range(300):
        x = np.repeat(rng.normal(size=40), 10) + 0.1 * rng.normal(size=400)
        right.append(clustered_mean(x, np.repeat(np.arange(40), 10)).estimate())
        wrong.append(clustered_mean(x, np.arange(400)).estimate())
    assert 265 <= covered(right, 0.0) <= 299
    assert covered(wrong, 0.0) < 190


def test_differences_by_chance_have_intervals_over_blocks():
    """Items dealt at random within blocks of four, of which two have one: 300 studies, truth 0.2, |z| < 4.5."""
    rng = np.random.default_rng(5)
    found = []
    for _ in range(300):
        has = rng.permuted(np.tile([True, True, False, False], (60, 1)), axis=1)
        y = rng.normal(size=(60, 1)) + rng.normal(size=(60, 4)) + 0.2 * has
        found.append(difference(y.ravel(), has.ravel(), np.repeat(np.arange(60), 4)).estimate())
    assert 265 <= covered(found, 0.2) <= 300
    assert abs(np.mean([value for value, *_ in found]) - 0.2) < 0.04


def test_sums_over_blocks_give_the_same_difference_as_rows():
    """Reports add up blocks, tests have rows: one number."""
    rng = np.random.default_rng(6)
    has, block = rng.random(600) < 0.3, np.repeat(np.arange(100), 6)
    y = rng.integers(0, 421, 600)
    whole = difference(y, has, block)
    sums = {"a": y * has, "b": has, "c": y * ~has, "d": ~has}
    moments = Moments.of({name: x.reshape(100, 6).sum(axis=1).astype(np.int64) for name, x in sums.items()})
    assert moments.difference(("a", "b"), ("c", "d")) == pytest.approx((whole.value, whole.se))


def test_choices_that_were_certain_are_left_out_and_counted():
    """Where the choice was certain there is nothing to compare; a report must say how much that is."""
    n = 1000
    propensity = np.where(np.arange(n) % 2 == 0, 0.5, 0.999)
    taken = np.arange(n) % 4 < 2
    weighted = ipw(np.ones(n), taken, propensity, np.arange(n))
    assert weighted.trimmed == 0.5
    assert weighted.effect.n == 500
    assert weighted.ess == pytest.approx(500)
    uneven = np.where(np.arange(n) % 2 == 0, 0.5, 0.95)
    assert ipw(np.ones(n), ~taken, uneven, np.arange(n)).ess < 700


def test_without_rows_or_with_one_game_nothing_is_claimed():
    """An interval from one game would be made up."""
    none = np.zeros(0)
    assert math.isnan(clustered_mean(none, none.astype(int)).estimate().value)
    weighted = aipw(none, none.astype(bool), none, none[:, None], none.astype(int))
    assert isinstance(weighted, Weighted)
    assert math.isnan(weighted.effect.value)
    one = clustered_mean(np.ones(3), np.zeros(3, int))
    assert one.value == 1.0
    assert math.isnan(one.estimate().lo)
    assert math.isnan(difference(np.ones(3), np.ones(3, bool), np.arange(3)).value)
