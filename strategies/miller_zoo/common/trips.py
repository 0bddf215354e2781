"""What one teammate can do on a space with their own cards and the stored ones, and so where to go: a *trip* is the
card to go there and the cards to use there.

A trip is planned for one teammate alone; what the others hold is no concern of this module.
"""

from __future__ import annotations

import numpy as np

from sim.games.miller_zoo.actions import wanted
from sim.games.miller_zoo.state import FIX, HAND, ICONS, MOVE, NONE, PAY, SPACES, STORAGE
from strategies.kit import njit

__all__ = ["fill_worth", "rate_trips", "use_worth"]

SLOTS = 2 * HAND  # a teammate's cards, then the stored ones
JOKER_COST = 0.3  # icons that a joker is worth more elsewhere
WASTE_COST = 0.15  # icons that a card with an icon of no use here is worth more elsewhere
HERE_FIRST = 100.0  # a card that is of use here is played before anybody goes away


@njit
def fill_worth(box, worth, pay, fix):
    """Fill `worth` (S, I): what one icon is worth on each space; `pay` at a reception and `fix` in a habitat."""
    for space in range(box.n_spaces):
        for icon in range(box.n_icons):
            worth[space, icon] = fix if space < box.n_habitats else pay


@njit
def _best_icon(box, left, worth, space):
    """Return the icon that a joker is worth most for on a space, or NONE. left: (I,) icons it can still use."""
    best = NONE
    for icon in range(box.n_icons):
        if left[icon] > 0 and (
            best == NONE
            or worth[space, icon] > worth[space, best]
            or (worth[space, icon] == worth[space, best] and left[icon] > left[best])
        ):
            best = icon
    return best


@njit
def _card_worth(box, card, space, left, worth):
    """Return what a card is worth on a space that can still use the icons `left` (I,), less what it costs to use it
    there and not where all of it is of use.
    """
    if box.joker[card]:
        icon = _best_icon(box, left, worth, space)
        return worth[space, icon] - JOKER_COST if icon != NONE else 0.0
    first = int(box.first[card])
    second = int(box.second[card])
    value = worth[space, first] if left[first] > 0 else 0.0
    used = 1 if left[first] > 0 else 0
    if second != NONE:
        if left[second] > (used if second == first else 0):
            value += worth[space, second]
        elif used:
            value -= WASTE_COST
        if used == 0 and value > 0.0:
            value -= WASTE_COST
    return value


@njit
def _use_up(box, card, space, left, worth):
    """Take the icons of a card from those that a space can use."""
    if box.joker[card]:
        left[_best_icon(box, left, worth, space)] -= 1
        return
    first = int(box.first[card])
    second = int(box.second[card])
    if left[first] > 0:
        left[first] -= 1
    if second != NONE and left[second] > 0:
        left[second] -= 1


@njit
def use_worth(view, box, action, worth):
    """Return what it is worth to play a card here, whatever the other cards."""
    here = int(view.at[view.active])
    card = int(action.card)
    if box.joker[card]:
        return worth[here, action.icon] - JOKER_COST + 0.01 * wanted(box, view, here, int(action.icon))
    left = np.empty(ICONS, np.int64)
    for icon in range(box.n_icons):
        left[icon] = wanted(box, view, here, icon)
    return _card_worth(box, card, here, left, worth)


@njit
def _plan_trip(view, box, mate, space, worth, shares, left):
    """Return what a teammate's cards are worth on a space, the best first. shares: (T,) becomes what each contributes,
    0 for those of no use; left: (I,) scratch.
    """
    own = int(view.n_cards[mate])
    n = own + int(view.n_cards[STORAGE])
    for slot in range(n):
        shares[slot] = 0.0
    wants = 0
    for icon in range(box.n_icons):
        left[icon] = wanted(box, view, space, icon) if worth[space, icon] > 0.0 else 0
        wants += left[icon]
    total = 0.0
    while wants > 0:
        best = NONE
        most = 0.0
        for slot in range(n):
            if shares[slot] == 0.0:
                card = int(view.cards[mate, slot]) if slot < own else int(view.cards[STORAGE, slot - own])
                value = _card_worth(box, card, space, left, worth)
                if value > most:
                    most = value
                    best = slot
        if best == NONE:
            return total
        card = int(view.cards[mate, best]) if best < own else int(view.cards[STORAGE, best - own])
        _use_up(box, card, space, left, worth)
        shares[best] = most
        total += most
        wants = 0
        for icon in range(box.n_icons):
            wants += left[icon]
    return total


@njit
def rate_trips(view, box, actions, values, worth, least):
    """Fill `values`: play what is of use here; else make the trip that is worth most per card, if that is `least`; else
    pass.
    """
    useful = False
    for i in range(len(actions)):
        values[i] = 0.0
        if actions[i].kind == FIX or actions[i].kind == PAY:
            value = use_worth(view, box, actions[i], worth)
            values[i] = HERE_FIRST + value if value > 0.0 else -1.0
            useful = useful or value > 0.0
    if not useful:
        _rate_moves(view, box, actions, values, worth, least)


@njit
def _rate_moves(view, box, actions, values, worth, least):
    """Fill `values` for all moves, by the trips that begin with them."""
    mate = int(view.active)
    n = int(view.n_cards[mate]) + int(view.n_cards[STORAGE])
    shares = np.empty((SPACES, SLOTS))
    totals = np.empty(SPACES)
    counts = np.zeros(SPACES, np.int64)
    left = np.empty(ICONS, np.int64)
    for space in range(box.n_spaces):
        totals[space] = _plan_trip(view, box, mate, space, worth, shares[space], left)
        for slot in range(n):
            counts[space] += shares[space, slot] > 0.0
    for i in range(len(actions)):
        action = actions[i]
        if action.kind != MOVE:
            continue
        space = int(action.space)
        uses = int(counts[space])
        spent = 0.0
        if action.card != NONE and uses > 0:
            spent = _least_share(view, mate, action, shares[space])
            uses -= 1 if spent > 0.0 else 0
        values[i] = -1.0
        if uses > 0:
            values[i] = (totals[space] - spent) / (1 + uses) - least
            if action.card != NONE:  # go with the card that is worth least elsewhere
                values[i] -= 0.02 * box.joker[action.card] + 0.01 * (box.second[action.card] != NONE)


@njit
def _least_share(view, mate, action, shares):
    """Return what a trip loses if the card of a move cannot be used on it. shares: (T,)."""
    own = int(view.n_cards[mate])
    n = own + int(view.n_cards[STORAGE]) if action.stored else own
    least = HERE_FIRST
    for slot in range(own if action.stored else 0, n):
        card = int(view.cards[STORAGE, slot - own]) if action.stored else int(view.cards[mate, slot])
        if card == action.card:
            least = min(least, shares[slot])
    return least
