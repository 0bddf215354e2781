"""Who gets what for a move: bribes, the token, the "I"s of votes and tiles, and the agreed payments [ZV 5, 8.5, 9.5].

The same function tries a settlement on a copy of the purses and carries it out on the real ones.
"""

from __future__ import annotations

import numpy as np

from sim.compiled import njit
from sim.games.zoo_vadis.state import ABILITIES, KINDS, NONE, PEACOCK, SEATS, TIGER
from sim.mechanics.purse import pay
from sim.mechanics.seats import clockwise

__all__ = [
    "bribes_possible",
    "can_settle",
    "can_settle_ability",
    "can_settle_anything",
    "collect",
    "ones_due",
    "settle",
    "token_taken",
]

MOST = 63  # laurels that one payment can be (`sim.mechanics.purse`)


@njit
def bribes_possible(box, state, body):
    """Return how many peacock votes the active player could buy in an exhibit [ZV 5.5]."""
    if state.animals[body, PEACOCK] == 0:
        return 0
    tokens = 0
    for kind in range(box.n_kinds):
        if box.value[kind] >= box.bribe_minimum:
            tokens += int(state.purse[state.active, kind])
    return min(tokens, int(state.animals[body, PEACOCK]))


@njit
def ones_due(state, votes):
    """Return how many "I"s the votes of other players earn [ZV 5.1]. votes: (≥ P,)."""
    due = 0
    for seat in range(state.n_seats):
        due += int(votes[seat])
    return due


@njit
def token_taken(box, state, mask):
    """Return the kind of the token that the planned move collects with the abilities in `mask`, or NONE [ZV 4.5, 8.6,
    8.7].
    """
    path = state.path
    if path == NONE or state.piece != state.active or box.tunnel[path] or state.token[path] == NONE:
        return NONE
    if state.keeper == path and not (mask >> TIGER) & 1:
        return NONE
    return int(state.token[path if state.pick == NONE else state.pick])


@njit
def can_settle(box, state, votes, bribes, first):
    """Return whether the move as planned can be paid for with a coalition [ZV 9.5]."""
    price = 0
    payees = bribes
    for seat in range(state.n_seats):
        if votes[seat] > 0 and state.price[seat] > 0:
            price += int(votes[seat]) * int(state.price[seat])
            payees += 1
    decided = _decided(box, state, int(state.agreed), price, payees)
    return decided == 1 or (decided < 0 and _try(box, state, int(state.agreed), votes, bribes, first))


@njit
def can_settle_ability(box, state, mask):
    """Return whether the fees of the abilities in `mask` can be paid, votes apart."""
    decided = _decided(box, state, mask, 0, 0)
    return decided == 1 or (decided < 0 and _try(box, state, mask, np.zeros(SEATS, np.int8), 0, NONE))


@njit
def can_settle_anything(box, state):
    """Return whether it is certain that every coalition of votes on offer can be paid for."""
    dearest = 0
    for seat in range(state.n_seats):
        dearest = max(dearest, int(state.price[seat]))
    need = int(state.need)
    return _decided(box, state, int(state.agreed), need * dearest, need if dearest > 0 else 0) == 1


@njit
def _decided(box, state, mask, price, payees):
    """Return whether the amounts alone decide that a move can be paid for: 1 yes, 0 no, −1 they do not.

    price, payees: what votes and bribes cost, and how many payments that is; the fees of `mask` come on top. Whoever
    owns a price can pay it, perhaps with a token too many: an overpayment is less than one token. Only with several
    payments out of a purse that is just enough it must be tried.
    """
    for ability in range(ABILITIES):
        if (mask >> ability) & 1 and state.fee[ability] > 0:
            price += int(state.fee[ability])
            payees += 1
    if payees == 0:
        return 1
    wealth = int(state.laurels[state.active])
    taken = token_taken(box, state, mask)
    if taken != NONE:
        wealth += int(box.value[taken])
    elif _earns_one(state):
        wealth += int(box.value[box.one_kind])
    if price > wealth:
        return 0
    return 1 if price + (payees - 1) * int(box.dearest) <= wealth and price + int(box.dearest) <= MOST else -1


