"""What food is good for: how near a hand is to the animals of the row, and what a card more or less does to that.

A hand is looked at by the words that the state keeps of it, `shown` and `fits` (`sim.games.time_zoo.holdings`), so that
a hand with a card more is a few additions away.
"""

from __future__ import annotations

from sim.compiled import njit
from sim.games.time_zoo.holdings import counted
from sim.games.time_zoo.payments import fitting

__all__ = ["helpful", "left_of_it", "missing", "needed", "part_of"]


@njit
def left_of_it(view, box, horizon):
    """Return the part of its usual worth that food still has: 1 until near the end, 0 in the last turn."""
    if view.last_round:
        return 0.0
    turns = 2.0 * view.deck  # about every second turn lures
    late = view.n_seats * horizon
    return 1.0 if turns >= late else turns / late


@njit
def missing(box, animal, cards, fits):
    """Return how many cards a hand lacks to pay for an animal that costs so many; fits: of the hand."""
    return max(cards - fitting(box, animal, fits), 0)


@njit
def helpful(box, animal, shown, fits, rest_shown, rest_fits):
    """Return how many of the cards that a hand has not are such as an animal lacks.

    shown, fits: of the hand; rest_shown, rest_fits: of the other cards.
    """
    kind = box.type[animal]
    if not box.linked[animal]:
        return counted(rest_fits, kind)
    most = fitting(box, animal, fits)
    fit = 0
    for icon in range(box.icons_from[kind], box.icons_to[kind]):
        if counted(shown, icon) == most:
            fit += counted(rest_shown, icon)
    return fit


@njit
def needed(box, animal, shown):
    """Return as bits the kinds of food that a hand with one card less of has less for an animal.

    Of linked icons these are the cards with the food that the hand has most of, or none if it has as much of another.
    """
    if not box.linked[animal]:
        return box.fodder[animal]
    best = 0
    bits = 0
    kind = box.type[animal]
    for icon in range(box.icons_from[kind], box.icons_to[kind]):
        held = counted(shown, icon)
        if held > best:
            best = held
            bits = int(box.showing[icon])
        elif held == best:
            bits = 0
    return bits


@njit
def part_of(taste, lacking):
    """Return the part of an animal's worth that a hand has in it which lacks so many cards: fewer than eight."""
    one = taste.near
    two = one * one
    part = taste.hold
    part *= one if lacking & 1 else 1.0
    part *= two if lacking & 2 else 1.0
    part *= two * two if lacking & 4 else 1.0
    return part
