"""What an action does: set-up, the turn, the special actions, the end. Each function is a rule of RULES.md."""

from __future__ import annotations

import numpy as np

from sim.chance import ANIMAL_ORDER, FOOD_LOST, FOOD_ORDER, INTERN_ORDER, START_SEAT, address, below, shuffle_kinds
from sim.compiled import njit
from sim.games.time_zoo.actions import can_draw, can_lure, has_green
from sim.games.time_zoo.holdings import employ, give, lose, lose_all, lowest, own
from sim.games.time_zoo.payments import card_of, of_type, price, sole_payment
from sim.games.time_zoo.state import (
    ANIMALS,
    DISCARD,
    DISCARD_CARD,
    DRAW,
    DRAW_AND_PUT,
    DRAW_PER_ICON,
    EXCHANGE,
    EXCHANGE_ANIMAL,
    EXCHANGING,
    EXTRA,
    FINISHED,
    FOODS,
    HIRE,
    INTERN,
    INTERNS,
    LURE,
    LURE_ANOTHER,
    MAIN,
    MORE,
    NONE,
    ORDER,
    PASS,
    PAY,
    PAYING,
    PILE,
    PILE_CARD,
    PRICE,
    PUT,
    PUTTING,
    REMOVE,
    REMOVE_ANIMALS,
    REMOVING,
    ROB_FOOD,
    ROBBING,
    ROW,
    RUNNING,
    SEATS,
    SPOIL_FOOD,
    SPOILING,
    TARGET,
    TRUNCATED,
    TUCK,
    TUCK_FOOD,
    TUCKING,
)

__all__ = ["apply", "deal"]

_ADDRESSES = 0xFFFF  # reshuffles that an address can tell apart


@njit
def deal(box, n_seats, seed, game_id, chance, state):
    """Shuffle, deal, and lay out the row [TZ 1.5, 1.6]."""
    chance.seed = seed
    chance.game_id = game_id
    _clear(state, n_seats)
    if box.start_random:
        state.start = below(address(seed, game_id, START_SEAT, 0, 0)[0], n_seats)
    state.actor = state.start
    state.pile = shuffle_kinds(seed, game_id, FOOD_ORDER, 0, box.food_copies, NONE, chance.pile)
    for seat in range(n_seats):
        for _ in range(box.hand):
            give(box, state, seat, _draw(box, chance, state))
    _put_down(state, _draw(box, chance, state))
    if box.start_interns > 0:
        interns = shuffle_kinds(seed, game_id, INTERN_ORDER, 0, box.intern_copies, NONE, chance.deck)
        for seat in range(n_seats):
            for _ in range(box.start_interns):
                interns -= 1
                kind = chance.deck[interns]
                if state.start_intern[seat] == NONE:
                    state.start_intern[seat] = kind
                employ(box, state, seat, kind)
    state.deck = shuffle_kinds(seed, game_id, ANIMAL_ORDER, 0, box.item_copies, NONE, chance.deck)
    _refill(box, chance, state)


@njit
def _clear(state, n_seats):
    """Clear the table for a new game."""
    state.n_seats = n_seats
    state.start = 0
    state.end = RUNNING
    state.last_round = 0
    state.turn = 0
    state.decision = 0
    state.n_discard = 0
    state.reshuffles = 0
    state.temperature = 0.0
    state.noise_key = 0
    for slot in range(ROW):
        state.row[slot] = NONE
    for place in range(PILE):
        state.discard[place] = NONE
    for food in range(FOODS):
        state.out[food] = 0
    for animal in range(ANIMALS):
        state.removed[animal] = 0
    for seat in range(SEATS):
        for food in range(FOODS):
            state.hand[seat, food] = 0
        for animal in range(ANIMALS):
            state.zoo[seat, animal] = 0
            state.tucked[seat, animal] = 0
            state.lured[seat, animal] = 0
        for intern in range(INTERNS):
            state.interns[seat, intern] = 0
        state.hand_size[seat] = 0
        state.held[seat] = 0
        state.shown[seat] = 0
        state.fits[seat] = 0
        state.owned[seat] = 0
        state.counts[seat] = 0
        state.discounts[seat] = 0
        state.dodos[seat] = 0
        state.eggs[seat] = 0
        state.employed[seat] = 0
        state.start_intern[seat] = NONE
        state.n_pile[seat] = 0
        state.n_discarded[seat] = 0
        state.n_drawn[seat] = 0
        state.n_paid_food[seat] = 0
        state.n_takes[seat] = 0
        state.n_passes[seat] = 0
        state.n_lures[seat] = 0
        state.n_extra[seat] = 0
        state.n_hired[seat] = 0
        state.n_robbed[seat] = 0
        state.n_spoiled[seat] = 0
        state.n_lost[seat] = 0
        state.n_removed[seat] = 0
        state.n_exchanged[seat] = 0
        state.n_exchanged_by[seat] = 0
    _clear_lure(state)
    _begin_turn(state, 0)


