"""What food is good for: how near a hand is to the animals of the row, and what a card more or less does to that.

A hand is looked at as words of counts, by icon and by colour (`sim.games.time_zoo.payments`), so that a hand with a
card more or less is an addition away.
"""

from __future__ import annotations

from sim.compiled import njit
from sim.games.time_zoo.payments import counted, fitting
from sim.games.time_zoo.state import ORANGE

__all__ = ["chance", "left_of_it", "missing", "part_of"]


@njit
def left_of_it(view, box, horizon):
    """Return the part of its usual worth that food still has: 1 until near the end, 0 in the last turn."""
    if view.last_round:
        return 0.0
    rounds = 2.0 * view.deck / view.n_seats  # about every second turn lures
    return min(1.0, rounds / horizon)


@njit
def missing(box, animal, cards, same, by_colour):
    """Return how many cards a hand lacks to pay for an animal that costs so many.

    same, by_colour: `same_counts` and `colour_counts` of the hand.
    """
    return max(cards - fitting(box, animal, same, by_colour), 0)


@njit
def chance(box, animal, by_icon, pile_icon, pile_colour, pile):
    """Return the chance that a card off the pile is one that an animal lacks.

    by_icon: of the hand; pile_icon, pile_colour, pile: of the cards that may lie in the pile, and how many they are.
    """
    if pile == 0:
        return 0.0
    if not box.linked[animal]:
        return counted(pile_colour, box.type[animal]) / pile
    best = 0
    fit = 0
    kind = int(box.type[animal])
    first = 0 if kind == ORANGE else int(box.icons_from[kind])
    for icon in range(first, box.icons_from[min(kind + 1, ORANGE)]):
        held = counted(by_icon, icon)
        if held >= best:
            there = counted(pile_icon, icon)
            fit = there if held > best else fit + there
            best = held
    return fit / pile


@njit
def part_of(taste, lacking):
    """Return the part of an animal's worth that a hand has in it which lacks so many cards."""
    part = taste.hold
    for _ in range(lacking):
        part *= taste.near
    return part
