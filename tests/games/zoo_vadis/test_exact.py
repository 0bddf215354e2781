"""Closed forms of the box: what the bag is worth, and how the first ten tokens are dealt.

Simulated figures may be 4.5 standard errors off: a false alarm in about 150,000 checks.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest

from sim.compiled import DISABLED, njit
from sim.games.zoo_vadis import state as S
from sim.games.zoo_vadis.rules import deal
from tests.games.recorder import records, seen
from tests.games.zoo_vadis.play import GAME, boxes
from tests.games.zoo_vadis.tables import KINDS, numbers

Z = 4.5
FIRST = 10  # laurel spaces on either side of the board


@njit(cached=False)
def _first_tokens(box, n_games, n_kinds, chances, states, dealt):
    """Fill, for each game, how many tokens of each kind lie on the board at the start."""
    for game_id in range(n_games):
        deal(box, 3, np.uint64(3), game_id, chances[0], states[0])
        for kind in range(n_kinds):
            dealt[game_id, kind] = 0
        for path in range(box.n_paths):
            if states[0].token[path] != S.NONE:
                dealt[game_id, states[0].token[path]] += 1


def first_tokens(n: int) -> np.ndarray:
    """Return how many tokens of each kind lie on the board at the start of n games, shape (n, kinds)."""
    dealt = np.zeros((n, len(KINDS)), np.int64)
    arrays = seen(np.zeros(1, GAME.CHANCE), np.zeros(1, GAME.STATE))
    _first_tokens(records(boxes(3, {}))[0], n, len(KINDS), *arrays, dealt)
    return dealt


def test_bag_is_worth_what_the_box_says() -> None:
    """[ZV 1.4] 42 tokens of 132 laurels: mean 22/7, variance 55/49; eleven are special; with 60 I 192 in all."""
    tokens = numbers({}).tokens
    bag = [token for token in tokens if token.sign != "supply" for _ in range(token.count)]
    values = [token.value for token in bag]
    mean = Fraction(sum(values), len(bag))
    assert (len(bag), sum(values), mean) == (42, 132, Fraction(22, 7))
    assert Fraction(sum(value**2 for value in values), len(bag)) - mean**2 == Fraction(55, 49)
    assert sum(token.sign != "" for token in bag) == 11
    assert sum(token.count for token in tokens) == 102
    assert sum(token.count * token.value for token in tokens) == 192


@pytest.mark.parametrize("size", [1, 3, 5, 7])
def test_majority_is_more_than_half_of_the_spaces(size: int) -> None:
    """[ZV 4.2] 1, 2, 3, 4 votes."""
    assert numbers({}).votes[size] == size // 2 + 1


def test_supply_after_setup() -> None:
    """[ZV 1.6] 60 less two for each seat."""
    for n_seats in (3, 4, 5, 6, 7):
        states = records(np.zeros(1, GAME.STATE))
        box = records(boxes(n_seats, {}))[0]
        GAME.deal(box, n_seats, np.uint64(0), 0, records(np.zeros(1, GAME.CHANCE))[0], states[0])
        assert states[0].ones == 60 - 2 * n_seats


def test_first_ten_tokens_are_dealt_as_the_closed_forms_say() -> None:
    """[ZV 1.6] Ten of 42 without replacement: mean and spread of laurels, each kind, and how often none is special."""
    n = 2_000 if DISABLED else 100_000
    dealt = first_tokens(n)
    assert (dealt.sum(axis=1) == FIRST).all()
    tokens = numbers({}).tokens

    totals = dealt @ np.array([token.value for token in tokens])
    variance = FIRST * float(Fraction(55, 49)) * (42 - FIRST) / (42 - 1)
    assert sqrt(variance) == pytest.approx(2.9598, abs=1e-4)
    assert abs(totals.mean() - FIRST * 22 / 7) < Z * sqrt(variance / n)
    spread_error = sqrt(((totals - totals.mean()) ** 2).var() / n)
    assert abs(totals.var(ddof=1) - variance) < Z * spread_error

    for kind, token in enumerate(tokens):
        share = 0 if token.sign == "supply" else token.count / 42
        each = FIRST * share * (1 - share) * (42 - FIRST) / (42 - 1)
        assert abs(dealt[:, kind].mean() - FIRST * share) <= Z * sqrt(each / n), KINDS[kind]

    special = dealt[:, [token.sign not in ("", "supply") for token in tokens]].sum(axis=1)
    assert abs(special.mean() - 110 / 42) < Z * special.std() / sqrt(n)
    none = comb(31, FIRST) / comb(42, FIRST)
    assert none == pytest.approx(0.030142, abs=1e-6)
    assert abs((special == 0).mean() - none) < Z * sqrt(none * (1 - none) / n)
