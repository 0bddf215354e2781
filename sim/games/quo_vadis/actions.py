"""What may be done now: `legal` fills a buffer with the actions of the seat that decides."""

from __future__ import annotations

import numpy as np

from sim.compiled import lowest_bit, njit
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
from sim.mechanics.seats import clockwise
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
def _votes_short(box, state, body):
    """Return the votes the active player still needs from others to leave a body without Caesar [QV 4.2–4.5]."""
    return int(box.consents[body]) - (int(state.senators[body, state.active]) - 1)


@njit
def votes_of_others(box, state, path):
    """Return the votes the active player still needs from others to leave along a path [QV 4.2–4.5, 6.4]; ≤ 0: none."""
    if state.caesar == path:
        return 0
    return _votes_short(box, state, box.path_from[path])


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
    """Place [QV 3.1], move [QV 4], move Caesar [QV 6.1]; pass only if nothing else is legal [QV 2.5].

    Each action is written, and counted if it is legal: what nobody can foresee is dearer to a processor than to do it.
    """
    n = 0
    seat = state.active
    if state.reserve[seat] > 0:
        for i in range(box.n_entries):
            body = box.entries[i]
            _put(actions, n, PLACE, body, NONE)
            n += has_room(box, state, body)
    held = np.int64(0)
    for body in range(box.n_bodies):
        held |= np.int64(state.senators[body, seat] != 0) << np.int64(body)
    while held:
        body = lowest_bit(held)
        held &= held - 1
        short = _votes_short(box, state, body)
        company = int(state.crowd[body]) - int(state.senators[body, seat])
        bargain = (box.protocol != NO_DEALS) & (company >= short)
        for path in range(box.first_path[body], box.first_path[body + 1]):
            untried = (state.failed >> np.int64(path)) & 1 == 0
            leaves = (short <= 0) | (path == state.caesar) | (bargain & untried)
            _put(actions, n, MOVE, body, path)
            n += leaves & has_room(box, state, box.path_to[path])
    if has_caesar_target(box, state):
        _put(actions, n, CAESAR, NONE, NONE)
        n += 1
    if n == 0:
        _put(actions, 0, PASS, NONE, NONE)
        n = 1
    return n


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
    n = int(box.n_terms)
    for i in range(n):
        actions[i] = box.terms[i]
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
    wealth = _wealth(box, state)
    _put(actions, n, COALITION, NONE, NONE)
    more = first_split(caps, int(state.need), actions[n].votes)
    while more:
        votes = actions[n].votes
        listed = 0
        directors = 0
        sellers = 0
        price = 0
        ones = 0
        for seat in range(state.n_seats):
            gives = int(votes[seat] > 0)
            ones += gives * _earned(box, votes, seat)
            price += int(votes[seat]) * int(state.price[seat])
            sellers += gives * (state.price[seat] > 0)
            directors += gives * state.steer[seat]
        if directors <= 1 and price <= wealth:
            sure = sellers < 2 or price + (sellers - 1) * int(box.dearest) <= wealth
            short = state.ones < ones
            for first in range(state.n_seats if short else 1):
                if short and votes[first] == 0:
                    continue
                served = first if short else NONE
                if sure or _can_settle(box, state, votes, served):
                    if listed:
                        _copy(actions, n, n + listed)
                    actions[n + listed].first = served
                    listed += 1
                    if only_one:
                        return n + listed
        if listed:
            _copy(actions, n, n + listed)
            n += listed
        more = next_split(caps, actions[n].votes)
    return n


@njit
def _copy(actions, n, to):
    """Write a coalition of the same votes once more."""
    _put(actions, to, COALITION, NONE, NONE)
    for seat in range(SEATS):
        actions[to].votes[seat] = actions[n].votes[seat]


@njit
def _earned(box, votes, seat):
    """Return how many "I"s a consenting seat earns [QV 5.1]."""
    return 1 if box.consent_pay == PER_PLAYER else int(votes[seat])


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
        other = clockwise(state, state.active, 1)
        while other != seat:
            if other != first and votes[other] > 0:
                left -= _earned(box, votes, other)
            other = clockwise(state, other, 1)
    return max(min(earned, left), 0)


@njit
def _can_settle(box, state, votes, first):
    """Return whether a coalition's price can be paid in tiles, tried on a copy of the purses [QV 7.5].

    That is needed for several sellers and a purse that is only just enough. Else the amounts decide: whoever owns the
    price can pay it, perhaps with a tile too many, and an overpayment is less than one tile.
    """
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
        seat = clockwise(state, state.active, step)
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
    """Return whether any coalition could be taken; the prices nearly always decide."""
    body = box.path_from[state.path]
    need = int(state.need)
    votes = 0
    steers = 0
    dear = 0
    cheap = int(box.max_price) + 1
    for seat in range(state.n_seats):
        price = int(state.price[seat])
        sells = price != NONE
        votes += sells * int(state.senators[body, seat])
        steers += state.steer[seat]
        dear = max(dear, price)
        cheap = min(cheap, price) if sells else cheap
    if votes < need:
        return False
    wealth = _wealth(box, state)
    if need == 1:
        return cheap <= wealth
    if steers == 0 and need * dear + (need - 1) * int(box.dearest) <= wealth:
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
