"""What an animal costs a seat, whether it can pay, and with which cards [TZ 4, 6.9].

A payment is a multiset of kinds of food card. Cards that pay linked icons must all show one same food; so while cards
are added, the foods that all of them show are kept as bits, and a card that leaves none is refused. Adding kinds in
ascending order names each multiset once, whichever icons its cards may be played for.
"""

from __future__ import annotations

import numpy as np

from sim.compiled import njit
from sim.games.time_zoo.state import COUNT_BITS, DISCOUNT, FOODS, NONE, PAY, PRICE

__all__ = ["affordable", "blank", "colour_counts", "icon_counts", "list_payments", "of_type", "price"]

_COUNT = (1 << COUNT_BITS) - 1


@njit
def of_type(box, state, seat, kind):
    """Return how many animals of a type a seat has."""
    total = 0
    for animal in range(box.n_animals):
        if box.type[animal] == kind:
            total += int(state.zoo[seat, animal])
    return total


@njit
def price(box, state, seat, animal):
    """Return how many cards an animal costs a seat, discounts included [TZ 4.1, 6.9]."""
    cost = int(box.cost[animal])
    less = 0
    if box.lasting_discount:
        for other in range(box.n_animals):
            if box.special[other] == DISCOUNT and box.type[other] == box.type[animal]:
                less += int(state.zoo[seat, other])
    elif box.special[animal] == DISCOUNT:
        less = of_type(box, state, seat, box.type[animal])
    return max(cost - less * int(box.discount), min(cost, int(box.least_price)))


@njit
def icon_counts(box, state, seat):
    """Return how many cards of a hand show each food: one word, COUNT_BITS bits for each icon."""
    word = 0
    for food in range(box.n_foods):
        word += int(state.hand[seat, food]) * box.icon_words[food]
    return word


@njit
def colour_counts(box, state, seat):
    """Return how many cards of a hand show each colour, all of them ORANGE: one word, COUNT_BITS bits for each."""
    word = 0
    for food in range(box.n_foods):
        word += int(state.hand[seat, food]) * box.colour_words[food]
    return word


@njit
def affordable(box, animal, cards, by_icon, by_colour):
    """Return whether a hand can pay for an animal.

    cards: its price; by_icon, by_colour: `icon_counts` and `colour_counts` of the hand.
    """
    if not box.linked[animal]:
        return (by_colour >> (COUNT_BITS * int(box.type[animal]))) & _COUNT >= cards
    if cards == 0:
        return True
    for icon in range(box.n_icons):
        if (int(box.eats[animal]) >> icon) & 1 and (by_icon >> (COUNT_BITS * icon)) & _COUNT >= cards:
            return True
    return False


@njit
def blank(action, kind):
    """Make a record an action of a kind, without anything else."""
    action.kind = kind
    action.slot = NONE
    action.animal = NONE
    action.intern = NONE
    action.food = NONE
    action.seat = NONE
    for i in range(PRICE):
        action.cards[i] = NONE


@njit
def list_payments(box, state, seat, animal, actions):
    """Fill `actions` with every way to pay for an animal, each once, and return how many there are [TZ 4, 10.2]."""
    cards = price(box, state, seat, animal)
    blank(actions[0], PAY)
    if cards == 0:
        return 1
    eats = int(box.eats[animal])
    scratch = np.empty((3, FOODS), np.int64)  # one array: to make three takes as long as all the rest
    kinds = scratch[0]  # kinds of the hand that pay at all, in ascending order
    chosen = scratch[1]  # by depth: which of `kinds` is tried
    shared = scratch[2]  # by depth: foods that all cards below it show; where not linked, all foods eaten
    m = 0
    for food in range(box.n_foods):
        if state.hand[seat, food] > 0 and int(box.icons[food]) & eats:
            kinds[m] = food
            m += 1
    chosen[0] = 0
    shared[0] = eats
    n = 0
    depth = 0
    while depth >= 0:
        i = chosen[depth]
        if i == m:  # nothing more to try here: go back, and on to the next kind there
            depth -= 1
            if depth >= 0:
                chosen[depth] += 1
            continue
        food = kinds[i]
        used = 0
        while used < depth and chosen[depth - 1 - used] == i:
            used += 1
        left = shared[depth] & int(box.icons[food]) if box.linked[animal] else shared[depth]
        if left == 0 or used >= state.hand[seat, food]:
            chosen[depth] += 1
        elif depth + 1 < cards:
            shared[depth + 1] = left
            chosen[depth + 1] = i
            depth += 1
        else:
            blank(actions[n], PAY)
            for d in range(cards):
                actions[n].cards[d] = kinds[chosen[d]]
            n += 1
            chosen[depth] += 1
    return n
