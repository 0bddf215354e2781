"""What food is good for: how near a hand is to the animals of the row, and what a card more or less does to that.

A hand is looked at as two words of counts, by icon and by colour (`sim.games.time_zoo.payments`), so that a hand with a
card more or less is an addition away.
"""

from __future__ import annotations

from sim.compiled import njit
from sim.games.time_zoo.state import COUNT_BITS

__all__ = ["chance", "left_of_it", "missing", "part_of"]

_COUNT = (1 << COUNT_BITS) - 1


@njit
def left_of_it(view, box, horizon):
    """Return the part of its usual worth that food still has: 1 until near the end, 0 in the last turn."""
    if view.last_round:
        return 0.0
    rounds = 2.0 * view.deck / view.n_seats  # about every second turn lures
    return min(1.0, rounds / horizon)


@njit
def missing(box, animal, cards, by_icon, by_colour):
    """Return how many cards a hand lacks to pay for an animal that costs so many."""
    if not box.linked[animal]:
        return max(cards - ((by_colour >> (COUNT_BITS * int(box.type[animal]))) & _COUNT), 0)
    best = 0
    eats = int(box.eats[animal])
    while eats:
        if eats & 1:
            best = max(best, by_icon & _COUNT)
        eats >>= 1
        by_icon >>= COUNT_BITS
    return max(cards - best, 0)


@njit
def chance(box, animal, by_icon, pile_icon, pile_colour, pile):
    """Return the chance that a card off the pile is one that an animal lacks.

    by_icon: of the hand; pile_icon, pile_colour, pile: of the cards that may lie in the pile, and how many they are.
    """
    if pile == 0:
        return 0.0
    if not box.linked[animal]:
        return ((pile_colour >> (COUNT_BITS * int(box.type[animal]))) & _COUNT) / pile
    best = 0
    fit = 0
    eats = int(box.eats[animal])
    while eats:
        held = by_icon & _COUNT
        if eats & 1 and held >= best:
            there = pile_icon & _COUNT
            fit = there if held > best else fit + there
            best = held
        eats >>= 1
        by_icon >>= COUNT_BITS
        pile_icon >>= COUNT_BITS
    return fit / pile


@njit
def part_of(taste, lacking):
    """Return the part of an animal's worth that a hand has in it which lacks so many cards."""
    part = taste.hold
    for _ in range(lacking):
        part *= taste.near
    return part
