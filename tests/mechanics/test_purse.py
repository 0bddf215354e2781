"""Paying in real tiles, against brute force over every set of tiles."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.mechanics.purse import pay

VALUES = np.array([1, 2, 2, 3, 4, 5], np.int32)
purses = st.lists(st.integers(0, 2), min_size=6, max_size=6)


def brute_force(payer, payee, price):
    """Return the smallest (cost, change) of any swap of tiles, or None."""

    def amounts(purse):
        return {
            sum(int(n) * int(v) for n, v in zip(chosen, VALUES, strict=True))
            for chosen in itertools.product(*(range(n + 1) for n in purse))
        }

    own, theirs = amounts(payer), amounts(payee)
    swaps = [(given - change, change) for given in own for change in theirs if given - change >= price]
    return min(swaps, default=None)


@settings(max_examples=300, deadline=None)
@given(payer=purses, payee=purses, price=st.integers(0, 12))
def test_a_payment_costs_the_least_that_any_swap_of_tiles_can(payer, payee, price):
    """The rulebook forbids change from the supply; it does not make people overpay when they hold the tiles."""
    before = np.array([payer, payee], np.int16)
    after = before.copy()
    cost = pay(VALUES, after[0], after[1], price)
    best = brute_force(payer, payee, price)
    if price == 0:
        assert cost == 0
        assert np.array_equal(after, before)
    elif best is None:
        assert cost == -1
        assert np.array_equal(after, before)
    else:
        assert cost == best[0]
        assert ((after - before) @ VALUES).tolist() == [-cost, cost]
        assert np.array_equal(after.sum(axis=0), before.sum(axis=0))
        assert after.min() >= 0


def test_an_exact_amount_is_paid_without_change():
    """A III for a price of 3, though a V and a II in change would do as well."""
    payer, payee = np.array([0, 0, 0, 1, 0, 1], np.int16), np.array([0, 1, 0, 0, 0, 0], np.int16)
    assert pay(VALUES, payer, payee, 3) == 3
    assert payer.tolist() == [0, 0, 0, 0, 0, 1]


def test_change_comes_from_the_payee():
    """A V for a price of 3, with a II back."""
    payer, payee = np.array([0, 0, 0, 0, 0, 1], np.int16), np.array([0, 1, 0, 0, 0, 0], np.int16)
    assert pay(VALUES, payer, payee, 3) == 3
    assert (payer.tolist(), payee.tolist()) == ([0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1])


def test_without_change_the_payer_overpays_as_little_as_possible():
    """A IV for a price of 3."""
    payer, payee = np.array([0, 0, 0, 0, 1, 1], np.int16), np.zeros(6, np.int16)
    assert pay(VALUES, payer, payee, 3) == 4
    assert payee.tolist() == [0, 0, 0, 0, 1, 0]