@njit
def _try(box, state, mask, votes, bribes, first):
    """Return whether the move as planned can be paid for, by trying it on copies."""
    purse = np.zeros((SEATS, KINDS), np.int16)
    for seat in range(state.n_seats):
        for kind in range(box.n_kinds):
            purse[seat, kind] = state.purse[seat, kind]
    gains = np.zeros((3, SEATS), np.int32)
    return settle(box, state, mask, votes, bribes, first, purse, np.zeros(KINDS, np.int16), gains)


@njit
def _earns_one(state):
    """Return whether the move as planned brings its mover an "I": the advance of a peacock [ZV 7.1]."""
    return state.piece == PEACOCK and state.path != NONE and state.ones > 0


@njit
def collect(box, state, mask, purse):
    """Put into the mover's purse what the move itself brings: the token, or the "I" of a peacock; return the laurels.

    purse: (P, C) tokens, changed.
    """
    kind = box.one_kind if _earns_one(state) else token_taken(box, state, mask)
    if kind == NONE:
        return 0
    purse[state.active, kind] += 1
    return int(box.value[kind])


@njit
def settle(box, state, mask, votes, bribes, first, purse, boxed, gains):
    """Pay for a move; return False, with the purses in between, where a price cannot be paid.

    mask: bits of the abilities used; votes: (≥ P,); first: seat whose votes are paid first, or NONE;
    purse: (P, C) tokens, changed; boxed: (C,) bribes, added to; gains: (3, P) filled with the "I"s for votes, the "I"s
    for tiles, and the laurels paid to each seat, net of change. The "I" for advancing a peacock is the mover's and is
    booked elsewhere; it is taken into account here.
    """
    mover = state.active
    for _ in range(bribes):
        kind = _cheapest_bribe(box, purse[mover])
        if kind == NONE:
            return False
        purse[mover, kind] -= 1
        boxed[kind] += 1
    collect(box, state, mask, purse)
    ones = int(state.ones) - (1 if _earns_one(state) else 0)
    if first != NONE:
        ones = _pay_ones(box, first, int(votes[first]), ones, purse, gains[0])
    for step in range(1, state.n_seats):
        seat = clockwise(state, mover, step)
        if votes[seat] > 0 and seat != first:
            ones = _pay_ones(box, seat, int(votes[seat]), ones, purse, gains[0])
    for step in range(1, state.n_seats):
        seat = clockwise(state, mover, step)
        if (mask >> int(state.species[seat])) & 1:
            ones = _pay_ones(box, seat, int(box.tile_ones[state.species[seat]]), ones, purse, gains[1])
    for step in range(1, state.n_seats):
        seat = clockwise(state, mover, step)
        price = int(votes[seat]) * max(int(state.price[seat]), 0)
        if (mask >> int(state.species[seat])) & 1:
            price += max(int(state.fee[state.species[seat]]), 0)
        if price > 0:
            cost = pay(box.value, purse[mover], purse[seat], price)
            if cost < 0:
                return False
            gains[2, seat] = cost
    return True


@njit
def _cheapest_bribe(box, purse):
    """Return the least valuable kind of token that a peacock takes, or NONE [ZV 5.5]."""
    best = NONE
    for kind in range(box.n_kinds):
        if (
            purse[kind] > 0
            and box.value[kind] >= box.bribe_minimum
            and (best == NONE or box.value[kind] < box.value[best])
        ):
            best = kind
    return best


@njit
def _pay_ones(box, seat, due, ones, purse, gain):
    """Give a seat its "I"s while they last, and return how many are left."""
    due = min(due, ones)
    purse[seat, box.one_kind] += due
    gain[seat] += due
    return ones - due