@njit
def _clear_lure(state):
    state.slot = NONE
    state.extra = 0
    state.n_paid = 0
    for i in range(PRICE):
        state.paid[i] = NONE


@njit
def _begin_turn(state, seat):
    """Hand the turn to a seat."""
    state.actor = seat
    state.phase = MAIN
    state.step = 0
    state.animal = NONE
    state.left = 0


@njit
def apply(box, chance, state, action):
    """Carry out a legal action of the acting seat. Where it leaves nothing to be asked, NONE, the turn is over."""
    state.decision += 1
    state.step += 1
    kind = action.kind
    if kind == PILE_CARD or kind == DISCARD_CARD:
        _take_food(box, chance, state, kind)
    elif kind == LURE or kind == PAY or kind == PUT:
        _lure(box, chance, state, action)
    elif kind == HIRE:
        _hire(box, chance, state, action)
    elif kind == TUCK:
        _tuck(box, state, action.food)
    elif kind == DISCARD:
        lose(box, state, state.actor, action.food)
        _put_down(state, action.food)
        state.phase = NONE
    elif kind == TARGET:
        _take_from(box, chance, state, action.seat, state.phase == ROBBING)
    elif kind == REMOVE:
        _remove(box, chance, state, action)
    elif kind == EXCHANGE:
        _exchange(box, state, action)
    else:
        if kind == PASS:
            state.n_passes[state.actor] += 1
        state.phase = NONE
    if state.phase == NONE:
        _end_turn(box, state)


@njit
def _end_turn(box, state):
    """Pass the turn on clockwise, or end the game [TZ 1.7, 2.4, 8.1]."""
    state.turn += 1
    following = (int(state.actor) + 1) % int(state.n_seats)
    if state.last_round and (box.no_last_round or following == state.start):
        state.end = FINISHED
    elif state.turn >= box.turn_cap:
        state.end = TRUNCATED
    _begin_turn(state, following)


# Food [TZ 3]


@njit
def _put_down(state, food):
    """Lay a card on top of the discard pile."""
    state.discard[state.n_discard] = food
    state.n_discard += 1


@njit
def _draw(box, chance, state):
    """Return the next card of the pile, of a new one if it is empty; only where `can_draw` says so [TZ 3.3]."""
    if state.pile == 0:
        _reshuffle(box, chance, state)
    state.pile -= 1
    return chance.pile[state.pile]


@njit
def _reshuffle(box, chance, state):
    """Make the discard pile the pile, its top card staying behind [TZ 3.3].

    Each card has a number by reshuffle, kind and which of its kind it is.
    """
    kept = 0 if box.reshuffle_all else 1
    counts = np.zeros(FOODS, np.int32)
    for place in range(state.n_discard - kept):
        counts[state.discard[place]] += 1
    if kept:
        state.discard[0] = state.discard[state.n_discard - 1]
    for place in range(kept, state.n_discard):
        state.discard[place] = NONE
    state.n_discard = kept
    state.reshuffles += 1
    number = int(state.reshuffles) & _ADDRESSES
    state.pile = shuffle_kinds(chance.seed, chance.game_id, FOOD_ORDER, number, counts, NONE, chance.pile)


