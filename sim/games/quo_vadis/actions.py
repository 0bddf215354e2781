"""What may be done now: `legal` fills a buffer with the actions of the seat that decides."""

from __future__ import annotations

import numpy as np

from sim.compiled import njit
from sim.games.quo_vadis.state import (
    ACTION,
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
    TARGET,
    TERMS,
)
from sim.mechanics.purse import pay
from sim.mechanics.votes import first_split, next_split

__all__ = [
    "MAX_ACTIONS",
    "has_caesar_target",
    "has_room",
    "is_caesar_target",
    "legal",
    "ones_for",
    "something_on_offer",
    "takes_laurel",
    "votes_of_others",
]

MAX_ACTIONS = 192


@njit
def has_room(box, state, body):
    """Return whether a senator can enter a body or the Senate [QV 4.1]."""
    if body == box.senate:
        return state.n_senate < box.senate_size
    return state.crowd[body] < box.spaces[body]


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
    if state.phase == TARGET:
        return _caesar_targets(box, state, actions, 0)
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
    for body in range(box.n_bodies):
        if state.senators[body, seat] == 0:
            continue
        for path in range(box.first_path[body], box.first_path[body + 1]):
            if has_room(box, state, box.path_to[path]) and _may_leave(box, state, path):
                _put(actions, n, MOVE, body, path)
                n += 1
    if has_caesar_target(box, state):
        _put(actions, n, CAESAR, NONE, NONE)
        n += 1
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
    return int(state.crowd[body]) - int(state.senators[body, state.active]) >= need


@njit
def is_caesar_target(state, path):
    """Return whether Caesar may move to a path: another laurel lies there [QV 6.1]."""
    return state.tile[path] != NONE and path != state.caesar


@njit
def has_caesar_target(box, state):
    """Return whether there is a laurel that Caesar may move to [QV 6.1]."""
    for path in range(box.n_paths):
        if is_caesar_target(state, path):
            return True
    return False


@njit
def _caesar_targets(box, state, actions, n):
    """Append a move of Caesar onto each other laurel [QV 6.1]."""
    for path in range(box.n_paths):
        if is_caesar_target(state, path):
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
    body = box.path_from[state.path]
    caps = actions[len(actions) - 1].votes  # the last slot is never listed: scratch
    for seat in range(SEATS):
        caps[seat] = state.senators[body, seat] if state.price[seat] != NONE else 0
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
def _earned(box, votes, seat):
    """Return how many "I"s a consenting seat earns [QV 5.1]."""
    return 1 if box.consent_pay == PER_PLAYER else int(votes[seat])


@njit
def _ones_due(box, state, votes):
    """Return how many "I"s a coalition earns [QV 5.1]."""
    due = 0
    for seat in range(state.n_seats):
        if votes[seat] > 0:
            due += _earned(box, votes, seat)
    return due


@njit
def ones_for(box, state, votes, first, seat):
    """Return how many "I"s a consenting seat gets: what it earns, while they last [QV 5.1, 5.4].

    They are served clockwise from the mover, but for `first`, a seat that comes before the others when there are too
    few; NONE when there are enough.
    """
    earned = _earned(box, votes, seat)
    if first == NONE:
        return earned
    left = int(state.ones)
    if seat != first:
        left -= _earned(box, votes, first)
        other = (state.active + 1) % state.n_seats
        while other != seat:
            if other != first and votes[other] > 0:
                left -= _earned(box, votes, other)
            other = (other + 1) % state.n_seats
    return max(min(earned, left), 0)


@njit
def _can_settle(box, state, votes, first):
    """Return whether a coalition's price can be paid in tiles [QV 7.5].

    Whoever owns the price can pay it, perhaps with a tile too many; an overpayment is less than one tile. So the
    amounts decide, but for several sellers and a purse that is only just enough: then it is tried on a copy of the
    purses.
    """
    price = 0
    sellers = 0
    for seat in range(state.n_seats):
        if votes[seat] > 0 and state.price[seat] > 0:
            price += int(votes[seat]) * int(state.price[seat])
            sellers += 1
    wealth = _wealth(box, state)
    if price > wealth:
        return False
    if sellers < 2 or price + (sellers - 1) * int(box.dearest) <= wealth:
        return True
    purse = np.zeros((SEATS, KINDS), np.int16)
    for seat in range(state.n_seats):
        for kind in range(box.n_kinds):
            purse[seat, kind] = state.purse[seat, kind]
    if takes_laurel(box, state, state.path):
        purse[state.active, state.tile[state.path]] += 1
    for seat in range(state.n_seats):
        if votes[seat] > 0:
            purse[seat, box.one_kind] += ones_for(box, state, votes, first, seat)
    for step in range(1, state.n_seats):
        seat = (state.active + step) % state.n_seats
        if votes[seat] > 0:
            price = int(votes[seat]) * int(state.price[seat])
            if pay(box.value, purse[state.active], purse[seat], price) < 0:
                return False
    return True


@njit
def _wealth(box, state):
    """Return what the mover can pay with: own laurels and the one on the path [QV 7.6]."""
    wealth = int(state.laurels[state.active])
    if takes_laurel(box, state, state.path):
        wealth += int(box.value[state.tile[state.path]])
    return wealth


@njit
def something_on_offer(box, state):
    """Return whether any coalition could be taken; first by the cheapest votes, which nearly always decide."""
    body = box.path_from[state.path]
    left = int(state.need)
    dearer = -1  # every vote cheaper than this, or as cheap, is counted
    total = 0
    steers = False
    while left > 0:
        best = NONE
        for seat in range(state.n_seats):
            if (
                state.price[seat] > dearer
                and state.senators[body, seat] > 0
                and (best == NONE or state.price[seat] < best)
            ):
                best = state.price[seat]
        if best == NONE:
            return False
        for seat in range(state.n_seats):
            if state.price[seat] == best:
                votes = min(left, int(state.senators[body, seat]))
                left -= votes
                total += votes * int(best)
                steers = steers or state.steer[seat] == 1
        dearer = best
    if not steers and total + int(state.need) * int(box.dearest) <= _wealth(box, state):
        return True
    return coalitions(box, state, np.zeros(3, ACTION), 0, True) > 0


@njit
def _removals(box, state, actions):
    """Take a senator from any body one has senators in [QV 9.4]."""
    n = 0
    for body in range(box.n_bodies):
        if state.senators[body, state.actor] > 0:
            _put(actions, n, REMOVE_ONE, body, NONE)
            n += 1
    return n
