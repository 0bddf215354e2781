"""What may be done now: `legal` fills a buffer with the actions of the seat that decides."""

from __future__ import annotations

from sim.compiled import njit
from sim.games.time_zoo.holdings import counted, lowest
from sim.games.time_zoo.payments import blank, fitting, list_payments, price
from sim.games.time_zoo.state import (
    DISCARD,
    DISCARD_CARD,
    EXCHANGE,
    EXCHANGING,
    EXTRA,
    GREEN,
    HIRE,
    INTERN,
    LURE,
    MAIN,
    MORE,
    ORDER,
    PASS,
    PAYING,
    PILE_CARD,
    PRICE,
    PUT,
    PUTTING,
    REMOVE,
    REMOVING,
    ROBBING,
    SPOILING,
    STOP,
    TARGET,
    TUCK,
    TUCKING,
)

__all__ = ["can_draw", "can_lure", "has_green", "legal"]


@njit
def can_draw(box, state):
    """Return whether the food pile has a card to give, be it after a reshuffle [TZ 3.3, 3.4]."""
    return state.pile > 0 or state.n_discard > (0 if box.reshuffle_all else 1)


@njit
def has_green(state):
    """Return whether the active player has food with a green icon, to be put under an animal [TZ 6.6]."""
    return counted(state.fits[state.actor], GREEN) > 0


@njit
def can_lure(box, state):
    """Return whether the active player can pay for an animal of the row."""
    fits = state.fits[state.actor]
    for slot in range(box.row):
        animal = state.row[slot]
        if 0 <= animal < INTERN:
            if fitting(box, animal, fits) >= price(box, state, state.actor, animal):
                return True
    return False


@njit
def legal(box, state, actions):
    """Fill `actions` with the legal actions of the acting seat, and return how many there are."""
    phase = state.phase
    n = 0
    if phase == MAIN or phase == MORE:
        n = _list_food(box, state, actions)
    if phase == MAIN or phase == EXTRA:
        n = _list_lures(box, state, actions, n)
    if phase == MAIN:
        if box.advanced:
            n = _list_interns(box, state, actions, n)
        if n == 0:
            blank(actions[0], PASS)
            n = 1
    elif phase == PAYING:
        n = list_payments(box, state, state.actor, state.animal, actions)
    elif phase == ORDER:
        n = _list_orders(state, actions)
    elif phase == TUCKING or phase == PUTTING:
        n = _list_hand(box, state, actions, TUCK if phase == TUCKING else DISCARD)
    elif phase == ROBBING or phase == SPOILING:
        n = _list_targets(state, actions)
    elif phase == REMOVING:
        n = _list_removals(box, state, actions)
    elif phase == EXCHANGING:
        n = _list_exchanges(state, actions)
    if phase == EXTRA or phase == TUCKING or (phase == EXCHANGING and box.may_exchange):
        blank(actions[n], STOP)
        n += 1
    return n


@njit
def _list_food(box, state, actions):
    """The top card of the pile, or of the discard pile [TZ 3.1, 3.2]."""
    n = 0
    if can_draw(box, state):
        blank(actions[n], PILE_CARD)
        n += 1
    if state.n_discard > 0:
        blank(actions[n], DISCARD_CARD)
        actions[n].food = state.discard[state.n_discard - 1]
        n += 1
    return n


@njit
def _list_lures(box, state, actions, n):
    """Each animal of the row that can be paid for [TZ 4, 5]."""
    seat = int(state.actor)
    fits = state.fits[seat]
    for slot in range(box.row):
        animal = state.row[slot]
        if not 0 <= animal < INTERN:
            continue
        if fitting(box, animal, fits) >= price(box, state, seat, animal):
            blank(actions[n], LURE)
            actions[n].slot = slot
            actions[n].animal = animal
            n += 1
    return n


@njit
def _list_interns(box, state, actions, n):
    """Each intern of the row [TZ 9.2]."""
    for slot in range(box.row):
        if state.row[slot] >= INTERN:
            blank(actions[n], HIRE)
            actions[n].slot = slot
            actions[n].intern = state.row[slot] - INTERN
            n += 1
    return n


@njit
def _list_orders(state, actions):
    """Each order of the kinds paid, in ascending order of the orders [TZ 4.6, 10.2]."""
    paid = int(state.n_paid)
    blank(actions[0], PUT)
    for i in range(PRICE):
        actions[0].cards[i] = state.paid[i]
    n = 1
    while True:
        last = actions[n - 1].cards
        rise = paid - 2  # the last place where the order still rises
        while rise >= 0 and last[rise] >= last[rise + 1]:
            rise -= 1
        if rise < 0:
            return n
        larger = paid - 1
        while last[larger] <= last[rise]:
            larger -= 1
        blank(actions[n], PUT)
        following = actions[n].cards
        for i in range(rise):
            following[i] = last[i]
        following[rise] = last[larger]
        for i in range(rise + 1, paid):  # the rest backwards, so that it rises again
            back = paid + rise - i
            following[i] = last[rise] if back == larger else last[back]
        n += 1


@njit
def _list_hand(box, state, actions, kind):
    """Each kind of food in the hand; to be tucked, each with a green icon [TZ 6.3, 6.6]."""
    n = 0
    rest = int(state.held[state.actor])
    while rest:
        food = lowest(rest)
        rest &= rest - 1
        if kind == DISCARD or (int(box.colours[food]) >> GREEN) & 1:
            blank(actions[n], kind)
            actions[n].food = food
            n += 1
    return n


@njit
def _list_targets(state, actions):
    """Each opponent with food [TZ 6.7, 6.8]."""
    n = 0
    for seat in range(state.n_seats):
        if seat != state.actor and state.hand_size[seat] > 0:
            blank(actions[n], TARGET)
            actions[n].seat = seat
            n += 1
    return n


@njit
def _list_removals(box, state, actions):
    """Each animal in the row [TZ 6.10]."""
    n = 0
    for slot in range(box.row):
        animal = state.row[slot]
        if 0 <= animal < INTERN:
            blank(actions[n], REMOVE)
            actions[n].slot = slot
            actions[n].animal = animal
            n += 1
    return n


@njit
def _list_exchanges(state, actions):
    """Each kind of animal of each opponent [TZ 6.11]."""
    n = 0
    for seat in range(state.n_seats):
        if seat == state.actor:
            continue
        rest = int(state.owned[seat])
        while rest:
            blank(actions[n], EXCHANGE)
            actions[n].seat = seat
            actions[n].animal = lowest(rest)
            rest &= rest - 1
            n += 1
    return n