@njit
def _take_food(box, chance, state, kind):
    """Take the top card of either pile; then, if the action is not done, the next [TZ 3.1, 3.2, 3.4]."""
    seat = state.actor
    if state.phase == MAIN:
        state.left = box.take_food
        state.n_takes[seat] += 1
    if kind == PILE_CARD:
        food = _draw(box, chance, state)
        state.n_pile[seat] += 1
    else:
        state.n_discard -= 1
        food = state.discard[state.n_discard]
        state.discard[state.n_discard] = NONE
        state.n_discarded[seat] += 1
    give(box, state, seat, food)
    state.left -= 1
    if state.left > 0 and (state.n_discard > 0 or can_draw(box, state)):
        state.phase = MORE
    else:
        state.phase = NONE


# Luring [TZ 4, 5]


@njit
def _lure(box, chance, state, action):
    """Lure an animal, pay, put the payment down, each as far as there is nothing to be asked [TZ 10.2, 10.3]."""
    if action.kind == LURE:
        state.extra = 1 if state.phase == EXTRA else 0
        state.slot = action.slot
        state.animal = action.animal
        cards = price(box, state, state.actor, action.animal)
        payment = sole_payment(box, state, state.actor, action.animal, cards)
        if payment == NONE:
            state.phase = PAYING
            return
        for i in range(cards):
            state.paid[i] = card_of(payment, i)
    else:
        for i in range(PRICE):
            state.paid[i] = action.cards[i]
    if action.kind != PUT:
        _pay(box, state)
        if state.n_paid > 0 and state.paid[0] != state.paid[state.n_paid - 1]:
            state.phase = ORDER
            return
    _settle(box, chance, state)


@njit
def _pay(box, state):
    """Take the payment out of the hand [TZ 4]."""
    n = 0
    while n < PRICE and state.paid[n] != NONE:
        n += 1
    lose_all(box, state, state.actor, state.paid, n)
    state.n_paid = n
    state.n_paid_food[state.actor] += n


@njit
def _settle(box, chance, state):
    """Put the payment onto the discard pile, take the animal, refill the row, do the special action [TZ 5.1]."""
    for i in range(state.n_paid):  # in the order that the payer chose [TZ 4.6]
        _put_down(state, state.paid[i])
    seat = state.actor
    own(box, state, seat, state.animal, 1)
    state.lured[seat, state.animal] += 1
    state.n_lures[seat] += 1
    state.n_extra[seat] += state.extra
    state.row[state.slot] = NONE
    _clear_lure(state)
    _refill(box, chance, state)
    _special(box, chance, state)


@njit
def _refill(box, chance, state):
    """Fill the gaps of the row; with the last card of the deck the last round begins [TZ 5.2, 8.1]."""
    for slot in range(box.row):
        if state.row[slot] == NONE and state.deck > 0:
            state.deck -= 1
            state.row[slot] = chance.deck[state.deck]
            if state.deck == 0:
                state.last_round = 1


@njit
def _hire(box, chance, state, action):
    """Take an intern out of the row [TZ 9.2]."""
    employ(box, state, state.actor, action.intern)
    state.n_hired[state.actor] += 1
    state.row[action.slot] = NONE
    _refill(box, chance, state)
    state.phase = NONE


# Special actions [TZ 6]


@njit
def _special(box, chance, state):
    """Do the special action of the animal just lured, or ask what it needs to know [TZ 5.3, 6]."""
    animal = state.animal
    special = box.special[animal]
    state.phase = NONE
    if special == DRAW:
        _draw_up(box, chance, state, box.draw)
    elif special == DRAW_PER_ICON:
        _draw_up(box, chance, state, int(box.draw_per_icon) * of_type(state, state.actor, box.type[animal]))
    elif special == DRAW_AND_PUT:
        _draw_up(box, chance, state, box.draw_and_put)
        _put_one(box, state)
    elif special == LURE_ANOTHER:
        if can_lure(box, state):
            state.phase = EXTRA
    elif special == TUCK_FOOD:
        if has_green(state):
            state.phase = TUCKING
    elif special == ROB_FOOD or special == SPOIL_FOOD:
        _choose_target(box, chance, state, special == ROB_FOOD)
    elif special == REMOVE_ANIMALS:
        _begin_removal(box, chance, state)
    elif special == EXCHANGE_ANIMAL:
        if _others_have_animals(state):
            state.phase = EXCHANGING


