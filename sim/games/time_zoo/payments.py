"""What an animal costs a seat, whether it can pay, and with which cards [TZ 4, 6.9].

A payment is a multiset of kinds of food card. Cards that pay linked icons must all show one same food; so while cards
are added, the foods that all of them show are kept as bits, and a card that leaves none is refused. Adding kinds in
ascending order names each multiset once, whichever icons its cards may be played for.
"""

from __future__ import annotations

from sim.compiled import lowest_bit, njit
from sim.games.time_zoo.holdings import counted
from sim.games.time_zoo.state import ICONS, NONE, PAY, PRICE

__all__ = ["blank", "card_of", "fitting", "list_payments", "of_type", "price", "sole_payment"]

_KIND_BITS = 5  # of a kind of food: FOODS are no more than 32
_KIND = (1 << _KIND_BITS) - 1
_SHARED = (1 << ICONS) - 1


@njit
def of_type(state, seat, kind):
    """Return how many animals of a type a seat has."""
    return counted(state.counts[seat], kind)


@njit
def price(box, state, seat, animal):
    """Return how many cards an animal costs a seat, discounts included [TZ 4.1, 6.9]."""
    icons = counted(state.discounts[seat], box.type[animal])
    return max(int(box.cost[animal]) - icons * int(box.less[animal]), int(box.floor[animal]))


@njit
def fitting(box, animal, fits):
    """Return how many cards of a hand can be played for an animal's icons; fits: of the hand."""
    return counted(fits, box.fit[animal])


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
def card_of(payment, place):
    """Return a card of a payment that is packed into a word."""
    return (payment >> (_KIND_BITS * place)) & _KIND


@njit
def sole_payment(box, state, seat, animal, cards):
    """Return the only way to pay so many cards for an animal, packed into a word, or NONE where there are several.

    Cards that pay are alike in all that counts, or, where icons are linked, those that show one same food are. Of such
    cards just as many as it costs, or all of one kind, leave no choice.
    """
    if cards == 0:
        return 0
    found = NONE
    foods = int(box.eats[animal]) if box.linked[animal] else 1
    while foods:
        paying = int(state.held[seat] & box.fodder[animal])
        if box.linked[animal]:
            icon = lowest_bit(foods)
            there = counted(state.shown[seat], icon)
            paying &= box.showing[icon]
        else:
            there = fitting(box, animal, state.fits[seat])
        foods &= foods - 1
        if there < cards:
            continue
        if there > cards and paying & (paying - 1) != 0:
            return NONE
        payment = 0
        n = 0
        while n < cards:
            food = lowest_bit(paying)
            paying &= paying - 1
            for _ in range(min(int(state.hand[seat, food]), cards - n)):
                payment |= food << (_KIND_BITS * n)
                n += 1
        if found != NONE and payment != found:
            return NONE
        found = payment
    return found


@njit
def list_payments(box, state, seat, animal, actions):
    """Fill `actions` with every way to pay for an animal, each once, and return how many there are [TZ 4, 10.2]."""
    cards = price(box, state, seat, animal)
    blank(actions[0], PAY)
    if cards == 0:
        return 1
    eats = int(box.eats[animal])
    linked = box.linked[animal]
    paying = int(state.held[seat] & box.fodder[animal])
    # By depth, packed into words, since to make an array takes as long as all the rest: the kind taken there; and the
    # foods that all cards below it show, where not linked all foods eaten.
    chosen = 0
    shared = eats
    n = 0
    depth = 0
    food = 0
    while True:
        rest = (paying >> food) << food
        if rest == 0:  # nothing more to try here: go back, and on to the next kind there
            if depth == 0:
                return n
            depth -= 1
            food = card_of(chosen, depth) + 1
            continue
        food = lowest_bit(rest)
        there = int(state.hand[seat, food])
        left = (shared >> (ICONS * depth)) & _SHARED
        if linked:
            left &= int(box.icons[food])
        if left == 0 or (there <= depth and card_of(chosen, depth - there) == food):  # all of the kind are taken
            food += 1
            continue
        chosen = (chosen & ((1 << (_KIND_BITS * depth)) - 1)) | (food << (_KIND_BITS * depth))
        depth += 1
        if depth < cards:
            shared = (shared & ((1 << (ICONS * depth)) - 1)) | (left << (ICONS * depth))
        else:
            blank(actions[n], PAY)
            payment = actions[n].cards
            for d in range(cards):
                payment[d] = card_of(chosen, d)
            n += 1
            depth -= 1
            food += 1
