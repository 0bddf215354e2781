"""What an animal costs a seat, whether it can pay, and with which cards [TZ 4, 6.9].

A payment is a multiset of kinds of food card. Cards that pay linked icons must all show one same food; so while cards
are added, the foods that all of them show are kept as bits, and a card that leaves none is refused. Adding kinds in
ascending order names each multiset once, whichever icons its cards may be played for.
"""

from __future__ import annotations

from sim.compiled import njit
from sim.games.time_zoo.state import ANIMALS, COUNT_BITS, DISCOUNT, FOODS, ICONS, NONE, ORANGE, PAY, PRICE

__all__ = [
    "blank", "colour_counts", "counted", "fitting", "icon_counts", "list_payments", "of_type", "price", "same_counts",
    "zoo_counts",
]  # fmt: skip

_COUNT = (1 << COUNT_BITS) - 1
_KIND_BITS = 5  # of a kind of food: FOODS are no more than 32
_KIND = (1 << _KIND_BITS) - 1
_SHARED = (1 << ICONS) - 1


@njit
def zoo_counts(box, state, seat):
    """Return how many animals a seat has of each type and, after these, of each member of a set: one word of counts."""
    word = 0
    for animal in range(ANIMALS):
        word += int(state.zoo[seat, animal]) * box.zoo_words[animal]
    return word


@njit
def counted(word, place):
    """Return one count out of a word of counts."""
    return (word >> (COUNT_BITS * int(place))) & _COUNT


@njit
def of_type(box, state, seat, kind):
    """Return how many animals of a type a seat has."""
    return counted(zoo_counts(box, state, seat), kind)


@njit
def price(box, state, seat, animal):
    """Return how many cards an animal costs a seat, discounts included [TZ 4.1, 6.9]."""
    cost = int(box.cost[animal])
    if box.lasting_discount:
        less = _lasting(box, state, seat, box.type[animal])
    elif box.special[animal] == DISCOUNT:
        less = of_type(box, state, seat, box.type[animal])
    else:
        return cost
    return max(cost - less * int(box.discount), min(cost, int(box.least_price)))


@njit
def _lasting(box, state, seat, kind):
    """Return how many animals of a type give a seat a lasting discount [TZ 6.9]."""
    less = 0
    for other in range(box.n_animals):
        if box.special[other] == DISCOUNT and box.type[other] == kind:
            less += int(state.zoo[seat, other])
    return less


@njit
def icon_counts(box, state, seat):
    """Return how many cards of a hand show each food: one word, COUNT_BITS bits for each icon."""
    word = 0
    for food in range(FOODS):
        word += int(state.hand[seat, food]) * box.icon_words[food]
    return word


@njit
def colour_counts(box, state, seat):
    """Return how many cards of a hand show each colour, all of them ORANGE: one word, COUNT_BITS bits for each."""
    word = 0
    for food in range(FOODS):
        word += int(state.hand[seat, food]) * box.colour_words[food]
    return word


@njit
def same_counts(box, by_icon):
    """Return how many cards of a hand show one same food of each colour, ORANGE being any: one word, as by colour.

    by_icon: `icon_counts` of the hand.
    """
    word = 0
    most = 0
    for colour in range(ORANGE):
        best = 0
        for icon in range(box.icons_from[colour], box.icons_from[colour + 1]):
            best = max(best, counted(by_icon, icon))
        word |= best << (COUNT_BITS * colour)
        most = max(most, best)
    return word | (most << (COUNT_BITS * ORANGE))


@njit
def fitting(box, animal, same, by_colour):
    """Return how many cards of a hand can be played for an animal's icons.

    same, by_colour: `same_counts` and `colour_counts` of the hand.
    """
    return counted(same if box.linked[animal] else by_colour, box.type[animal])


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
    linked = box.linked[animal]
    paying = 0  # bit f: the hand has food of kind f that pays at all
    for food in range(FOODS):
        if state.hand[seat, food] > 0 and int(box.icons[food]) & eats:
            paying |= 1 << food
    # By depth, packed into words, since to make an array takes as long as all the rest: the kind taken there; and the
    # foods that all cards below it show, where not linked all foods eaten.
    chosen = 0
    shared = eats
    n = 0
    depth = 0
    food = 0
    while True:
        rest = paying >> food
        if rest == 0:  # nothing more to try here: go back, and on to the next kind there
            if depth == 0:
                return n
            depth -= 1
            food = ((chosen >> (_KIND_BITS * depth)) & _KIND) + 1
            continue
        while rest & 1 == 0:
            rest >>= 1
            food += 1
        used = 0
        while used < depth and (chosen >> (_KIND_BITS * (depth - 1 - used))) & _KIND == food:
            used += 1
        left = (shared >> (ICONS * depth)) & _SHARED
        if linked:
            left &= int(box.icons[food])
        if left == 0 or used >= state.hand[seat, food]:
            food += 1
            continue
        chosen = (chosen & ((1 << (_KIND_BITS * depth)) - 1)) | (food << (_KIND_BITS * depth))
        depth += 1
        if depth < cards:
            shared = (shared & ((1 << (ICONS * depth)) - 1)) | (left << (ICONS * depth))
        else:
            blank(actions[n], PAY)
            for d in range(cards):
                actions[n].cards[d] = (chosen >> (_KIND_BITS * d)) & _KIND
            n += 1
            depth -= 1
            food += 1