@njit
def _draw_up(box, chance, state, n):
    """Draw so many cards, or what there is [TZ 3.4, 6.1]."""
    for _ in range(n):
        if not can_draw(box, state):
            return
        give(box, state, state.actor, _draw(box, chance, state))
        state.n_drawn[state.actor] += 1


@njit
def _put_one(box, state):
    """Have one card of the hand put onto the discard pile, at once where all are alike [TZ 6.3, 10.3]."""
    held = int(state.held[state.actor])
    if held & (held - 1):
        state.phase = PUTTING
    elif held:
        food = lowest(held)
        lose(box, state, state.actor, food)
        _put_down(state, food)


@njit
def _tuck(box, state, food):
    """Put a food card under the animal just lured; ask for more while there is any [TZ 6.6]."""
    lose(box, state, state.actor, food)
    state.tucked[state.actor, state.animal] += 1
    state.out[food] += 1
    if not has_green(state):
        state.phase = NONE


@njit
def _choose_target(box, chance, state, robbing):
    """Ask which opponent loses food, unless only one has any [TZ 6.7, 6.8, 10.3]."""
    last = NONE
    n = 0
    for seat in range(state.n_seats):
        if seat != state.actor and state.hand_size[seat] > 0:
            last = seat
            n += 1
    if n > 1:
        state.phase = ROBBING if robbing else SPOILING
    elif n == 1:
        _take_from(box, chance, state, last, robbing)


@njit
def _take_from(box, chance, state, seat, robbing):
    """Take a random food card of an opponent: into the hand, or onto the discard pile [TZ 6.7, 6.8]."""
    word = address(chance.seed, chance.game_id, FOOD_LOST, seat, state.n_lost[seat])[0]
    left = below(word, state.hand_size[seat])
    food = 0
    while left >= state.hand[seat, food]:
        left -= int(state.hand[seat, food])
        food += 1
    lose(box, state, seat, food)
    state.n_lost[seat] += 1
    if robbing:
        give(box, state, state.actor, food)
        state.n_robbed[state.actor] += 1
    else:
        _put_down(state, food)
        state.n_spoiled[state.actor] += 1
    state.phase = NONE


@njit
def _begin_removal(box, chance, state):
    """Have animals removed from the row; all of them where there are no more than that [TZ 6.10]."""
    n = 0
    for slot in range(box.row):
        if 0 <= state.row[slot] < INTERN:
            n += 1
    if n > box.remove:
        if box.remove > 0:
            state.left = box.remove
            state.phase = REMOVING
        return
    for slot in range(box.row):
        if 0 <= state.row[slot] < INTERN:
            _remove_from(state, slot)
    _refill(box, chance, state)


@njit
def _remove_from(state, slot):
    state.removed[state.row[slot]] += 1
    state.row[slot] = NONE
    state.n_removed[state.actor] += 1


@njit
def _remove(box, chance, state, action):
    """Remove one animal; after the last one refill the row [TZ 6.10]."""
    _remove_from(state, action.slot)
    state.left -= 1
    if state.left == 0:
        _refill(box, chance, state)
        state.phase = NONE


@njit
def _others_have_animals(state):
    """Return whether there is anything to exchange for."""
    for seat in range(state.n_seats):
        if seat != state.actor and state.owned[seat]:
            return True
    return False


@njit
def _exchange(box, state, action):
    """Give the animal just lured for another, with the food under that [TZ 6.11]."""
    seat = state.actor
    other = action.seat
    own(box, state, seat, state.animal, -1)
    own(box, state, other, state.animal, 1)
    own(box, state, other, action.animal, -1)
    own(box, state, seat, action.animal, 1)
    state.tucked[seat, action.animal] += state.tucked[other, action.animal]
    state.tucked[other, action.animal] = 0
    state.n_exchanged[seat] += 1
    state.n_exchanged_by[other] += 1
    state.phase = NONE
