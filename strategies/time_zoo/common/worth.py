"""What an animal or an intern would bring a seat, in points. Food, its price included, is the business of `food`."""

from __future__ import annotations

from typing import NamedTuple

from sim.compiled import njit
from sim.games.time_zoo.holdings import counted, lowest
from sim.games.time_zoo.state import (
    ALL_TYPES,
    BLUE,
    CALF,
    COUNTED,
    DODO,
    EGG,
    EXCHANGE_ANIMAL,
    FEMALE,
    GREEN,
    LURE_ANOTHER,
    MALE,
    ONE_DODO,
    ONE_EGG,
    ORANGE,
    RED,
)

__all__ = ["USUAL", "Taste", "animal_worth", "intern_pull", "intern_worth", "set_worth"]

_MALES = COUNTED[MALE]
_FEMALES = COUNTED[FEMALE]
_BESIDES = sum(1 << special for special in (MALE, FEMALE, CALF, DODO, EGG, EXCHANGE_ANIMAL))


class Taste(NamedTuple):
    """What counts for a strategy, and how much; in points."""

    points: float  # a point printed on an animal
    sets: float  # a point that a set, mammoths for each other, or an intern bring at once
    hope: float  # a point that they will bring with one animal more
    deny: float  # a point that an opponent would get by a set or by mammoths
    draw: float  # a card that an animal draws
    again: float  # to be allowed to lure another
    food: float  # any card in the hand
    dual: float  # that it shows two icons
    hold: float  # of what an animal in the row is worth: that the hand can pay for it
    near: float  # the same with one card missing, as a part of that; with two, the part of the part, …
    feed: float  # what the best card on the discard pile is worth to those who come next
    horizon: float  # rounds before the end from which on food and hopes count less and less


USUAL = Taste(
    points=1.0, sets=1.0, hope=0.2, deny=0.0, draw=0.6, again=1.0,
    food=0.3, dual=0.05, hold=0.4, near=0.6, feed=0.1, horizon=3.0,
)  # fmt: skip


@njit
def set_worth(view, box, seat, animal, hope):
    """Return the points that an animal would bring a seat besides those printed on it, interns apart.

    hope: what a point counts that takes one animal more.
    """
    special = box.special[animal]
    if special == DODO or special == EGG:
        return _card_worth(view, box, seat, special, 1, hope)
    zoo = view.counts[seat]
    if special == MALE or special == FEMALE:
        same = counted(zoo, _MALES if special == MALE else _FEMALES)
        mates = counted(zoo, _FEMALES if special == MALE else _MALES)
        if mates == 0:
            return hope * 2 * box.adult if same == 0 else hope * box.adult
        return box.adult * (1.0 + mates) if same == 0 else 1.0 * box.adult
    if special == CALF:
        beside = min(counted(zoo, _MALES), 1) + min(counted(zoo, _FEMALES), 1)
        return box.calf * (beside + hope * (2 - beside))
    return 0.0


@njit
def _card_worth(view, box, seat, special, more, hope):
    """Return the points that so many dodos or eggs more would bring a seat."""
    table = box.dodo_set if special == DODO else box.egg_set
    most = int(box.dodo_most if special == DODO else box.egg_most)
    now = min(int(view.dodos[seat] if special == DODO else view.eggs[seat]), most)
    then = min(now + more, most)
    later = min(then + 1, most)
    return (table[then] - table[now]) + hope * (table[later] - table[then])


@njit
def intern_pull(view, box, taste):
    """Return what one animal more of each type is worth by the active player's interns: (4,), by type."""
    zoo = view.counts[view.actor]
    blue = green = red = orange = 0.0
    rest = int(view.employed[view.actor])
    while rest:
        intern = lowest(rest)
        rest &= rest - 1
        rule = box.intern_rule[intern]
        if rule == ONE_DODO or rule == ONE_EGG:
            continue
        missing = _missing_for(box, zoo, rule)
        if missing == 0:
            continue
        worth = view.interns[view.actor, intern] * box.intern_bonus[intern]
        worth *= taste.sets if missing == 1 else taste.hope
        every = rule == ALL_TYPES
        if rule == BLUE or (every and counted(zoo, BLUE) == 0):
            blue += worth
        if rule == GREEN or (every and counted(zoo, GREEN) == 0):
            green += worth
        if rule == RED or (every and counted(zoo, RED) == 0):
            red += worth
        if rule == ORANGE or (every and counted(zoo, ORANGE) == 0):
            orange += worth
    return blue, green, red, orange


@njit
def _missing_for(box, zoo, rule):
    """Return how many animals the owner of a zoo lacks for an intern for a type, or for all of them."""
    if rule != ALL_TYPES:
        return max(int(box.needed) - counted(zoo, rule), 0)
    missing = 0
    for kind in range(ORANGE + 1):
        if counted(zoo, kind) == 0:
            missing += 1
    return missing


@njit
def intern_worth(view, box, taste, intern):
    """Return what an intern out of the row is worth to the active player."""
    rule = box.intern_rule[intern]
    bonus = box.intern_bonus[intern]
    if rule == ONE_DODO or rule == ONE_EGG:
        special = DODO if rule == ONE_DODO else EGG
        return taste.sets * _card_worth(view, box, view.actor, special, bonus, taste.hope)
    missing = _missing_for(box, view.counts[view.actor], rule)
    if missing == 0:
        return taste.sets * bonus
    return taste.hope * bonus if missing == 1 else 0.5 * taste.hope * bonus


@njit
def _best_in_exchange(view, box):
    """Return the most points printed on an opponent's animal."""
    theirs = 0
    for seat in range(view.n_seats):
        if seat != view.actor:
            theirs |= int(view.owned[seat])
    best = 0
    while theirs:
        best = max(best, int(box.points[lowest(theirs)]))
        theirs &= theirs - 1
    return best


@njit
def _rival_worth(view, box, animal):
    """Return the most points that an animal would bring an opponent besides those printed on it."""
    most = 0.0
    for seat in range(view.n_seats):
        if seat != view.actor:
            most = max(most, set_worth(view, box, seat, animal, 0.0))
    return most


@njit
def animal_worth(view, box, taste, me, animal, left, pull):
    """Return what luring an animal of the row is worth to the active player, `me`, its price apart.

    left: the part of food's usual worth that it still has, so late in the game; pull: `intern_pull`.
    """
    special = int(box.special[animal])
    kind = box.type[animal]
    blue, green, red, orange = pull
    worth = taste.points * box.points[animal]
    worth += (blue if kind == BLUE else green) if kind < RED else (red if kind == RED else orange)
    cards = box.gains[animal] + box.gains_each[animal] * (1 + counted(view.counts[me], kind))
    worth += left * (taste.draw * cards + (taste.again if special == LURE_ANOTHER else 0.0))
    if (_BESIDES >> special) & 1:
        worth = _with_others(view, box, taste, animal, left, worth)
    return worth


@njit
def _with_others(view, box, taste, animal, left, worth):
    """Return what an animal is worth with sets, mammoths and exchanges, if it is so much by itself."""
    if box.special[animal] != EXCHANGE_ANIMAL:
        worth += taste.sets * set_worth(view, box, view.actor, animal, taste.hope * left)
        if taste.deny > 0.0:
            worth += taste.deny * _rival_worth(view, box, animal)
    else:
        worth += taste.points * max(_best_in_exchange(view, box) - box.points[animal], 0)
    return worth
