"""What may be done now: `legal` fills a buffer with the actions of the seat that decides."""

from __future__ import annotations

import numpy as np

from sim.compiled import njit
from sim.games.quo_vadis.state import (
    ASK,
    BONUS,
    CAESAR,
    COALITION,
    DEAL,
    DEMAND,
    KINDS,
    MAIN,
    MOVE,
    NO_DEALS,
    NONE,
    OFFER,
    PASS,
    PER_PLAYER,
    PLACE,
    REFUSE,
    REMOVE_ONE,
    REVEAL,
    SEATS,
    TAKE_IT,
    TERMS,
)
from sim.mechanics.purse import pay
from sim.mechanics.votes import first_split, next_split

__all__ = ["MAX_ACTIONS", "coalitions", "has_room", "legal", "settle", "takes_laurel", "votes_of_others"]

MAX_ACTIONS = 192


@njit
def occupied(state, body):
    """Return how many senators are in a body below the Senate."""
    total = 0
    for seat in range(SEATS):
        total += int(state.senators[body, seat])
    return total


@njit
def has_room(box, state, body):
    """Return whether a senator can enter a body or the Senate [QV 4.1]."""
    if body == box.senate:
        return state.n_senate < box.senate_size
    return occupied(state, body) < box.spaces[body]


@njit
def votes_of_others(box, state, path):
    """Return the votes the active player still needs from others to leave along a path [QV 4.2–4.5, 6.4]; ≤ 0: none."""
    body = box.path_from[path]
    if state.caesar == path:
        return 0
    return int(box.consents[body]) - (int(state.senators[body, state.active]) - 1)


@njit
def takes_laurel(box, state, path):
    """Return whether a mover takes a laurel on a path: a tile lies there and Caesar does not cover it [QV 4.6, 6.3]."""
    return state.tile[path] != NONE and state.caesar != path


@njit
def _put(actions, n, kind, body, path):
    """Write an action with no terms and no votes."""
    action = actions[n]
    action.kind = kind
    action.body = body
    action.path = path
    action.price = 0
    action.promise = 0
    action.steer = 0
    action.first = NONE
    for seat in range(SEATS):
        action.votes[seat] = 0


@njit
def legal(box, state, actions):
    """Fill `actions` with what the acting seat may do, each once, and return how many there are (at least one)."""
    if state.phase == MAIN:
        return _main(box, state, actions)
    if state.phase == OFFER:
        return _terms(box, state, actions)
    if state.phase == ASK:
        return _answers(box, state, actions)
    if state.phase == DEAL:
        _put(actions, 0, REFUSE, NONE, NONE)
        return coalitions(box, state, actions, 1, False)
    if state.phase == BONUS:
        _put(actions, 0, PASS, NONE, NONE)
        return _caesar_targets(box, state, actions, 1)
    if state.phase == REVEAL:
        _put(actions, 0, PASS, NONE, NONE)
        _put(actions, 1, DEMAND, NONE, NONE)
        return 2
    return _removals(box, state, actions)


@njit
def _main(box, state, actions):
    """Place [QV 3.1], move [QV 4], move Caesar [QV 6.1]; pass only if nothing else is legal [QV 2.5]."""
    n = 0
    seat = state.active
    if state.reserve[seat] > 0:
        for body in range(box.n_bodies):
            if box.entry[body] and has_room(box, state, body):
                _put(actions, n, PLACE, body, NONE)
                n += 1
    for path in range(box.n_paths):
        body = box.path_from[path]
        if state.senators[body, seat] > 0 and has_room(box, state, box.path_to[path]) and _may_leave(box, state, path):
            _put(actions, n, MOVE, body, path)
            n += 1
    n = _caesar_targets(box, state, actions, n)
    if n == 0:
        _put(actions, 0, PASS, NONE, NONE)
        n = 1
    return n


@njit
def _may_leave(box, state, path):
    """Return whether the consents for a path are there, or might be negotiated."""
    need = votes_of_others(box, state, path)
    if need <= 0:
        return True
    if box.protocol == NO_DEALS or (state.failed >> np.int64(path)) & 1:
        return False
    body = box.path_from[path]
    return occupied(state, body) - int(state.senators[body, state.active]) >= need


@njit
def _caesar_targets(box, state, actions, n):
    """Append a move of Caesar onto each other laurel [QV 6.1]."""
    for path in range(box.n_paths):
        if state.tile[path] != NONE and path != state.caesar:
            _put(actions, n, CAESAR, NONE, path)
            n += 1
    return n


@njit
def _terms(box, state, actions):
    """The terms that can be named for one vote, and refusing [QV 7.4]."""
    _put(actions, 0, REFUSE, NONE, NONE)
    n = 1
    for price in range(box.max_price + 1):
        for promise in range(2):
            _put(actions, n, TERMS, NONE, NONE)
            actions[n].price = price
            actions[n].promise = promise
            n += 1
    if takes_laurel(box, state, state.path) and box.is_caesar[state.tile[state.path]]:
        _put(actions, n, TERMS, NONE, NONE)
        actions[n].steer = 1
        n += 1
    return n


