"""Paying in real tiles: no change from the bank, only from the payee's own tiles.

A payment gives a set of the payer's tiles and takes back a set of the payee's as change. The solver takes the smallest
overpayment; among these the least change; and makes each of the two amounts from as many tiles as possible of the last
kind, then of the one before, and so on.

Sums are sets of bits in a uint64, so one side of a payment gives at most 63 laurels.
"""

from __future__ import annotations

import numpy as np

from sim.compiled import lowest_bit, njit

__all__ = ["pay"]

_U = np.uint64
_MOST = 63


@njit
def _sums(values, purse, n_kinds):
    """Return the set of amounts, as bits 0 … 63, that can be made exactly from the first `n_kinds` kinds of a purse."""
    reach = _U(1)
    for kind in range(n_kinds):
        value = _U(values[kind])
        if value == _U(0):
            continue
        for _ in range(int(purse[kind])):
            more = reach | (reach << value)
            if more == reach:
                break
            reach = more
    return reach


@njit
def _has(sums, amount):
    """Return whether a set of amounts contains one."""
    return (sums >> _U(amount)) & _U(1) == _U(1)


@njit
def _hand_over(values, giver, taker, amount):
    """Move tiles worth exactly `amount`, which can be made, from one purse to another."""
    left = amount
    for kind in range(values.shape[0] - 1, -1, -1):
        value = int(values[kind])
        if value == 0 or left < value or giver[kind] == 0:
            continue
        rest = _sums(values, giver, kind)
        n = min(int(giver[kind]), left // value)
        while n > 0 and not _has(rest, left - n * value):
            n -= 1
        giver[kind] -= n
        taker[kind] += n
        left -= n * value


@njit
def pay(values, payer, payee, price):
    """Pay a price from one purse to another and return what it really cost, or −1, with nothing changed, if it cannot
    be paid.

    values: (C,) laurels; payer, payee: (C,) tiles, changed in place; price: laurels, 0 … 63.
    """
    if price == 0:
        return 0
    own = _sums(values, payer, values.shape[0])
    theirs = _sums(values, payee, values.shape[0])
    for cost in range(price, _MOST + 1):
        changes = (own >> _U(cost)) & theirs
        if changes:
            change = lowest_bit(np.int64(changes))
            if change == 0:
                _hand_over(values, payer, payee, cost)
            else:
                _swap(values, payer, payee, cost + change, change)
            return cost
    return -1


@njit
def _swap(values, payer, payee, amount, change):
    """Swap tiles worth `amount` against tiles worth `change`; neither side pays with what it just got."""
    given = np.zeros(values.shape[0], np.int16)
    back = np.zeros(values.shape[0], np.int16)
    _hand_over(values, payer, given, amount)
    _hand_over(values, payee, back, change)
    for kind in range(values.shape[0]):
        payee[kind] += given[kind]
        payer[kind] += back[kind]
