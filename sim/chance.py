"""Addressed chance: every random number is a pure function of (seed; game id, site, actor, occurrence).

Nothing else in the project makes random numbers. A *site* says what is drawn; an *occurrence* is what the number is for
(a tile copy, the n-th decision of a seat), never how many were drawn before. So a game depends on nothing but its
rules, strategies, seed and id, and a change in one place leaves all other draws as they were.

Philox4x32-10 (Salmon et al. 2011): ten rounds on a counter of four 32-bit words under a key of two.
"""

from __future__ import annotations

import numpy as np

from sim.compiled import njit

__all__ = [
    "ANIMAL_ORDER",
    "ARRIVAL_ORDER",
    "BRANCH",
    "FOOD_LOST",
    "FOOD_ORDER",
    "INTERN_ORDER",
    "NEEDS_ORDER",
    "NOISE",
    "RESOURCE_ORDER",
    "STACK_ORDER",
    "START_SEAT",
    "address",
    "below",
    "philox",
    "shuffle_kinds",
    "uniform",
]

# Sites. Numbers never change once results have been published: they are part of every game's address.
STACK_ORDER = 1  # actor: game of an election; occurrence: kind and copy of a tile
START_SEAT = 2
ANIMAL_ORDER = 8  # occurrence: kind and copy of an animal or intern
FOOD_ORDER = 9  # actor: reshuffles before; occurrence: kind and copy of a food card
INTERN_ORDER = 10  # occurrence: kind and copy of an intern
FOOD_LOST = 11  # actor: seat that loses a random card; occurrence: cards that it lost before
RESOURCE_ORDER = 32  # occurrence: kind and copy of a card
NEEDS_ORDER = 33  # actor: shuffles before; occurrence: kind and copy of a card
ARRIVAL_ORDER = 34  # occurrence: animal to be received
NOISE = 64  # decision noise, apart from all chance of the game; actor: seat
BRANCH = 65  # which opportunities are branched at; actor: seat; occurrence: decision and item

_U = np.uint64
_MASK = _U(0xFFFFFFFF)
_SHIFT = _U(32)
_M0 = _U(0xD2511F53)
_M1 = _U(0xCD9E8D57)
_W0 = _U(0x9E3779B9)
_W1 = _U(0xBB67AE85)
_COPIES = 4096  # copies of one kind that an address can tell apart
_KIND_BITS = _U(0xFF)


@njit
def philox(key0, key1, c0, c1, c2, c3):
    """Return the four 32-bit words (as uint64) of Philox4x32-10 for a key of two and a counter of four words."""
    for _ in range(10):
        p0 = _M0 * c0
        p1 = _M1 * c2
        c0, c1, c2, c3 = (p1 >> _SHIFT) ^ c1 ^ key0, p1 & _MASK, (p0 >> _SHIFT) ^ c3 ^ key1, p0 & _MASK
        key0 = (key0 + _W0) & _MASK
        key1 = (key1 + _W1) & _MASK
    return c0, c1, c2, c3


@njit
def address(seed, game_id, site, actor, occurrence):
    """Return two independent uint64 words for one address.

    seed: uint64; game_id: 0 … 2^63 − 1; site and actor: 0 … 2^16 − 1; occurrence: 0 … 2^32 − 1.
    """
    seed = _U(seed)
    game_id = _U(game_id)
    w0, w1, w2, w3 = philox(
        seed & _MASK,
        seed >> _SHIFT,
        game_id & _MASK,
        game_id >> _SHIFT,
        (_U(site) << _U(16)) | _U(actor),
        _U(occurrence),
    )
    return (w0 << _SHIFT) | w1, (w2 << _SHIFT) | w3


@njit
def uniform(word):
    """Return a float64 in (0, 1) from a uint64 word, never 0 or 1 (52 bits, so that the half is exact)."""
    return (float(word >> _U(12)) + 0.5) * (1.0 / 4503599627370496.0)


@njit
def below(word, n):
    """Return an int in 0 … n−1 from a uint64 word by multiply and shift (bias below n / 2^64)."""
    n = _U(n)
    low = (word & _MASK) * n
    return int(((word >> _SHIFT) * n + (low >> _SHIFT)) >> _SHIFT)


@njit
def shuffle_kinds(seed, game_id, site, actor, counts, skip, order):
    """Fill `order` with the kinds of all copies in random order, and return how many there are.

    Each copy has a number of its own and the copies are sorted by it, so that adding or removing a copy leaves the
    others in their order.

    counts: (C,) copies of each kind; skip: a kind to leave out, or −1; order: (≥ sum of counts,) int8, filled.
    """
    keys = np.empty(order.shape[0], np.uint64)
    n = 0
    for kind in range(counts.shape[0]):
        if kind == skip:
            continue
        for pair in range((int(counts[kind]) + 1) // 2):
            words = address(seed, game_id, site, actor, kind * _COPIES + pair)
            for half in range(2):
                if 2 * pair + half >= counts[kind]:
                    break
                word = words[0] if half == 0 else words[1]
                keys[n] = (word & ~_KIND_BITS) | _U(kind)
                n += 1
    for i in range(1, n):  # insertion sort: for some forty keys faster than any other
        key = keys[i]
        place = i
        while place > 0 and keys[place - 1] > key:
            keys[place] = keys[place - 1]
            place -= 1
        keys[place] = key
    for place in range(n):
        order[place] = int(keys[place] & _KIND_BITS)
    return n