@njit
def _answers(box, state, actions):
    """An owner's terms, or under the protocol "offer" the mover's terms to accept, and refusing [QV 7.3]."""
    if box.protocol != TAKE_IT:
        return _terms(box, state, actions)
    _put(actions, 0, REFUSE, NONE, NONE)
    _put(actions, 1, TERMS, NONE, NONE)
    actions[1].price = state.offer_price
    actions[1].promise = state.offer_promise
    actions[1].steer = state.offer_steer
    return 2


@njit
def coalitions(box, state, actions, n, only_one):
    """Append every coalition on offer [QV 7.5]; with `only_one`, stop at the first."""
    caps = np.zeros(SEATS, np.int8)
    body = box.path_from[state.path]
    for seat in range(state.n_seats):
        if state.price[seat] != NONE:
            caps[seat] = state.senators[body, seat]
    _put(actions, n, COALITION, NONE, NONE)
    more = first_split(caps, int(state.need), actions[n].votes)
    while more:
        votes = actions[n].votes
        listed = 0
        if _one_director(state, votes):
            short = state.ones < _ones_due(box, state, votes)
            for first in range(state.n_seats if short else 1):
                if short and votes[first] == 0:
                    continue
                served = first if short else NONE
                if _can_settle(box, state, votes, served):
                    if listed:
                        _put(actions, n + listed, COALITION, NONE, NONE)
                        for seat in range(SEATS):
                            actions[n + listed].votes[seat] = votes[seat]
                    actions[n + listed].first = served
                    listed += 1
                    if only_one:
                        return n + listed
        if listed:
            _put(actions, n + listed, COALITION, NONE, NONE)
            for seat in range(SEATS):
                actions[n + listed].votes[seat] = votes[seat]
            n += listed
        more = next_split(caps, actions[n].votes)
    return n


@njit
def _one_director(state, votes):
    """Return whether at most one of a coalition wants to direct the bonus [QV 7.4]."""
    directors = 0
    for seat in range(state.n_seats):
        if votes[seat] > 0 and state.steer[seat]:
            directors += 1
    return directors <= 1


@njit
def _ones_due(box, state, votes):
    """Return how many "I"s a coalition earns [QV 5.1]."""
    due = 0
    for seat in range(state.n_seats):
        if votes[seat] > 0:
            due += 1 if box.consent_pay == PER_PLAYER else int(votes[seat])
    return due


@njit
def _can_settle(box, state, votes, first):
    """Return whether a coalition's price can be paid in tiles [QV 7.5], by trying it on a copy of the purses."""
    price = 0
    for seat in range(state.n_seats):
        price += int(votes[seat]) * max(int(state.price[seat]), 0)
    if price == 0:
        return True
    purse = np.zeros((SEATS, KINDS), np.int16)
    for seat in range(state.n_seats):
        for kind in range(box.n_kinds):
            purse[seat, kind] = state.purse[seat, kind]
    if takes_laurel(box, state, state.path):
        purse[state.active, state.tile[state.path]] += 1
    paid = np.zeros(SEATS, np.int32)
    consent = np.zeros(SEATS, np.int32)
    return settle(box, state, votes, first, purse, consent, paid)


@njit
def settle(box, state, votes, first, purse, consent, paid):
    """Pay the "I"s and then the prices of a coalition, clockwise from the mover [QV 5, 7.6]; return False where a price cannot be paid.

    The mover's laurel from the path must be in the purse already.
    purse: (P, C) tiles, changed; consent: (P,) filled with the "I" tiles each gets; paid: (P,) filled with the laurels each is paid, net of change.
    """
    ones = int(state.ones)
    if first != NONE:
        ones = _pay_ones(box, votes, first, ones, purse, consent)
    for step in range(1, state.n_seats):
        seat = (state.active + step) % state.n_seats
        if votes[seat] > 0 and seat != first:
            ones = _pay_ones(box, votes, seat, ones, purse, consent)
    for step in range(1, state.n_seats):
        seat = (state.active + step) % state.n_seats
        if votes[seat] > 0 and state.price[seat] > 0:
            cost = pay(box.value, purse[state.active], purse[seat], int(votes[seat]) * int(state.price[seat]))
            if cost < 0:
                return False
            paid[seat] = cost
    return True


@njit
def _pay_ones(box, votes, seat, ones, purse, consent):
    """Give a consenting seat its "I"s while they last, and return how many are left [QV 5.1, 5.4]."""
    due = 1 if box.consent_pay == PER_PLAYER else int(votes[seat])
    due = min(due, ones)
    purse[seat, box.one_kind] += due
    consent[seat] = due
    return ones - due


@njit
def _removals(box, state, actions):
    """Take a senator from any body one has senators in [QV 9.4]."""
    n = 0
    for body in range(box.n_bodies):
        if state.senators[body, state.actor] > 0:
            _put(actions, n, REMOVE_ONE, body, NONE)
            n += 1
    return n
